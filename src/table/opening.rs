//! The settings of a new table.

use super::evening::state::Evening;
use super::{ChannelId, Player, Refusal, Request, ServerId, TableEvent, TableId};
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
    /// Time in seconds after which each next deal begins by itself. `None` if a player begins it.
    pub pause: Option<u32>,
    /// Skill level of each robot to add. Robots beyond the number of free seats are omitted.
    ///
    /// With two or more robots, the first deal starts immediately, unless somebody else is invited.
    pub robots: Vec<Level>,
    /// Ended table whose players are invited. `None` if nobody is invited.
    pub follows: Option<TableId>,
}

impl Opening {
    /// Returns `true` if there are enough robots to start the first deal immediately.
    pub(super) const fn starts_at_once(&self) -> bool {
        self.robots.len() >= 2
    }

    /// Returns the table's first events, which create the table and then seat the host and the robots.
    pub(super) fn events(&self, rules: RulesSpec, request: &Request) -> Result<Vec<TableEvent>, Refusal> {
        let (server, channel, host) = (self.server, self.channel, request.user);
        let (deals, follows) = (self.deals, self.follows);
        let player = Player::person(host, request.name.clone());
        let set_up = TableEvent::SetUp { server, channel, host, rules, deals, follows };
        let mut events = vec![set_up, TableEvent::Joined { player }];
        events.extend(self.pause.map(|seconds| TableEvent::PauseChanged { seconds: Some(seconds) }));
        for level in self.robots.iter().take(self.rules.most_players() - 1) {
            let so_far = Evening::from_events(&events).map_err(|error| {
                tracing::error!(%error, "failed to create new table");
                Refusal::Gone
            })?;
            events.push(TableEvent::Joined { player: so_far.new_robot(*level) });
        }
        Ok(events)
    }
}
