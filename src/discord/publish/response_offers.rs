//! First responses to interactions that may create a table's public message.
//!
//! A message that is created by a response can be edited with the interaction's token, which does not count towards
//! the bot's global rate limit. An interaction that is about to begin a deal therefore offers its first response. If
//! the publisher posts the table's message meanwhile, it uses the offer, and the user gets their hand as a follow-up
//! message. Otherwise, the offer is withdrawn, and the interaction is answered as usual.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude::InteractionId;
use secrecy::SecretString;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::table::ChannelId;

/// Time for which a deferred interaction and a used offer are remembered. It must exceed the time during
/// which an interaction may still offer a response or ask whether its response was used.
const CLOSED_FOR: Duration = Duration::from_mins(1);

/// The offered responses, at most one per channel.
#[derive(Debug)]
pub(crate) struct ResponseOffers {
    /// If `false`, all offers are ignored.
    is_enabled: bool,
    /// Time during which an offered response may be used.
    lifetime: Duration,
    offers: Mutex<HashMap<ChannelId, Offer>>,
    /// Interactions that were deferred, so that their response can no longer be offered, with the time when they are
    /// forgotten.
    closed: Mutex<HashMap<InteractionId, Instant>>,
    /// Interactions whose response the publisher has tried to use, with the time when they are forgotten.
    taken: Mutex<HashMap<InteractionId, Instant>>,
}

#[derive(Debug)]
struct Offer {
    interaction: InteractionId,
    token: SecretString,
    state: watch::Sender<OfferState>,
    /// Time after which the response is no longer used.
    until: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfferState {
    /// The publisher may use the response.
    Open,
    /// The publisher is sending the response.
    InFlight,
    /// The publisher has sent the response, or failed to.
    Finished { is_sent: bool },
}

/// A response that the publisher uses to create a public message.
#[derive(Debug)]
pub(crate) struct TakenResponse {
    pub(crate) interaction: InteractionId,
    pub(crate) token: SecretString,
    state: watch::Sender<OfferState>,
}

impl Offer {
    fn is_open(&self) -> bool {
        *self.state.borrow() == OfferState::Open && self.until > Instant::now()
    }

    /// Returns `true` if the interaction that offered the response may still ask whether it was used.
    fn is_kept(&self) -> bool {
        match *self.state.borrow() {
            OfferState::Open => self.until > Instant::now(),
            OfferState::InFlight => true,
            OfferState::Finished { .. } => self.until + CLOSED_FOR > Instant::now(),
        }
    }
}

impl TakenResponse {
    /// Records that Discord accepted the response. Dropping the value without calling this records a failure.
    pub(crate) fn sent(self) {
        self.state.send_replace(OfferState::Finished { is_sent: true });
    }
}

impl Drop for TakenResponse {
    fn drop(&mut self) {
        self.state.send_if_modified(|state| {
            let is_unfinished = *state == OfferState::InFlight;
            if is_unfinished {
                *state = OfferState::Finished { is_sent: false };
            }
            is_unfinished
        });
    }
}

impl ResponseOffers {
    /// Creates an empty collection.
    ///
    /// An offered response may be used for `lifetime`. If `is_enabled` is `false`, all offers are ignored.
    pub(crate) fn new(is_enabled: bool, lifetime: Duration) -> Self {
        Self {
            is_enabled,
            lifetime,
            offers: Mutex::default(),
            closed: Mutex::default(),
            taken: Mutex::default(),
        }
    }

    /// Offers the first response to an interaction. Does nothing if there is another valid offer in the channel.
    pub(crate) fn offer(&self, channel: ChannelId, interaction: InteractionId, token: &SecretString) {
        if !self.is_enabled || self.closed.lock().contains_key(&interaction) {
            return;
        }
        let (token, state) = (token.clone(), watch::Sender::new(OfferState::Open));
        let offer = Offer { interaction, token, state, until: Instant::now() + self.lifetime };
        let mut offers = self.offers.lock();
        offers.retain(|_, offer| offer.is_kept());
        offers.entry(channel).or_insert(offer);
    }

    /// Returns `true` if there is an unused offer in the channel.
    pub(crate) fn is_open(&self, channel: ChannelId) -> bool {
        self.offers.lock().get(&channel).is_some_and(Offer::is_open)
    }

    /// Returns the response offered in a channel, unless it is already used.
    pub(crate) fn take(&self, channel: ChannelId) -> Option<TakenResponse> {
        let offers = self.offers.lock();
        let offer = offers.get(&channel).filter(|offer| offer.is_open())?;
        offer.state.send_replace(OfferState::InFlight);
        let (interaction, token, state) = (offer.interaction, offer.token.clone(), offer.state.clone());
        remember(&self.taken, interaction);
        Some(TakenResponse { interaction, token, state })
    }

    /// Returns `true` if the publisher has tried to use the response of an interaction. Even if that failed,
    /// Discord may have executed it, so that the interaction's original message may be public.
    pub(crate) fn was_taken(&self, interaction: InteractionId) -> bool {
        self.taken.lock().contains_key(&interaction)
    }

    /// Withdraws the offer of an interaction that is about to be deferred, and ignores later offers of it. See
    /// [`withdraw`](Self::withdraw).
    pub(crate) async fn close(&self, channel: ChannelId, interaction: InteractionId) -> bool {
        remember(&self.closed, interaction);
        self.withdraw(channel, interaction).await
    }

    /// Withdraws the offer of an interaction. Returns `true` if the response has been used, and waits for that if it is
    /// being sent.
    ///
    /// Returns `false` if the interaction offered nothing.
    pub(crate) async fn withdraw(&self, channel: ChannelId, interaction: InteractionId) -> bool {
        let mut state = {
            let mut offers = self.offers.lock();
            match offers.get(&channel) {
                Some(offer) if offer.interaction == interaction => {
                    let state = offer.state.subscribe();
                    offers.remove(&channel);
                    state
                }
                _ => return false,
            }
        };
        let finished = state.wait_for(|state| *state != OfferState::InFlight).await;
        finished.is_ok_and(|state| *state == OfferState::Finished { is_sent: true })
    }
}

/// Adds an interaction to a collection and removes those that need not be remembered any more.
fn remember(interactions: &Mutex<HashMap<InteractionId, Instant>>, interaction: InteractionId) {
    let (now, mut interactions) = (Instant::now(), interactions.lock());
    interactions.retain(|_, until| *until > now);
    interactions.insert(interaction, now + CLOSED_FOR);
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIME: Duration = Duration::from_millis(1_500);

    const HERE: ChannelId = ChannelId(1);
    const FIRST: InteractionId = InteractionId::new(1);
    const SECOND: InteractionId = InteractionId::new(2);

    fn offers() -> ResponseOffers {
        let offers = ResponseOffers::new(true, LIFETIME);
        offers.offer(HERE, FIRST, &"token".into());
        offers
    }

    #[tokio::test]
    async fn disabled_offers_are_ignored() {
        let offers = ResponseOffers::new(false, LIFETIME);
        offers.offer(HERE, FIRST, &"token".into());
        assert!(offers.take(HERE).is_none() && !offers.withdraw(HERE, FIRST).await);
    }

    #[tokio::test]
    async fn withdrawn_response_is_not_used() {
        let offers = offers();
        assert!(offers.is_open(HERE) && !offers.is_open(ChannelId(2)));
        assert!(!offers.withdraw(HERE, FIRST).await);
        assert!(!offers.is_open(HERE) && offers.take(HERE).is_none());
    }

    #[tokio::test]
    async fn response_is_used_once() {
        let offers = offers();
        let taken = offers.take(HERE).unwrap();
        assert!(offers.take(HERE).is_none() && !offers.is_open(HERE));
        taken.sent();
        assert!(offers.withdraw(HERE, FIRST).await);
        assert!(!offers.withdraw(HERE, FIRST).await);
        assert!(offers.was_taken(FIRST) && !offers.was_taken(SECOND));
    }

    #[tokio::test(start_paused = true)]
    async fn withdrawal_waits_for_response_that_is_being_sent() {
        for is_accepted in [true, false] {
            let offers = offers();
            let taken = offers.take(HERE).unwrap();
            let sending = async {
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                if is_accepted {
                    taken.sent();
                } else {
                    drop(taken);
                }
            };
            let ((), is_used) = tokio::join!(sending, offers.withdraw(HERE, FIRST));
            assert_eq!(is_used, is_accepted);
        }
    }

    /// An interaction waits for its response even if that takes longer than the lifetime of an offer.
    #[tokio::test(start_paused = true)]
    async fn response_in_flight_is_not_forgotten() {
        let offers = offers();
        let taken = offers.take(HERE).unwrap();
        tokio::time::advance(2 * LIFETIME).await;
        offers.offer(ChannelId(2), SECOND, &"other".into());
        taken.sent();
        tokio::time::advance(2 * LIFETIME).await;
        offers.offer(ChannelId(3), SECOND, &"other".into());
        assert!(offers.withdraw(HERE, FIRST).await);
    }

    #[tokio::test]
    async fn channel_has_at_most_one_offer() {
        let offers = offers();
        offers.offer(HERE, SECOND, &"other".into());
        assert!(!offers.withdraw(HERE, SECOND).await);
        assert_eq!(offers.take(HERE).unwrap().interaction, FIRST);
    }

    #[tokio::test(start_paused = true)]
    async fn response_of_deferred_interaction_is_not_offered() {
        let offers = ResponseOffers::new(true, LIFETIME);
        assert!(!offers.close(HERE, FIRST).await);
        offers.offer(HERE, FIRST, &"token".into());
        assert!(!offers.is_open(HERE));
        offers.offer(HERE, SECOND, &"other".into());
        assert!(offers.is_open(HERE));
    }

    #[tokio::test(start_paused = true)]
    async fn expired_offer_is_replaced() {
        let offers = offers();
        tokio::time::advance(LIFETIME).await;
        assert!(!offers.is_open(HERE) && offers.take(HERE).is_none());
        offers.offer(HERE, SECOND, &"other".into());
        assert!(!offers.withdraw(HERE, FIRST).await);
        assert_eq!(offers.take(HERE).unwrap().interaction, SECOND);
    }
}
