//! What a test may do to the bot: move time, make requests fail, cut connections, take permissions away.

use std::time::Duration;

use serde_json::{Value, json};

use super::channel::{Channel, ChannelKind};
use super::faults::{Delivery, Fault, Hold};
use super::hub::News;
use super::sessions::{Intent, Out};
use super::snowflake::Id;
use super::{Playground, events};

/// Misbehaviour, and other acts of fate.
impl Playground {
    /// Moves the stand-in's time forward.
    pub fn advance(&self, by: Duration) {
        self.hub.clock.advance(by);
        self.hub.changed();
    }

    /// The next `times` requests of this method (`*`: any) whose path after `/api/v10` starts with `prefix` meet
    /// this fault.
    pub fn fail_next(&self, times: usize, method: &str, prefix: &str, fault: Fault) {
        self.hub.faults.fail(times, method, prefix, fault);
    }

    /// From now on requests of this method and path are taken and kept, until the hold is released or dropped.
    pub fn hold(&self, method: &str, prefix: &str) -> Hold {
        self.hub.faults.hold(method, prefix)
    }

    /// Cuts every gateway connection, without a close frame.
    pub fn drop_gateway(&self) {
        self.hub.sessions.order(&self.hub, &Out::Cut);
    }

    /// Sends every shard a frame of the gateway, whatever it says.
    pub fn send_frame(&self, frame: serde_json::Value) {
        self.hub.sessions.order(&self.hub, &Out::Frame(frame));
    }

    /// Takes no new connection to the gateway (503), or takes them again.
    pub fn refuse_gateway(&self, refused: bool) {
        self.hub.faults.refuse_gateway(refused);
    }

    /// From now on nothing is read from the gateway's connections or written to them, and they stay open: a
    /// network that has gone away without a word. New connections work.
    pub fn freeze_gateway(&self) {
        self.hub.sessions.order(&self.hub, &Out::Freeze);
    }

    /// Closes every gateway connection with a code (4000: unknown error, resume; 4009: session timed out; …).
    pub fn close_gateway(&self, code: u16) {
        self.hub.sessions.order(&self.hub, &Out::Close(code, "As told."));
    }

    /// Asks every shard to reconnect and resume (op 7).
    pub fn ask_reconnect(&self) {
        self.hub.sessions.order(&self.hub, &Out::Frame(events::reconnect()));
    }

    /// Tells every shard that its session is invalid (op 9).
    pub fn invalidate_sessions(&self, resumable: bool) {
        self.hub.sessions.order(&self.hub, &Out::Frame(events::invalid_session(resumable)));
    }

    /// Refuses the next `times` attempts to resume.
    pub fn refuse_resume(&self, times: usize) {
        self.hub.faults.refuse_resumes(times);
    }

    /// Delivers the next interaction twice.
    pub fn deliver_next_twice(&self) {
        self.hub.faults.deliver_next(Delivery::Twice);
    }

    /// Delivers the next interaction so much later, by the stand-in's clock.
    pub fn deliver_next_late(&self, by: Duration) {
        self.hub.faults.deliver_next(Delivery::Late(by));
    }

    /// Never delivers the next interaction.
    pub fn lose_next(&self) {
        self.hub.faults.deliver_next(Delivery::Never);
    }

    /// Deletes a message, as a moderator might. False if it is gone already.
    pub fn delete_message(&self, id: Id) -> bool {
        self.hub.remove(id)
    }

    /// Deletes a channel or a thread with all that is in it. False if there is none of this name.
    pub fn delete_channel(&self, name: &str) -> bool {
        let (event, data) = {
            let mut world = self.hub.world();
            let Some(channel) = world.channel_named(name).cloned() else { return false };
            let told = match channel.kind {
                ChannelKind::Thread(parent) => (
                    "THREAD_DELETE",
                    json!({"id": channel.id, "guild_id": world.guild, "parent_id": parent, "type": 11}),
                ),
                _ => ("CHANNEL_DELETE", world.channel_json(&channel)),
            };
            world.close(channel.id);
            told
        };
        self.guild_event(event, &data);
        self.hub.tell(News::World);
        true
    }

    /// Opens a thread in a channel. False if there is no such channel.
    pub fn open_thread(&self, name: &str, parent: &str) -> bool {
        let data = {
            let mut world = self.hub.world();
            let Some(parent) = world.channel_named(parent).cloned() else { return false };
            let id = self.hub.id(&mut world);
            let kind = ChannelKind::Thread(parent.id);
            let thread =
                Channel { id, name: name.to_owned(), kind, allowed: parent.allowed, archived: false };
            world.channels.insert(id, thread.clone());
            world.channel_json(&thread)
        };
        self.guild_event("THREAD_CREATE", &data);
        self.hub.tell(News::World);
        true
    }

    /// Archives a thread, as happens to one that nobody has written in for a while. False if there is none.
    pub fn archive_thread(&self, name: &str) -> bool {
        let id = self.hub.world().channel_named(name).filter(|one| one.is_thread()).map(|one| one.id);
        id.is_some_and(|id| self.hub.set_archived(id, true))
    }

    /// Takes permissions (bits of [`permission`](super::permission)) from the bot in a channel. False if there is no such channel.
    pub fn revoke(&self, channel: &str, rights: u64) -> bool {
        self.permit(channel, |allowed| allowed & !rights)
    }

    /// Gives the bot permissions in a channel. False if there is no such channel.
    pub fn grant(&self, channel: &str, rights: u64) -> bool {
        self.permit(channel, |allowed| allowed | rights)
    }

    /// Removes the bot from the guild, whether it is connected or not.
    pub fn remove_bot(&self) {
        self.hub.world().is_member = false;
        self.guild_event("GUILD_DELETE", &json!({"id": self.guild()}));
    }

    /// Adds the bot to the guild again.
    pub fn add_bot(&self) {
        self.hub.world().is_member = true;
        self.guild_event("GUILD_CREATE", &events::guild_create(&self.hub));
    }

    /// The guild can't be reached from now on, which is no removal.
    pub fn begin_outage(&self) {
        self.guild_event("GUILD_DELETE", &json!({"id": self.guild(), "unavailable": true}));
    }

    /// The guild can be reached again.
    pub fn end_outage(&self) {
        self.guild_event("GUILD_CREATE", &events::guild_create(&self.hub));
    }

    fn guild_event(&self, event: &str, data: &Value) {
        self.hub.sessions.dispatch(&self.hub, event, data, Intent::Guilds, Some(self.guild()));
        self.hub.changed();
    }

    fn permit(&self, name: &str, change: impl FnOnce(u64) -> u64) -> bool {
        let (data, guild) = {
            let mut world = self.hub.world();
            let Some(id) = world.channel_named(name).map(|channel| channel.id) else { return false };
            let Some(channel) = world.channels.get_mut(&id) else { return false };
            channel.allowed = change(channel.allowed);
            let channel = channel.clone();
            (world.channel_json(&channel), world.guild)
        };
        self.hub.sessions.dispatch(&self.hub, "CHANNEL_UPDATE", &data, Intent::Guilds, Some(guild));
        true
    }
}
