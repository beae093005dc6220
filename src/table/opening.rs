//! The settings of a new table.

use super::evening::state::Evening;
use super::{ChannelId, Player, Refusal, Request, ServerId, TableEvent};
use ulti_ai::Level;
use ulti_rules::{RuleSet, RulesSpec};

/// Settings for opening a new table.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// Discord server on which to open the table.
    pub server: ServerId,
    /// Channel or thread in which to open the table.
    pub channel: ChannelId,
    /// Rules of the table.
    pub rules: RuleSet,
    /// Number of deals after which the session ends. `None` if there is no limit.
    pub deals: Option<u32>,
    /// Number of robots to add, capped at the number of free seats. With two or more robots, the first deal
    /// starts immediately.
    pub robots: u8,
    /// Skill level of the robots.
    pub level: Level,
}

impl Opening {
    /// Returns `true` if there are enough robots to start the first deal immediately.
    pub(super) const fn starts_at_once(&self) -> bool {
        self.robots >= 2
    }

    /// Returns the table's first events, which create the table and then seat the host and the robots.
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
