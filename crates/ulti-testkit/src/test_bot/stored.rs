//! Access to the bot's stored data.

use std::collections::BTreeSet;

use discord_sandbox::{ActionError, Message, Response, SimulatedUser, Snowflake};
use ulti::table::TableEvent;
use ulti_rules::Event;

use super::TestBot;
use crate::leaks::{self, Journal};
use crate::messages::private_reply;
use crate::{CurrentDeal, JournalReader};

/// Methods that read the journal and other stored data.
impl TestBot {
    /// Returns all events in the newest table's journal.
    pub async fn events(&self) -> Vec<TableEvent> {
        let rows: Vec<String> = sqlx::query_scalar(
            "SELECT event FROM journal WHERE table_id = (SELECT MAX(id) FROM tables) ORDER BY seq",
        )
        .fetch_all(&self.pool)
        .await
        .unwrap();
        rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
    }

    /// Returns the number of events that match the predicate in the newest table's journal.
    pub async fn count(&self, is_so: impl Fn(&TableEvent) -> bool) -> usize {
        self.events().await.iter().filter(|event| is_so(event)).count()
    }

    /// Returns the number of cards played so far at the newest table.
    pub async fn played(&self) -> usize {
        self.count(|event| matches!(event, TableEvent::InDeal { event: Event::Played { .. } })).await
    }

    /// Returns the most recent deal at the newest table.
    pub async fn current_deal(&self) -> CurrentDeal {
        let mut reader = JournalReader::new(self.pool.clone());
        reader.read_new_events().await;
        reader.table.unwrap().deal.unwrap()
    }

    /// Returns the journals of all tables.
    pub async fn journals(&self) -> Vec<Journal> {
        leaks::journals(&self.database()).await
    }

    /// Returns the stored tables, deals and settings as text. Tests compare this text before and after an
    /// action.
    pub async fn stored_state(&self) -> Vec<String> {
        let mut kept = Vec::new();
        for query in [
            "SELECT 'table ' || id || ' ' || COALESCE(ended_at, '') FROM tables ORDER BY id",
            "SELECT table_id || '/' || seq || ' ' || event FROM journal ORDER BY table_id, seq",
            "SELECT 'deal ' || id || ' ' || record FROM deals ORDER BY id",
            "SELECT 'result ' || id || ' ' || points FROM results ORDER BY id",
            "SELECT 'user ' || user_id || COALESCE(language, '') || pings FROM user_settings ORDER BY user_id",
            "SELECT 'server ' || server || COALESCE(language, '') FROM server_settings ORDER BY server",
        ] {
            let rows: Vec<String> = sqlx::query_scalar(query).fetch_all(&self.pool).await.unwrap();
            kept.extend(rows);
        }
        kept
    }

    /// Asserts that an action changes nothing and that its private reply contains every string in `says`.
    /// Returns the reply.
    pub async fn assert_no_effect(
        &self,
        user: &SimulatedUser,
        action: impl Future<Output = Result<Response, ActionError>>,
        says: &[&str],
    ) -> Message {
        let (kept, posted) = (self.stored_state().await, self.posted());
        let reply = private_reply(user, action.await).await;
        let text = reply.text();
        for said in says {
            assert!(text.contains(said), "missing {said:?} in {text:?}");
        }
        assert_eq!(self.stored_state().await, kept, "after {text:?}");
        assert_eq!(self.posted(), posted, "after {text:?}");
        reply
    }

    /// Returns the ids of all public messages in the sandbox's channels.
    fn posted(&self) -> BTreeSet<Snowflake> {
        let someone = self.sandbox.user(&self.sandbox.user_names()[0]);
        let channels = ["ulti", "general", "no-entry"];
        let messages = channels.into_iter().flat_map(|name| someone.in_channel(name).messages());
        messages.filter(|message| !message.is_ephemeral()).map(|message| message.id()).collect()
    }
}
