//! The recorded traffic, and the checks at the end of a test.

use discord_sandbox::{Exchange, Protocol, Sandbox, Sender, Snowflake, Violation};
use serde_json::{Value, json};
use ulti::table::TableEvent;

use super::TestBot;
use crate::leaks;
use crate::messages::private_reply;

/// Asserts that the bot sent no key of a message in place of its text, such as `⟨table-turn⟩`.
fn assert_no_raw_keys(traffic: &[Exchange]) {
    let sent = traffic.iter().filter(|one| one.from == Sender::Bot).map(|one| one.body.to_string());
    let raw: Vec<String> = sent.filter(|body| body.contains('⟨')).collect();
    assert!(raw.is_empty(), "messages contain keys: {raw:#?}");
}

/// Methods that inspect the traffic recorded by the sandbox.
impl TestBot {
    /// Returns the response status codes of all requests with the given method and path prefix. The method
    /// `*` matches every method.
    pub fn response_statuses(&self, method: &str, prefix: &str) -> Vec<u16> {
        let traffic = self.sandbox.traffic().into_iter();
        let of_kind = traffic.filter(|one| {
            (method == "*" || one.method.as_deref() == Some(method))
                && one.path.as_deref().is_some_and(|path| path.starts_with(prefix))
        });
        of_kind.filter_map(|one| one.status).collect()
    }

    /// Returns the path of the webhook with which the response to an interaction is edited.
    ///
    /// # Panics
    ///
    /// Panics if the sandbox has not sent the interaction.
    pub fn webhook_path(&self, interaction: Snowflake) -> String {
        let traffic = self.sandbox.traffic();
        let mut events = traffic.iter().map(|exchange| &exchange.body["d"]);
        let sent = events.find(|event| event["id"] == interaction.to_string()).unwrap();
        let field = |name: &str| sent[name].as_str().unwrap();
        format!("/webhooks/{}/{}", field("application_id"), field("token"))
    }

    /// Returns the number of recorded gateway events with the given name.
    pub fn gateway_event_count(&self, event: &str) -> usize {
        count_gateway_events(&self.sandbox, event)
    }

    /// Waits until the gateway has sent the given event at least `times` times.
    pub async fn until_gateway_event(&self, event: &str, times: usize) {
        let wanted = |sandbox: &Sandbox| count_gateway_events(sandbox, event) >= times;
        self.advance_until(wanted).await;
    }
}

/// Methods that stop the bot at the end of a test and check for errors.
impl TestBot {
    /// Stops the bot and asserts that it did not violate any of Discord's rules.
    pub async fn end(self) {
        self.end_expecting(&[]).await;
    }

    /// Stops the bot and asserts that every recorded violation contains one of the `expected` strings.
    pub async fn end_expecting(mut self, expected: &[&str]) {
        self.stop_bot().await;
        self.pool.close().await;
        assert_violations(self.sandbox.violations(), expected);
        assert_no_raw_keys(&self.sandbox.traffic());
    }

    /// Stops the bot and asserts that it violated none of Discord's rules, sent no messages that allow
    /// mentions, and leaked no cards.
    pub async fn end_without_leaks(self) {
        self.end_without_leaks_expecting(&[]).await;
    }

    /// Runs the same checks as [`Self::end_without_leaks`], but allows violations that contain one of the
    /// `expected` strings.
    pub async fn end_without_leaks_expecting(mut self, expected: &[&str]) {
        self.assert_answers().await;
        self.stop_bot().await;
        self.pool.close().await;
        assert_violations(self.sandbox.violations(), expected);
        let traffic = self.sandbox.traffic();
        assert_no_raw_keys(&traffic);
        let loud: Vec<&Value> = traffic
            .iter()
            .filter(|one| one.protocol == Protocol::Rest && one.from == Sender::Bot)
            .map(|one| one.body.get("data").unwrap_or(&one.body))
            .filter(|body| body.get("content").is_some() && body["allowed_mentions"]["parse"] != json!([]))
            .collect();
        assert!(loud.is_empty(), "messages allow mentions: {loud:#?}");
        let journals = self.journals().await;
        let in_flight = if self.settings.is_real_time { leaks::IN_FLIGHT } else { leaks::IN_FLIGHT_TICKS };
        let found = leaks::leaks_within(&traffic, &journals, in_flight);
        assert!(found.is_empty(), "{found:#?}");
        let mut events = journals.iter().flat_map(|journal| &journal.events);
        if events.any(|(_, event)| matches!(event, TableEvent::DealBegan { .. })) {
            assert!(leaks::cards_shown(&traffic, &journals) > 10, "scan sees no cards");
        }
    }

    async fn assert_answers(&self) {
        let someone = self.sandbox.user(&self.sandbox.user_names()[0]).in_channel("general");
        private_reply(&someone, someone.command("rules page", []).await).await;
    }
}

fn count_gateway_events(sandbox: &Sandbox, event: &str) -> usize {
    sandbox.traffic().iter().filter(|one| one.protocol == Protocol::Gateway && one.body["t"] == event).count()
}

/// Asserts that every violation contains one of the `expected` strings.
fn assert_violations(violations: Vec<Violation>, expected: &[&str]) {
    let is_expected = |one: &String| expected.iter().any(|part| one.contains(part));
    let unexpected: Vec<String> =
        violations.into_iter().map(|one| one.to_string()).filter(|one| !is_expected(one)).collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
}
