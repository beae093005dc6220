//! Messages for rejected commands: the reason, and what the user can do instead.

use std::time::Duration;

use crate::table::{
    ChannelId, Command, IllegalHere, JournalError, LeavingCosts, LimitScope, NextAction, Player, Refusal,
    TableId, TooManyTables,
};
use crate::text::{self, Lang, Text, args};
use ulti_rules::{BySeat, IllegalAction, ScoredGame, Seat, Settlement};

use super::buttons::{ask, button, danger, rows, success};
use super::game::early_end::{early_end, early_end_question};
use super::game::expensive_talon::{expensive_talon, expensive_talon_question};
use super::game::hand::open_hand;
use super::game::unwinnable::{unwinnable, unwinnable_question};
use super::{Appearance, Message};

/// The rate limit that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitKind {
    /// Limit on interactions per user.
    Person,
    /// Limit on interactions per server.
    Server,
    /// Limit on expensive operations, such as drawing pictures.
    Work,
}

/// Returns the text that explains why a command was rejected.
pub fn refused(refused: &Refusal, appearance: Appearance) -> String {
    match refused {
        Refusal::TooFew(seated) => appearance.with("lobby-needs-three", args![seated = *seated]),
        Refusal::Full { seats } => appearance.with("lobby-full", args![seats = *seats]),
        Refusal::NoSeatFree { seats, robot } => appearance.no_seat_free(*seats, *robot),
        Refusal::LeavingCosts(costs) => appearance.leaving(costs),
        Refusal::Unconfirmed(unconfirmed) => unwinnable_question(unconfirmed, appearance),
        Refusal::ExpensiveTalon(asked) => expensive_talon_question(asked, appearance),
        Refusal::EarlyEnd(question) => early_end_question(question, appearance),
        Refusal::TooMany(many) => appearance.too_many(many),
        Refusal::OnlyHostCloses(host) => {
            appearance.with("lobby-only-host-closes", args![name = appearance.player(host)])
        }
        Refusal::OnlyHostSets(host) => {
            appearance.with("lobby-only-host-sets", args![name = appearance.player(host)])
        }
        Refusal::InvitedPlayer(user) => {
            appearance.with("invite-player", args![mention = format!("<@{user}>")])
        }
        Refusal::InvitedAlready(user) => {
            appearance.with("invite-already", args![mention = format!("<@{user}>")])
        }
        Refusal::TooManyInvited { most } => appearance.with("invite-too-many", args![most = *most]),
        Refusal::TooManyForRules { seats } => {
            appearance.with("lobby-too-many-for-rules", args![seats = *seats])
        }
        Refusal::CloseTable { deal } => appearance.with("close-question", args![deal = *deal]),
        Refusal::Illegal(illegal) => {
            let IllegalHere { reason, players, next } = illegal.as_ref();
            let why = text::refusal(appearance, reason, &|seat| appearance.player(&players[seat]));
            let next = needs_next_action(reason).then(|| appearance.next_action(*next, players));
            [Some(why), next].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        other => appearance.text(key(other)),
    }
}

/// Returns `true` if the sentence about the reason does not say what the user can do instead.
fn needs_next_action(reason: &IllegalAction) -> bool {
    match reason {
        IllegalAction::DealOver
        | IllegalAction::NotInAuction
        | IllegalAction::NotInPlay
        | IllegalAction::TrumpNotNamed
        | IllegalAction::TrumpSettled
        | IllegalAction::NothingOffered
        | IllegalAction::RaiseOffered { .. } => true,
        IllegalAction::CannotKontra { open, .. } => open.is_empty(),
        _ => false,
    }
}

/// Creates the message for a rejected command. Where possible, the message includes buttons for resolving the
/// problem.
pub fn refusal(why: &Refusal, table: Option<TableId>, appearance: Appearance) -> Message {
    let message = Message::text(refused(why, appearance));
    let Some(table) = table else { return message };
    if let Some(prompt) = confirmation(why, table, appearance) {
        return prompt;
    }
    let buttons = match why {
        Refusal::LeavingCosts(costs) => vec![
            danger(
                &ask(table, Command::Leave { agreed: Some(costs.cost()) }),
                &appearance.text("button-confirm-leave"),
            ),
            button(&ask(table, Command::Look), &appearance.text("button-cancel")),
        ],
        // There is no button to cancel, because the user may have no hand to go back to.
        Refusal::CloseTable { deal } => {
            let close = ask(table, Command::Close { agreed: Some(*deal) });
            vec![danger(&close, &appearance.text("button-close"))]
        }
        Refusal::NotSeated => {
            vec![success(&ask(table, Command::Join), &appearance.text("button-sit-down"))]
        }
        Refusal::NoSeatFree { .. } => {
            vec![button(&ask(table, Command::Look), &appearance.text("button-watch"))]
        }
        _ => Vec::new(),
    };
    message.with_rows(rows(&buttons))
}

/// Creates the prompt for an action in a deal that has to be confirmed. Returns `None` for other refusals.
pub(crate) fn confirmation(why: &Refusal, table: TableId, appearance: Appearance) -> Option<Message> {
    match why {
        Refusal::Unconfirmed(unconfirmed) => Some(unwinnable(table, unconfirmed, appearance)),
        Refusal::OpenHand { deal } => Some(open_hand(table, *deal, appearance)),
        Refusal::ExpensiveTalon(asked) => Some(expensive_talon(table, asked, appearance)),
        Refusal::EarlyEnd(question) => Some(early_end(table, question, appearance)),
        _ => None,
    }
}

/// Returns the locale key for a refusal whose text takes no arguments.
const fn key(refused: &Refusal) -> &'static str {
    match refused {
        Refusal::NoTable => "lobby-no-table",
        Refusal::OtherChannel => "notice-other-table",
        Refusal::TableExists(_) => "show-table-exists",
        Refusal::SittingOut => "hand-not-dealt",
        Refusal::DealRunning => "show-deal-running",
        Refusal::NoDeal => "notice-no-deal",
        Refusal::AlreadyStarted => "lobby-already-started",
        Refusal::NotStarted => "show-not-started",
        Refusal::OpenHand { .. } => "show-sure-open",
        Refusal::NotPassingOn => "auction-not-passing",
        Refusal::SeatIsYours => "clock-not-held",
        Refusal::AlreadyAgreed => "show-already-agreed",
        Refusal::PlaysInDeal => "close-leave-first",
        Refusal::Ended => "notice-table-ended",
        Refusal::NotKept(JournalError::Corrupt { .. }) => "notice-unreadable",
        // The next press reaches the process that serves the table now.
        Refusal::NotKept(JournalError::NotLeased(_)) | Refusal::Stopping => "notice-shutting-down",
        Refusal::NotKept(_) => "notice-storage",
        Refusal::Busy => "show-busy",
        Refusal::AlreadySeated | Refusal::NotSeated | Refusal::EnoughPlayers | Refusal::NoRobot => {
            key_about_seats(refused)
        }
        Refusal::Gone
        | Refusal::TooFew(_)
        | Refusal::Full { .. }
        | Refusal::NoSeatFree { .. }
        | Refusal::LeavingCosts { .. }
        | Refusal::Unconfirmed(_)
        | Refusal::ExpensiveTalon(_)
        | Refusal::EarlyEnd(_)
        | Refusal::OnlyHostCloses(_)
        | Refusal::OnlyHostSets(_)
        | Refusal::InvitedPlayer(_)
        | Refusal::InvitedAlready(_)
        | Refusal::TooManyInvited { .. }
        | Refusal::TooManyForRules { .. }
        | Refusal::CloseTable { .. }
        | Refusal::TooMany(_)
        | Refusal::Illegal(_) => "show-gone",
    }
}

/// Returns the locale key for a refusal that concerns the seats of the table.
const fn key_about_seats(refused: &Refusal) -> &'static str {
    match refused {
        Refusal::AlreadySeated => "lobby-already-seated",
        Refusal::EnoughPlayers => "lobby-enough-players",
        Refusal::NoRobot => "lobby-no-robot",
        _ => "lobby-not-seated",
    }
}

/// Returns the message for a rate-limited user, with the time to wait.
pub(crate) fn too_much(why: LimitKind, wait: Duration, lang: Lang) -> String {
    let key = match why {
        LimitKind::Person => "door-too-fast",
        LimitKind::Server => "door-too-many",
        LimitKind::Work => "door-too-much-work",
    };
    // Rounded up, so that the limit has ended after the stated time.
    let seconds = i64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(i64::MAX).max(1);
    Text::new(lang).with(key, args![seconds])
}

impl Appearance {
    /// Returns a sentence that says what the user can do now.
    fn next_action(self, next: NextAction, players: &BySeat<Player>) -> String {
        let key = match next {
            NextAction::Bid => "next-bid",
            NextAction::Pass => "next-pass",
            NextAction::TakeOrPass => "next-take-or-pass",
            NextAction::RaiseOrPass => "next-raise-or-pass",
            NextAction::RaiseAnyWayOrPass => "next-raise-any-way-or-pass",
            NextAction::NameTrumps => "next-name-trumps",
            NextAction::AnswerKontra => "next-answer-kontra",
            NextAction::Play => "next-play",
            NextAction::KontraOrPlay => "next-kontra-or-play",
            NextAction::Wait(seat) => {
                return self.with("next-wait", args![name = self.player(&players[seat])]);
            }
            NextAction::NextDeal => "next-deal",
        };
        self.text(key)
    }

    fn too_many(self, TooManyTables { of, most, channels }: &TooManyTables) -> String {
        let channels: Vec<String> =
            channels.iter().map(|ChannelId(channel)| format!("<#{channel}>")).collect();
        let key = match of {
            LimitScope::Person => "lobby-too-many-of-person",
            LimitScope::Server => "lobby-too-many-on-server",
        };
        self.with(key, args![most = *most, channels = channels.join(", ")])
    }

    fn leaving(self, costs: &LeavingCosts) -> String {
        let points = costs.cost().points;
        let question = if points == 0 {
            self.text("leave-confirm-free")
        } else {
            let others = self.payments_of_others(costs);
            self.with("leave-confirm", args![points, others])
        };
        let has_more = costs.settlement.items.iter().any(|item| item.game == ScoredGame::RenonszSupplement);
        let certain = if has_more { self.text("leave-certain") + " " } else { String::new() };
        format!("{question}\n{certain}{} {}", self.text("leave-ranked"), self.text("leave-stay-robot"))
    }

    /// Lists what each of the other two players receives or pays if a user leaves.
    fn payments_of_others(self, costs: &LeavingCosts) -> String {
        let Settlement { payments, window, .. } = &costs.settlement;
        let mut others = costs.seat.others();
        others.sort_by_key(|seat| std::cmp::Reverse(payments[*seat]));
        // A declarer who receives points from the window receives the most and comes first.
        let from_window = [window.min(&0).abs(), 0];
        let part = |(seat, window): (Seat, i32)| {
            let (name, points) = (self.player(&costs.players[seat]), payments[seat]);
            let key = if points < 0 { "leave-pays" } else { "leave-gets" };
            self.with(key, args![name, points = points.abs(), window])
        };
        others.into_iter().zip(from_window).map(part).collect::<Vec<_>>().join(", ")
    }
}
