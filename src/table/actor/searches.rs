//! Decision of claims, and of the cost of leaving. Both are searched to the end of the deal, which takes too
//! long for an async thread.

use std::sync::Arc;

use tokio::time::timeout;

use super::Actor;
use super::shared::SEARCH_TIME;
use crate::table::command::{Command, Refusal, Request};
use crate::table::early_end::{AgreedEnd, EarlyEnd};
use crate::table::evening::change::Change;
use crate::table::evening::judge::Judgement;
use crate::table::evening::state::Evening;
use crate::table::{PlayerId, UnixMillis};
use ulti_rules::Action;

impl Actor {
    /// Judges a person's request. `now` is the time on the game clock.
    pub(super) async fn judge(&mut self, request: &Request, now: UnixMillis) -> Result<Judgement, Refusal> {
        let needs_search = matches!(
            request.command,
            Command::Act { action: Action::Claim | Action::Leave, .. }
                | Command::Leave { .. }
                | Command::EndEarly(AgreedEnd { action: EarlyEnd::Claim, .. })
        );
        let Request { user, name, command, .. } = request.clone();
        let shared = Arc::clone(&self.shared);
        let judge =
            move |evening: &Evening| evening.judge(user, &name, &command, &mut || shared.next_seed(), now);
        self.decide(needs_search, judge).await
    }

    /// Judges an action that a robot chose. `missed` and `now` are passed to [`Evening::judge_robot`].
    pub(super) async fn judge_robot(
        &mut self,
        player: PlayerId,
        action: Action,
        missed: Option<u8>,
        now: UnixMillis,
    ) -> Result<Change, Refusal> {
        let judge = move |evening: &Evening| evening.judge_robot(player, action, missed, now);
        self.decide(action == Action::Claim, judge).await
    }

    /// Runs `judge` with the state of the table, on a thread for long computations if it needs a search.
    ///
    /// The actor handles no other message until the request is decided, so the state cannot change meanwhile.
    ///
    /// # Errors
    /// Returns [`Refusal::Busy`] if the search did not end in time.
    async fn decide<T: Send + 'static>(
        &mut self,
        needs_search: bool,
        judge: impl FnOnce(&Evening) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        if !needs_search {
            return judge(&self.evening);
        }
        let evening = self.evening.clone();
        let decided = timeout(SEARCH_TIME, self.shared.searches.think(move |_| judge(&evening))).await;
        decided.ok().flatten().unwrap_or_else(|| {
            tracing::warn!(table = %self.id, "search for request timed out");
            Err(Refusal::Busy)
        })
    }
}
