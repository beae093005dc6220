//! Messages that are posted once.

use std::collections::{BTreeMap, VecDeque};

use crate::board::{Board, Content};
use crate::boards::Boards;
use crate::context::Context;
use crate::ids::{MessageId, StepId, TableId, Time, UserId};
use crate::step::{Accepted, Action, Confirmed, Nonce, Priority, Sent, StepResult};
use crate::steps::{NewStep, NoticeStep, Purpose, Steps};
use crate::timings::{NOTICE_TRIES, Retry, Timings};

#[derive(Debug, Clone)]
struct Notice<M> {
    number: u64,
    content: Content<M>,
    reminds: Option<UserId>,
    /// `true` if the notice is dropped after a failure.
    is_last_attempt: bool,
}

/// The notices of a table.
#[derive(Debug)]
struct TableNotices<M> {
    waiting: VecDeque<Notice<M>>,
    /// The reminder that is displayed, and the user whose turn it is.
    reminder: Option<(UserId, MessageId)>,
    /// Reminders that have to be deleted.
    outdated: Vec<MessageId>,
    step: Option<StepId>,
    /// The notice that is being posted. It is not in the queue meanwhile.
    posting: Option<Notice<M>>,
    retry: Retry,
}

impl<M> Default for TableNotices<M> {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            reminder: None,
            outdated: Vec::new(),
            step: None,
            posting: None,
            retry: Retry::default(),
        }
    }
}

impl<M: Clone> TableNotices<M> {
    /// Begins the step that is due, if any. Posts nothing unless `may_post` is `true`. `turn` is the user
    /// whose turn it is. Returns the time at which another step may be due.
    fn next(
        &mut self,
        table: TableId,
        turn: Option<UserId>,
        (may_post, now): (bool, Time),
        steps: &mut Steps<M>,
    ) -> Option<Time> {
        self.outdated.extend(self.reminder.take_if(|(user, _)| turn != Some(*user)).map(|(_, id)| id));
        if self.step.is_some() {
            return None;
        }
        if let Some(message) = self.outdated.first() {
            self.step = Some(steps.begin(NewStep {
                purpose: Purpose::Notice(table, NoticeStep::Delete),
                priority: Priority::Notice,
                action: Action::Delete(Sent::in_channel(*message)),
                target: Some(*message),
                draw: None,
                attached: None,
            }));
            return None;
        }
        self.waiting.retain(|notice| notice.reminds.is_none_or(|user| turn == Some(user)));
        let may_post = may_post && !steps.is_public_busy();
        let notice = self.waiting.front().filter(|_| may_post)?;
        if self.retry.at > now {
            return Some(self.retry.at);
        }
        self.step = Some(steps.begin(NewStep {
            purpose: Purpose::Notice(table, NoticeStep::Post),
            priority: Priority::Notice,
            action: Action::Post(Nonce::Notice { table, number: notice.number }),
            target: None,
            draw: Some(notice.content.clone()),
            attached: None,
        }));
        None
    }
}

/// The notices of a channel.
#[derive(Debug)]
pub(crate) struct Notices<M>(BTreeMap<TableId, TableNotices<M>>);

impl<M> Default for Notices<M> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<M: Clone> Notices<M> {
    /// Adds a notice.
    pub(crate) fn add(&mut self, table: TableId, number: u64, content: Content<M>, reminds: Option<UserId>) {
        let notices = self.0.entry(table).or_default();
        if notices.waiting.iter().chain(&notices.posting).all(|notice| notice.number != number) {
            notices.waiting.push_back(Notice { number, content, reminds, is_last_attempt: false });
        }
    }

    /// Removes the notices that have not been posted.
    pub(crate) fn clear(&mut self, steps: &mut Steps<M>) {
        for notices in self.0.values_mut() {
            notices.waiting.clear();
            notices.posting.iter_mut().for_each(|notice| notice.is_last_attempt = true);
            notices.step.take_if(|step| steps.cancel(*step));
        }
    }

    /// Returns `true` if a notice of a table has to be posted or deleted, or a reminder is displayed.
    pub(crate) fn has_work(&self, table: TableId) -> bool {
        self.0.get(&table).is_some_and(|notices| {
            let is_displayed = notices.reminder.is_some() || !notices.outdated.is_empty();
            notices.step.is_some() || !notices.waiting.is_empty() || is_displayed
        })
    }

    /// Removes everything about a table.
    pub(crate) fn remove(&mut self, table: TableId, steps: &mut Steps<M>) {
        if let Some(step) = self.0.remove(&table).and_then(|notices| notices.step) {
            steps.cancel(step);
        }
    }

    /// Begins the steps that are due. Returns the time at which another one may be due.
    pub(crate) fn next<B: Board<Message = M>>(
        &mut self,
        context: &Context<'_, B>,
        steps: &mut Steps<M>,
    ) -> Option<Time> {
        let may_post = context.conditions.posts_notices();
        let mut wake: Option<Time> = None;
        for (table, notices) in &mut self.0 {
            let turn = context.boards.get(*table).and_then(B::turn);
            let until = notices.next(*table, turn, (may_post, context.now), steps);
            wake = wake.into_iter().chain(until).min();
        }
        wake
    }

    /// Returns the content of a step that is about to be sent. Returns `None` if the step is obsolete.
    pub(crate) fn confirm<B: Board<Message = M>>(
        &mut self,
        table: TableId,
        (id, step): (StepId, NoticeStep),
        boards: &Boards<B>,
        steps: &Steps<M>,
    ) -> Option<Confirmed<M>> {
        let notices = self.0.get_mut(&table).filter(|notices| notices.step == Some(id))?;
        if step == NoticeStep::Delete {
            return Some(Confirmed::Empty);
        }
        if steps.is_public_busy() {
            notices.step = None;
            return None;
        }
        let turn = boards.get(table).and_then(B::turn);
        let notice = notices.waiting.pop_front();
        notices.posting = notice.filter(|notice| notice.reminds.is_none_or(|user| turn == Some(user)));
        if notices.posting.is_none() {
            notices.step = None;
        }
        notices
            .posting
            .as_ref()
            .map(|notice| Confirmed::Content { content: notice.content.clone(), attached: None })
    }

    /// Records the result of a step.
    pub(crate) fn finished(
        &mut self,
        table: TableId,
        (id, step): (StepId, NoticeStep),
        result: StepResult,
        (now, timings): (Time, &Timings),
    ) {
        let notices = self.0.get_mut(&table).filter(|notices| notices.step == Some(id));
        let Some(notices) = notices else { return };
        notices.step = None;
        // A notice that was not confirmed is still in the queue.
        let posted = notices.posting.take();
        let posted =
            if step == NoticeStep::Post { posted.or_else(|| notices.waiting.pop_front()) } else { posted };
        match (result, posted) {
            _ if step == NoticeStep::Delete => {
                notices.outdated.remove(0);
            }
            (Err(failure), Some(notice))
                if failure.is_temporary()
                    && notices.retry.failures < NOTICE_TRIES
                    && !notice.is_last_attempt =>
            {
                notices.waiting.push_front(notice);
                notices.retry.fail(now, timings);
            }
            (result, posted) => {
                notices.retry = Retry::default();
                let reminds = posted.and_then(|notice| notice.reminds);
                if let (Some(user), Ok(Accepted { message: Some(message), .. })) = (reminds, result) {
                    notices.outdated.extend(notices.reminder.replace((user, message)).map(|(_, id)| id));
                }
            }
        }
    }
}
