//! The settings of a new table.

use super::evening::state::Evening;
use super::{ChannelId, Player, Refusal, Request, ServerId, TableEvent};
use ulti_ai::Level;
use ulti_rules::{RuleSet, RulesSpec};

/// The settings of a new table.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// Discord server of the table.
    pub server: ServerId,
    /// Channel or thread of the table.
    pub channel: ChannelId,
    /// Rules of the table.
    pub rules: RuleSet,
    /// Number of deals after which the evening ends; `None` for no limit.
    pub deals: Option<u32>,
    /// Number of robots to add, limited by the number of free seats. With two or more robots the first deal
    /// starts immediately.
    pub robots: u8,
    /// Playing strength of the robots.
    pub level: Level,
}

impl Opening {
    /// Returns `true` if the robots fill the table, so that the first deal starts immediately.
    pub(super) const fn starts_at_once(&self) -> bool {
        self.robots >= 2
    }

    /// Returns the first events of a new table: the table is opened, and the host and the robots join.
    pub(super) fn events(&self, rules: RulesSpec, request: &Request) -> Result<Vec<TableEvent>, Refusal> {
        let (server, channel, host, deals) = (self.server, self.channel, request.user, self.deals);
        let player = Player::person(host, request.name.clone());
        let mut events =
            vec![TableEvent::SetUp { server, channel, host, rules, deals }, TableEvent::Joined { player }];
        let robots = usize::from(self.robots).min(self.rules.most_players() - 1);
        for _ in 0..robots {
            let so_far = Evening::from_events(&events).map_err(|error| {
                tracing::error!(%error, "failed to create new table");
                Refusal::Gone
            })?;
            events.push(TableEvent::Joined { player: so_far.new_robot(self.level) });
        }
        Ok(events)
    }
}
