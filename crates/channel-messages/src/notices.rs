//! Messages that are posted once.

use std::collections::{BTreeMap, VecDeque};

use crate::board::{Board, Content};
use crate::ids::{MessageId, StepId, TableId, Time, UserId};
use crate::step::{Accepted, Action, Confirmed, Nonce, Priority, StepResult};
use crate::steps::{NewStep, NoticeStep, Purpose, Steps};
use crate::timings::{Retry, Timings};

#[derive(Debug)]
struct Notice<M> {
    number: u64,
    content: Content<M>,
    reminds: Option<UserId>,
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
    retry: Retry,
}

impl<M> Default for TableNotices<M> {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            reminder: None,
            outdated: Vec::new(),
            step: None,
            retry: Retry::default(),
        }
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
        if notices.waiting.iter().all(|notice| notice.number != number) {
            notices.waiting.push_back(Notice { number, content, reminds });
        }
    }

    /// Removes the notices that have not been posted.
    pub(crate) fn clear(&mut self, steps: &mut Steps<M>) {
        for notices in self.0.values_mut() {
            let is_posting = notices.step.is_some_and(|step| steps.waiting(step).is_none());
            notices.waiting.truncate(usize::from(is_posting && notices.outdated.is_empty()));
            notices.step.take_if(|step| steps.cancel(*step));
        }
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
        boards: &BTreeMap<TableId, B>,
        now: Time,
        steps: &mut Steps<M>,
    ) -> Option<Time> {
        let mut wake: Option<Time> = None;
        for (table, notices) in &mut self.0 {
            let turn = boards.get(table).and_then(B::turn);
            notices
                .outdated
                .extend(notices.reminder.take_if(|(user, _)| turn != Some(*user)).map(|(_, id)| id));
            if notices.step.is_some() || steps.is_public_busy() {
                continue;
            }
            if let Some(message) = notices.outdated.first() {
                notices.step = Some(steps.begin(NewStep {
                    purpose: Purpose::Notice(*table, NoticeStep::Delete),
                    priority: Priority::Notice,
                    action: Action::Delete(*message),
                    target: Some(*message),
                    draw: None,
                }));
                continue;
            }
            let is_outdated = |notice: &Notice<M>| notice.reminds.is_some_and(|user| turn != Some(user));
            notices.waiting.retain(|notice| !is_outdated(notice));
            let Some(notice) = notices.waiting.front() else { continue };
            if notices.retry.at > now {
                wake = wake.into_iter().chain([notices.retry.at]).min();
                continue;
            }
            notices.step = Some(steps.begin(NewStep {
                purpose: Purpose::Notice(*table, NoticeStep::Post),
                priority: Priority::Notice,
                action: Action::Post(Nonce::Notice { table: *table, number: notice.number }),
                target: None,
                draw: Some(notice.content.clone()),
            }));
        }
        wake
    }

    /// Returns the content of a step that is about to be sent. Returns `None` if the step is obsolete.
    pub(crate) fn confirm<B: Board<Message = M>>(
        &mut self,
        table: TableId,
        step: NoticeStep,
        boards: &BTreeMap<TableId, B>,
    ) -> Option<Confirmed<M>> {
        let notices = self.0.get_mut(&table)?;
        if step == NoticeStep::Delete {
            return Some(Confirmed::Empty);
        }
        let turn = boards.get(&table).and_then(B::turn);
        let notice = notices.waiting.front();
        let notice = notice.filter(|notice| notice.reminds.is_none_or(|user| turn == Some(user)));
        if notice.is_none() {
            notices.step = None;
        }
        notice.map(|notice| Confirmed::Content(notice.content.clone()))
    }

    /// Records the result of a step.
    pub(crate) fn finished(
        &mut self,
        table: TableId,
        step: NoticeStep,
        result: StepResult,
        (now, timings): (Time, &Timings),
    ) {
        let Some(notices) = self.0.get_mut(&table) else { return };
        notices.step = None;
        match result {
            _ if step == NoticeStep::Delete => {
                notices.outdated.remove(0);
            }
            Err(failure) if failure.is_temporary() && !notices.retry.is_given_up() => {
                notices.retry.fail(now, timings);
            }
            result => {
                notices.retry = Retry::default();
                let posted = notices.waiting.pop_front();
                let reminds = posted.and_then(|notice| notice.reminds);
                if let (Some(user), Ok(Accepted { message: Some(message), .. })) = (reminds, result) {
                    notices.outdated.extend(notices.reminder.replace((user, message)).map(|(_, id)| id));
                }
            }
        }
    }
}
