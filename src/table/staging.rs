//! From a table's state to what others may see of it: the scene, and each person's view.

use std::sync::Arc;

use super::command::{Answer, Outcome};
use super::evening::{Account, Current, Evening};
use super::{Chair, DealScene, FinishedDeal, Millis, PlayerId, Scene, SceneStage, Standing, TableId, UserId};
use crate::rules::View;

impl Evening {
    /// The public face of the table.
    pub(super) fn scene(&self, table: TableId, deadline: Option<Millis>) -> Scene {
        Scene {
            table,
            server: self.server,
            channel: self.channel,
            version: self.version,
            host: self.host,
            book: Arc::clone(&self.book),
            deals: self.deals,
            chairs: self
                .chairs
                .iter()
                .map(|seated| Chair {
                    player: seated.player.clone(),
                    stood_in: seated.stood_in,
                    agrees_to_end: seated.agrees_to_end,
                })
                .collect(),
            standings: standings(&self.accounts),
            window: self.window,
            draws: self.draws.clone(),
            stage: match (self.ended, &self.current) {
                (Some(why), _) => SceneStage::Ended(why),
                (None, None) => SceneStage::Lobby,
                (None, Some(current)) if current.is_over() => SceneStage::Between,
                (None, Some(_)) => SceneStage::Dealing,
            },
            deal: self.current.as_ref().map(|current| Arc::new(current.scene())),
            previous: self.previous.as_ref().map(|previous| Arc::new(previous.scene())),
            deadline: deadline.filter(|_| self.awaits_a_person()),
        }
    }

    fn awaits_a_person(&self) -> bool {
        self.turn().is_some_and(|(_, _, player)| !self.is_robots(player))
    }

    /// The current deal through a person's eyes; the public's for one who does not play in it.
    pub(super) fn view_of(&self, user: UserId) -> Option<View> {
        let current = self.current.as_ref()?;
        Some(current.deal.view(current.seat_of(PlayerId::User(user))))
    }

    /// What each person who plays in the current deal may see.
    pub(super) fn eyes(&self) -> Vec<(UserId, Arc<View>)> {
        let Some(current) = &self.current else { return Vec::new() };
        let people = current.seats.iter().filter_map(|(seat, player)| Some((seat, player.id.user()?)));
        people.map(|(seat, user)| (user, Arc::new(current.deal.view(Some(seat))))).collect()
    }

    /// What a person gets back.
    pub(super) fn answer(&self, user: UserId, outcome: Outcome, scene: Arc<Scene>) -> Answer {
        let seat = self.current.as_ref().and_then(|current| current.seat_of(PlayerId::User(user)));
        Answer { outcome, scene, seat, view: self.view_of(user).map(Arc::new) }
    }

    /// The deal that has just ended, as it is kept.
    pub(super) fn finished_deal(&self) -> Option<FinishedDeal> {
        let current = self.current.as_ref().filter(|current| current.is_over())?;
        let settlement = current.deal.settlement()?;
        let record = current.record().inspect_err(|error| {
            tracing::error!(%error, deal = current.number, "a finished deal makes no record");
        });
        Some(FinishedDeal {
            server: self.server,
            number: current.number,
            seats: current.seats.clone().map(|player| player.id),
            names: current.seats.clone().map(|player| player.name),
            helped: current.helped,
            away: current.away,
            declarer: current.deal.contract().map(|(seat, _)| seat),
            contract: current.deal.contract().map(|(_, contract)| contract),
            payments: settlement.payments,
            window: settlement.window,
            record: record.ok()?,
        })
    }
}

impl Current {
    fn scene(&self) -> DealScene {
        let (accounts, window) = self.after.clone().unwrap_or_default();
        DealScene {
            number: self.number,
            dealer: self.dealer.clone(),
            seats: self.seats.clone(),
            view: self.deal.view(None),
            commitment: self.commitment,
            seed: self.is_over().then_some(self.seed),
            standings: standings(&accounts),
            window,
        }
    }
}

fn standings(accounts: &[Account]) -> Vec<Standing> {
    let line = |account: &Account| Standing {
        player: account.player.clone(),
        points: account.points,
        deals: account.deals,
    };
    accounts.iter().map(line).collect()
}
