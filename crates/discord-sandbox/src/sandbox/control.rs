//! Controls for tests: the clock, faults, gateway connections, channels and permissions.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::Sandbox;
use crate::clock::Clock;
use crate::faults::{Delivery, Fault, Hold};
use crate::gateway::events;
use crate::gateway::sessions::{Intent, SocketCommand};
use crate::page::update::PageUpdate;
use crate::state::channel::{Channel, ChannelKind};
use crate::state::guild::Guild;
use crate::state::snowflake::Snowflake;

/// A handle for a sandbox's clock.
#[derive(Clone, Debug)]
pub struct SandboxClock(Arc<Clock>);

impl SandboxClock {
    /// Moves timestamps forward, in messages, ids and recorded traffic. Timers and rate limits are not
    /// affected.
    pub fn tick(&self, by: Duration) {
        self.0.tick(by);
    }

    /// Returns the current time of timestamps in Unix milliseconds.
    pub fn unix_ms(&self) -> u64 {
        self.0.unix_ms()
    }
}

/// Methods that control the clock, inject faults and simulate changes made by Discord or its users.
impl Sandbox {
    /// Advances the sandbox's clock by the given duration.
    pub fn advance(&self, by: Duration) {
        self.shared.clock.advance(by);
        self.shared.changes.notify();
    }

    /// Returns a handle for reading the sandbox's clock.
    pub fn clock(&self) -> SandboxClock {
        SandboxClock(Arc::clone(&self.shared.clock))
    }

    /// Returns the number of gateway commands that have not been sent, plus the expired timers whose effects
    /// are pending.
    pub fn pending_work(&self) -> usize {
        self.shared.sessions.unsent() + self.shared.clock.expired()
    }

    /// Returns the number of requests that wait for a [`Hold`] or, with [`Fault::Delay`], for the sandbox's
    /// clock. The bot waits for their responses.
    pub fn waiting_requests(&self) -> usize {
        self.shared.faults.waiting(self.shared.clock.now())
    }

    /// Sets the function that describes the bot's work in progress. Timeout errors contain its text.
    pub fn describe_bot(&self, describe: impl Fn() -> String + Send + 'static) {
        self.shared.describe_bot(Box::new(describe));
    }

    /// Injects a fault into the next `times` matching requests.
    ///
    /// A request matches if it uses the HTTP method `method` (`*` matches any method) and its path without
    /// `/api/v10` starts with `prefix`.
    pub fn fail_next(&self, times: usize, method: &str, prefix: &str, fault: Fault) {
        self.shared.faults.fail(times, method, prefix, fault);
    }

    /// Removes the faults that [`fail_next`](Self::fail_next) has injected and that have not occurred.
    pub fn clear_faults(&self) {
        self.shared.faults.clear();
    }

    /// Injects a fault into all following requests with a multipart body. `None` ends this.
    ///
    /// Simulates a failure that affects only uploads, for example of a proxy.
    pub fn fail_uploads(&self, fault: Option<Fault>) {
        self.shared.faults.fail_uploads(fault);
    }

    /// Holds back all matching requests until the returned [`Hold`] is released or dropped.
    ///
    /// A request matches if it uses the HTTP method `method` (`*` matches any method) and its path without
    /// `/api/v10` starts with `prefix`.
    pub fn hold(&self, method: &str, prefix: &str) -> Hold {
        self.shared.faults.hold(method, prefix, false)
    }

    /// Processes all matching requests, but holds back the responses to them until the returned [`Hold`] is
    /// released or dropped.
    ///
    /// The parameters are those of [`hold`](Self::hold).
    pub fn hold_responses(&self, method: &str, prefix: &str) -> Hold {
        self.shared.faults.hold(method, prefix, true)
    }

    /// Closes all gateway connections without a close frame.
    pub fn drop_gateway(&self) {
        self.shared.sessions.send_to_all(&SocketCommand::Cut);
    }

    /// Alters the data of all following events and the bodies of all following REST responses before the bot
    /// receives them, for example to add fields that Discord may introduce.
    ///
    /// The recorded [traffic](Self::traffic) contains them unaltered.
    pub fn alter_payloads(&self, alter: impl Fn(&mut serde_json::Value) + Send + Sync + 'static) {
        self.shared.faults.alter(alter);
    }

    /// Sends an arbitrary frame over every gateway connection.
    pub fn send_frame(&self, frame: serde_json::Value) {
        self.shared.sessions.send_to_all(&SocketCommand::from(frame));
    }

    /// Sets whether new gateway connections are refused with status 503.
    pub fn refuse_gateway(&self, refused: bool) {
        self.shared.faults.refuse_gateway(refused);
    }

    /// Freezes all current gateway connections, as in a network outage.
    ///
    /// The connections stay open, but the sandbox no longer reads from or writes to them. New connections
    /// work normally.
    pub fn freeze_gateway(&self) {
        self.shared.sessions.send_to_all(&SocketCommand::Freeze);
    }

    /// Closes all gateway connections with a close code, such as 4000 (unknown error) or 4009 (session timed
    /// out).
    pub fn close_gateway(&self, code: u16) {
        self.shared.sessions.send_to_all(&SocketCommand::Close(code, "Closed by a test."));
    }

    /// Asks every shard to reconnect and resume its session (opcode 7).
    pub fn request_reconnect(&self) {
        self.shared.sessions.send_to_all(&SocketCommand::from(events::reconnect()));
    }

    /// Notifies every shard that its session is invalid (opcode 9).
    ///
    /// If `resumable` is `true`, the bot may resume the session.
    pub fn invalidate_sessions(&self, resumable: bool) {
        self.shared.sessions.send_to_all(&SocketCommand::from(events::invalid_session(resumable)));
    }

    /// Refuses the next `times` attempts to resume a session.
    pub fn refuse_resume(&self, times: usize) {
        self.shared.faults.refuse_resumes(times);
    }

    /// Delivers the next interaction to the bot twice.
    pub fn deliver_next_twice(&self) {
        self.shared.faults.deliver_next(Delivery::Twice);
    }

    /// Delays the delivery of the next interaction by the given duration, measured by the sandbox's clock.
    pub fn deliver_next_late(&self, by: Duration) {
        self.shared.faults.deliver_next(Delivery::Late(by));
    }

    /// Drops the next interaction so that the bot never receives it.
    pub fn drop_next(&self) {
        self.shared.faults.deliver_next(Delivery::Never);
    }

    /// Simulates a moderator deleting a message. Returns `false` if the message does not exist.
    pub fn delete_message(&self, id: Snowflake) -> bool {
        self.shared.delete_message(id)
    }

    /// Deletes the channel or thread `name` and its messages. Returns `false` if it does not exist.
    pub fn delete_channel(&self, name: &str) -> bool {
        let (event, data) = {
            let mut world = self.shared.world();
            let Some(channel) = world.channel_named(name).cloned() else { return false };
            let event = match channel.kind {
                ChannelKind::Thread(parent) => (
                    "THREAD_DELETE",
                    json!({"id": channel.id, "guild_id": world.guild, "parent_id": parent, "type": 11}),
                ),
                _ => ("CHANNEL_DELETE", world.channel_json(&channel)),
            };
            world.remove_channel(channel.id);
            event
        };
        self.guild_event(event, &data);
        self.shared.notify_pages(PageUpdate::World);
        true
    }

    /// Creates the thread `name` in the channel `parent`. Returns `false` if the channel does not exist.
    pub fn create_thread(&self, name: &str, parent: &str) -> bool {
        let data = {
            let mut world = self.shared.world();
            let Some(parent) = world.channel_named(parent).cloned() else { return false };
            let id = self.shared.next_id(&mut world);
            let kind = ChannelKind::Thread(parent.id);
            let thread = Channel {
                id,
                name: name.to_owned(),
                kind,
                guild: parent.guild,
                allowed: parent.allowed,
                archived: false,
            };
            world.add_channel(thread.clone());
            world.channel_json(&thread)
        };
        self.guild_event("THREAD_CREATE", &data);
        self.shared.notify_pages(PageUpdate::World);
        true
    }

    /// Archives the thread `name`, as Discord does after a period of inactivity.
    ///
    /// Returns `false` if the thread does not exist or is already archived.
    pub fn archive_thread(&self, name: &str) -> bool {
        let id = self.shared.world().channel_named(name).filter(|one| one.is_thread()).map(|one| one.id);
        id.is_some_and(|id| self.shared.set_archived(id, true))
    }

    /// Revokes some of the bot's permissions in a channel. Returns `false` if the channel does not exist.
    ///
    /// `rights` is a combination of the bits in [`permission`](crate::permission).
    pub fn revoke(&self, channel: &str, rights: u64) -> bool {
        self.permit(channel, |allowed| allowed & !rights)
    }

    /// Grants permissions to the bot in a channel. Returns `false` if the channel does not exist.
    ///
    /// `rights` is a combination of the bits in [`permission`](crate::permission).
    pub fn grant(&self, channel: &str, rights: u64) -> bool {
        self.permit(channel, |allowed| allowed | rights)
    }

    /// Allows all members to use all commands, as a guild's settings for commands can.
    ///
    /// Without this, a command with `default_member_permissions` is available only to members with these
    /// permissions.
    pub fn open_commands_to_all(&self) {
        self.shared.world().are_commands_open = true;
        self.shared.notify_pages(PageUpdate::World);
    }

    /// Removes the bot from the main guild.
    pub fn remove_bot(&self) {
        self.change_membership(|guild| guild.is_member = false);
        self.guild_event("GUILD_DELETE", &json!({"id": self.guild()}));
    }

    /// Adds the bot to the main guild again.
    pub fn add_bot(&self) {
        let joined_unix_ms = self.shared.clock.unix_ms();
        self.change_membership(|guild| (guild.is_member, guild.joined_unix_ms) = (true, joined_unix_ms));
        self.end_outage();
    }

    fn change_membership(&self, change: impl FnOnce(&mut Guild)) {
        let mut world = self.shared.world();
        let main = world.guild;
        world.guilds.get_mut(&main).map(change);
    }

    /// Starts an outage of the main guild: the guild becomes unavailable, but the bot remains a member.
    pub fn start_outage(&self) {
        self.guild_event("GUILD_DELETE", &json!({"id": self.guild(), "unavailable": true}));
    }

    /// Ends an outage of the main guild: the guild becomes available again.
    pub fn end_outage(&self) {
        let data = {
            let world = self.shared.world();
            world.guild(world.guild).map(|guild| events::guild_create(&world, guild))
        };
        self.guild_event("GUILD_CREATE", &data.unwrap_or_default());
    }

    fn guild_event(&self, event: &str, data: &Value) {
        self.shared.dispatch(event, data, Intent::Guilds, Some(self.guild()));
        self.shared.changes.notify();
    }

    fn permit(&self, name: &str, change: impl FnOnce(u64) -> u64) -> bool {
        let Some(id) = self.channel(name) else { return false };
        self.shared.change_channel("CHANNEL_UPDATE", id, |channel| {
            channel.allowed = change(channel.allowed);
            true
        })
    }
}
