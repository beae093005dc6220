//! A person at the stand-in: what a test, or a page in the browser, does in someone's name.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::answer::{Answer, Choice, Failure};
use super::hub::{Hub, News, Wish};
use super::interaction::{Deed, Outcome};
use super::invocation::{Given, Typist};
use super::message::Message;
use super::snowflake::Id;
use super::widgets;

/// Someone, at a place.
#[derive(Clone, Debug)]
pub struct Person {
    hub: Arc<Hub>,
    user: Id,
    channel: Id,
    /// Nobody of this name, or no such channel: whatever they do is refused with this sentence.
    trouble: Option<String>,
}

impl Person {
    pub(super) fn new(hub: Arc<Hub>, name: &str) -> Self {
        let (user, channel) = {
            let world = hub.world();
            let user = world.people.iter().find(|human| human.name == name).map(|human| human.id);
            (user, world.channels.keys().next().copied())
        };
        let trouble = user.is_none().then(|| format!("Nobody here is called {name}."));
        Self { hub, user: user.unwrap_or(Id(0)), channel: channel.unwrap_or(Id(0)), trouble }
    }

    pub(super) fn at(hub: Arc<Hub>, user: Id, channel: Id) -> Self {
        Self { hub, user, channel, trouble: None }
    }

    /// Their id.
    pub fn id(&self) -> Id {
        self.user
    }

    /// Where they are.
    pub fn channel(&self) -> Id {
        self.channel
    }

    /// The same person in a channel of the guild.
    #[must_use]
    pub fn in_channel(&self, name: &str) -> Self {
        let found = self.hub.world().channel_named(name).map(|channel| channel.id);
        self.moved(found, || format!("There is no channel #{name}."))
    }

    /// The same person in the direct messages with the bot.
    #[must_use]
    pub fn in_dm(&self) -> Self {
        let found = self.hub.world().direct(self.user).map(|channel| channel.id);
        self.moved(found, || "There are no direct messages.".to_owned())
    }

    fn moved(&self, to: Option<Id>, trouble: impl FnOnce() -> String) -> Self {
        let lost = || to.is_none().then(trouble);
        let trouble = self.trouble.clone().or_else(lost);
        Self { hub: Arc::clone(&self.hub), user: self.user, channel: to.unwrap_or(Id(0)), trouble }
    }

    /// Sets the language of their Discord client (`hu`, `en-US`, …), for later interactions.
    pub fn speak(&self, locale: &str) {
        if let Some(human) = self.hub.world().people.iter_mut().find(|human| human.id == self.user) {
            locale.clone_into(&mut human.locale);
        }
        self.hub.tell(News::World);
    }

    /// Invokes a slash command: `ulti new`, with its options.
    pub async fn command<'a>(
        &self,
        path: &str,
        options: impl IntoIterator<Item = (&'a str, Value)>,
    ) -> Result<Answer, Failure> {
        let path: Vec<&str> = path.trim_start_matches('/').split_whitespace().collect();
        let given = |(name, value): (&str, Value)| Given { name: name.to_owned(), value, focused: false };
        let given: Vec<Given> = options.into_iter().map(given).collect();
        self.invoke(&path, &given).await
    }

    pub(super) async fn invoke(&self, path: &[&str], given: &[Given]) -> Result<Answer, Failure> {
        let wish = self.typed(Deed::Command, path, given)?;
        self.done(wish).await
    }

    /// The suggestions while typing `typed` into an option.
    pub async fn autocomplete(&self, path: &str, option: &str, typed: &str) -> Result<Vec<Choice>, Failure> {
        self.autocomplete_with(path, [], option, typed).await
    }

    /// The same, with other options filled in already.
    pub async fn autocomplete_with<'a>(
        &self,
        path: &str,
        options: impl IntoIterator<Item = (&'a str, Value)>,
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, Failure> {
        let path: Vec<&str> = path.trim_start_matches('/').split_whitespace().collect();
        let given = |(name, value): (&str, Value)| Given { name: name.to_owned(), value, focused: false };
        let mut given: Vec<Given> = options.into_iter().map(given).collect();
        given.push(Given { name: option.to_owned(), value: json!(typed), focused: true });
        self.suggest(&path, &given).await
    }

    pub(super) async fn suggest(&self, path: &[&str], given: &[Given]) -> Result<Vec<Choice>, Failure> {
        let wish = self.typed(Deed::Autocomplete, path, given)?;
        let id = self.hub.wish(wish);
        let Outcome::Choices(choices) = self.outcome(id).await? else { return Err(Failure::NoAnswer) };
        let read = |choice: Value| Choice {
            name: choice["name"].as_str().unwrap_or_default().to_owned(),
            value: choice["value"].clone(),
        };
        Ok(choices.into_iter().map(read).collect())
    }

    fn typed(&self, deed: Deed, path: &[&str], given: &[Given]) -> Result<Wish, Failure> {
        self.here()?;
        let world = self.hub.world();
        let typist = Typist { world: &world, user: self.user, channel: self.channel };
        let data = typist.type_in(path, given).map_err(Failure::Refused)?;
        let name = Some(path.join(" "));
        Ok(Wish { deed, user: self.user, channel: self.channel, data, name, source: None })
    }

    /// Presses a button of a message, as it stands now, by its label or custom id.
    pub async fn press(&self, message: &Message, button: &str) -> Result<Answer, Failure> {
        self.press_on(message.id(), button).await
    }

    pub(super) async fn press_on(&self, message: Id, button: &str) -> Result<Answer, Failure> {
        let now = self.see(message)?;
        let data = widgets::press(&now, button).map_err(Failure::Refused)?;
        self.used(&now, data).await
    }

    /// Sends a press of a button that need not exist or be enabled: what a forged or a late client does. The
    /// message itself must be one this person sees.
    pub async fn press_raw(&self, message: Id, custom_id: &str) -> Result<Answer, Failure> {
        let now = self.see(message)?;
        self.used(&now, json!({"custom_id": custom_id, "component_type": 2, "id": 0})).await
    }

    /// Chooses values in a menu of a message, by the menu's custom id or placeholder.
    pub async fn select(&self, message: &Message, menu: &str, values: &[&str]) -> Result<Answer, Failure> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        self.select_on(message.id(), menu, &values).await
    }

    pub(super) async fn select_on(
        &self,
        message: Id,
        menu: &str,
        values: &[String],
    ) -> Result<Answer, Failure> {
        let now = self.see(message)?;
        let data = widgets::select(&self.hub.world(), &now, menu, values).map_err(Failure::Refused)?;
        self.used(&now, data).await
    }

    /// Sends a choice in a menu that need not exist or offer this: what a forged or a late client does.
    pub async fn select_raw(&self, message: Id, custom_id: &str, values: &[&str]) -> Result<Answer, Failure> {
        let now = self.see(message)?;
        self.used(&now, json!({"custom_id": custom_id, "component_type": 3, "id": 0, "values": values})).await
    }

    async fn used(&self, message: &Message, data: Value) -> Result<Answer, Failure> {
        let (user, channel, source) = (self.user, message.channel(), Some(message.id()));
        self.done(Wish { deed: Deed::Component, user, channel, data, name: None, source }).await
    }

    /// Fills in and submits the modal that the bot asked for.
    pub async fn submit(&self, modal: &str, fields: &[(&str, &str)]) -> Result<Answer, Failure> {
        self.here()?;
        let wish = widgets::submit(&self.hub.world(), (self.user, self.channel), modal, fields);
        self.done(wish.map_err(Failure::Refused)?).await
    }

    /// Sends an interaction in these words, whatever they say: what no client does. Only its number and its
    /// token are made here, so that it can be answered.
    pub async fn forge(&self, payload: Value) -> Result<Answer, Failure> {
        self.here()?;
        let deed = match payload["type"].as_u64() {
            Some(3) => Deed::Component,
            Some(4) => Deed::Autocomplete,
            Some(5) => Deed::Modal,
            _ => Deed::Command,
        };
        let (data, source) = (payload["data"].clone(), Id::of(&payload["message"]["id"]));
        let wish = Wish { deed, user: self.user, channel: self.channel, data, name: None, source };
        let id = self.hub.wish_in_words(wish, |real| {
            let mut forged = payload;
            if let Some(forged) = forged.as_object_mut() {
                forged.insert("id".to_owned(), real["id"].clone());
                forged.insert("token".to_owned(), real["token"].clone());
            }
            forged
        });
        self.answer(id).await
    }

    /// Writes an ordinary message.
    pub fn say(&self, text: &str) -> Result<Message, Failure> {
        self.here()?;
        if text.is_empty() || text.chars().count() > 2000 {
            return Err(Failure::Refused("A message has 1 to 2000 characters.".to_owned()));
        }
        let mut post = self.hub.blank(self.channel, None, None);
        post.author = self.user;
        post.body["author"] = self.hub.world().user(self.user).unwrap_or_default();
        post.body["content"] = json!(text);
        Ok(Message::new(self.hub.publish(post)))
    }

    /// Dismisses an ephemeral message: this person sees it no more.
    pub fn dismiss(&self, message: Id) -> Result<(), Failure> {
        let now = self.see(message)?;
        if !now.is_ephemeral() {
            return Err(Failure::Refused("Only a message that you alone see can be dismissed.".to_owned()));
        }
        self.hub.world().dismissed.insert(message);
        let readers = super::traffic::Readers::Only(self.user);
        self.hub.tell(News::Deleted { id: message, channel: now.channel(), readers });
        Ok(())
    }

    /// All that this person sees here now, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        self.hub.world().seen(self.user, self.channel).into_iter().map(Message::new).collect()
    }

    /// One message as it stands now, in whichever channel, if this person sees it.
    pub fn message(&self, id: Id) -> Option<Message> {
        let world = self.hub.world();
        let post = world.posts.get(&id).filter(|post| world.sees(self.user, post));
        post.map(|post| Message::new(post.body.clone()))
    }

    /// Waits until what this person sees here is as wanted.
    pub async fn until(
        &self,
        wanted: impl Fn(&[Message]) -> bool,
        patience: Duration,
    ) -> Result<Vec<Message>, Failure> {
        let mut changes = self.hub.changes();
        let seen = async {
            loop {
                let seen = self.messages();
                if wanted(&seen) {
                    return seen;
                }
                if changes.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        tokio::time::timeout(patience, seen).await.map_err(|_| {
            let lines: Vec<String> =
                self.messages().iter().map(|message| message.json().to_string()).collect();
            Failure::NotSeen { waited: patience, seen: lines.join("\n"), traffic: self.hub.traffic.print() }
        })
    }

    fn here(&self) -> Result<(), Failure> {
        match &self.trouble {
            Some(trouble) => Err(Failure::Refused(trouble.clone())),
            None if self.hub.world().channels.contains_key(&self.channel) => Ok(()),
            None => Err(Failure::Refused("This channel does not exist any more.".to_owned())),
        }
    }

    fn see(&self, message: Id) -> Result<Message, Failure> {
        if let Some(trouble) = &self.trouble {
            return Err(Failure::Refused(trouble.clone()));
        }
        self.message(message).ok_or_else(|| Failure::Refused("You can't see this message.".to_owned()))
    }

    async fn done(&self, wish: Wish) -> Result<Answer, Failure> {
        let id = self.hub.wish(wish);
        self.answer(id).await
    }

    async fn answer(&self, id: Id) -> Result<Answer, Failure> {
        let (message, updated, modal) = match self.outcome(id).await? {
            Outcome::Message(message) => (Some(message), false, None),
            Outcome::Updated(message) => (message, true, None),
            Outcome::Modal(modal) => (None, false, Some(modal)),
            Outcome::Choices(_) => (None, false, None),
            Outcome::TooLate => return Err(Failure::NoAnswer),
        };
        let message = message.and_then(|message| self.message(message));
        let flags = message.as_ref().map_or(0, Message::flags);
        Ok(Answer { interaction: id, message, flags, updated, modal })
    }

    /// Waits for the bot's first answer; the hub gives up after three seconds.
    async fn outcome(&self, id: Id) -> Result<Outcome, Failure> {
        let mut changes = self.hub.changes();
        loop {
            let outcome = self.hub.world().interactions.get(&id).and_then(|i| i.outcome.clone());
            match outcome {
                Some(Outcome::TooLate) => return Err(Failure::NoAnswer),
                Some(outcome) => return Ok(outcome),
                None => {}
            }
            if changes.changed().await.is_err() {
                return Err(Failure::NoAnswer);
            }
        }
    }
}
