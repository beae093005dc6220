//! The urgency of requests and the limits that apply to them.

/// The urgency of a request. More urgent requests are sent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::EnumIter)]
pub(crate) enum Priority {
    /// A response to an interaction, for which a user is waiting.
    Response,
    /// A message that shows whose turn it is.
    Turn,
    /// A picture that is added to a message, or the mark of a replaced hand.
    Picture,
    /// The result of a deal or the standings of an evening.
    Result,
    /// A ping or another notice.
    Notice,
    /// A season summary, the registration of commands, or the upload of an emoji.
    Background,
}

/// Identifies the rate limits that apply to a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LimitKey {
    /// Method and path template of the request, for example `PATCH channel message`.
    pub(crate) route: &'static str,
    /// The id in the path that has limits of its own, such as the channel, or a hash of the interaction token. Discord
    /// calls it the major parameter.
    pub(crate) major: u64,
    /// The part of Discord's limits that applies.
    pub(crate) scope: LimitScope,
}

/// The limits that apply to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LimitScope {
    /// The global limit and the limit of the route.
    Global,
    /// The limit of the route. The global limit applies only if Discord counts interaction endpoints.
    Interaction,
    /// Like [`Interaction`](Self::Interaction), but every request has a route of its own.
    FirstResponse,
}

impl LimitKey {
    /// Returns `true` if the request counts towards the global limit only if Discord counts interaction endpoints.
    pub(super) fn is_interaction(&self) -> bool {
        self.scope != LimitScope::Global
    }
}
