//! A request on its way, and its fate.

use std::time::Duration;

use channel_messages::{Action, Confirmed, Content, PictureId, Step};

use crate::discord::Payload;
use crate::tables::SimMessage;

/// A request on its way.
#[derive(Debug)]
pub(crate) struct Sending {
    pub(crate) action: Action,
    pub(crate) payload: Option<Payload>,
    pub(crate) attached: Option<PictureId>,
    pub(crate) lacks_picture: bool,
    pub(crate) fate: Fate,
}

/// The fate of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The request is executed, and its result arrives.
    Executed,
    /// Discord is unavailable.
    NotExecuted,
    /// The request is lost.
    Lost,
    /// The request is executed, and its result is lost.
    ResultLost,
    /// The request arrives after the bot has stopped waiting for its result.
    Late,
    /// Discord refuses the content.
    Invalid,
}

/// A step that the bot performs.
#[derive(Debug)]
pub(crate) struct Performing {
    pub(crate) step: Step<SimMessage>,
    pub(crate) is_sent: bool,
    /// `true` if another process has served the table since the step has begun.
    pub(crate) is_lost: bool,
}

/// Returns a random time below a number of milliseconds.
pub(crate) fn millis(rng: &mut fastrand::Rng, longest: u64) -> Duration {
    Duration::from_millis(rng.u64(..longest.max(1)))
}

impl Sending {
    /// Creates the request of a step that was confirmed, without a fault.
    ///
    /// The picture is sometimes not drawn in time, and never if `omits_pictures` is `true`.
    pub(crate) fn new(
        step: &Step<SimMessage>,
        confirmed: Confirmed<SimMessage>,
        omits_pictures: bool,
        rng: &mut fastrand::Rng,
    ) -> Self {
        let action = step.action.clone();
        let drawn = step.draw.as_ref().and_then(|content| content.picture);
        let is_drawn = rng.u8(..5) > 0 || matches!(action, Action::AddPicture(_));
        let (payload, lacks_picture) = match confirmed {
            Confirmed::Empty => (None, false),
            Confirmed::Content { content: Content { message, picture: Some(picture), .. }, attached }
                if attached == Some(picture) || is_drawn && drawn == Some(picture) && !omits_pictures =>
            {
                let (picture, keeps_picture) = (Some(picture), attached == Some(picture));
                (Some(Payload { message, picture, keeps_picture }), false)
            }
            Confirmed::Content { content: Content { message, picture, .. }, attached } => {
                let lacks_picture = picture.is_some() && !omits_pictures;
                // The earlier picture may remain until the new one is drawn.
                let keeps_picture = lacks_picture && attached.is_some() && rng.bool();
                let picture = attached.filter(|_| keeps_picture);
                (Some(Payload { message, picture, keeps_picture }), lacks_picture)
            }
        };
        let attached = payload.as_ref().and_then(|payload| payload.picture);
        Self { action, payload, attached, lacks_picture, fate: Fate::Executed }
    }

    /// Returns `true` if the request is the first response to an interaction.
    pub(crate) const fn is_response(&self) -> bool {
        matches!(self.action, Action::Respond { .. })
    }

    /// Returns a random fate of the request.
    pub(crate) fn random_fate(&self, has_faults: bool, rng: &mut fastrand::Rng) -> Fate {
        let is_database = matches!(self.action, Action::ReadId(..) | Action::StoreId(..));
        match rng.u8(..100) {
            0..5 if has_faults => Fate::NotExecuted,
            5..9 if has_faults => Fate::Lost,
            9..14 if has_faults => Fate::ResultLost,
            15 if has_faults && self.is_response() => Fate::Late,
            14 if has_faults && !is_database => Fate::Invalid,
            _ => Fate::Executed,
        }
    }

    /// Returns a random time after which the request arrives.
    pub(crate) fn random_delay(&self, has_faults: bool, rng: &mut fastrand::Rng) -> Duration {
        let longest = match rng.u8(..30) {
            0 if has_faults => 8_000,
            0..3 => 700,
            _ => 60,
        };
        // The network may delay a response, but not beyond Discord's limit.
        millis(rng, if self.is_response() && !has_faults { longest.min(300) } else { longest })
    }
}
