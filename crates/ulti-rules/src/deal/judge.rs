//! Checks of actions in each phase of a deal.

use super::phase::Naming;
use crate::auction::Auction;
use crate::rule_set::Fold;
use crate::{Action, Book, Contract, Event, Game, IllegalAction, Play, RuleSet, Seat, TrumpRule};

/// Checks an action during the auction.
pub(super) fn judge_auction(
    auction: &Auction,
    book: &Book,
    seat: Seat,
    action: Action,
) -> Result<Event, IllegalAction> {
    let in_auction = matches!(action, Action::Take | Action::Bid { .. } | Action::Pass);
    if !in_auction {
        return Err(IllegalAction::NotInPlay);
    }
    if auction.turn != seat {
        return Err(IllegalAction::NotYourTurn { turn: auction.turn });
    }
    match action {
        Action::Take => auction.take(book),
        Action::Bid { contract, discard } => auction.bid(book, contract, discard),
        _ => auction.pass(),
    }
}

/// Checks an action while the declarer must name the trump suit.
pub(super) fn judge_naming(
    naming: &Naming,
    book: &Book,
    seat: Seat,
    action: Action,
) -> Result<Event, IllegalAction> {
    let rule = book.find(&naming.contract).map(|entry| entry.trump);
    match action {
        Action::Trump(_) | Action::Fold if seat != naming.declarer => {
            Err(IllegalAction::OnlyDeclarer { declarer: naming.declarer })
        }
        Action::Trump(trump) if rule.is_some_and(|rule| rule.allows(trump)) => {
            Ok(Event::TrumpNamed { seat, trump })
        }
        Action::Trump(_) => {
            Err(IllegalAction::NotAChoice { choices: rule.map(TrumpRule::choices).unwrap_or_default() })
        }
        Action::Fold => judge_fold(naming.contract, book.rules(), seat),
        Action::Take | Action::Bid { .. } | Action::Pass => Err(IllegalAction::NotInAuction),
        _ => Err(IllegalAction::TrumpNotNamed),
    }
}

/// Checks an action during the play of the cards.
pub(super) fn judge_play(
    play: &Play,
    rules: &RuleSet,
    seat: Seat,
    action: Action,
) -> Result<Event, IllegalAction> {
    let my_turn = || {
        if play.turn() == seat { Ok(()) } else { Err(IllegalAction::NotYourTurn { turn: play.turn() }) }
    };
    match action {
        Action::Play(card) => my_turn().and_then(|()| play.play(card, rules)),
        Action::Kontra(games) => play.kontra(seat, games),
        Action::NoKontra => my_turn().and_then(|()| play.no_kontra()),
        Action::Fold | Action::Claim if seat != play.declarer => {
            Err(IllegalAction::OnlyDeclarer { declarer: play.declarer })
        }
        Action::Fold if play.has_begun() && !rules.concede => Err(IllegalAction::TooLateToFold),
        Action::Fold if play.has_begun() && play.tricks_taken() == 0 => Err(IllegalAction::TooEarlyToConcede),
        // Everything is forced in the last trick.
        Action::Fold if play.tricks_taken() >= 9 => Err(IllegalAction::TooLateToConcede),
        Action::Fold if play.has_begun() => Ok(Event::Folded { seat }),
        Action::Fold => judge_fold(play.contract, rules, seat),
        Action::Claim if !rules.claim => Err(IllegalAction::NoClaims),
        Action::Claim if play.may_claim() => Ok(Event::Claimed { seat }),
        Action::Claim => Err(IllegalAction::AlreadyClaimed),
        Action::Open if play.may_open(seat, rules) => Ok(Event::Opened { seat }),
        Action::Open if play.open[seat] => Err(IllegalAction::AlreadyOpen),
        Action::Open => Err(IllegalAction::CannotOpen),
        Action::Trump(_) => Err(IllegalAction::TrumpSettled),
        Action::Take | Action::Bid { .. } | Action::Pass => Err(IllegalAction::NotInAuction),
        Action::Leave => Ok(Event::Left { seat }),
    }
}

/// Checks if the declarer may fold before the first card is led.
fn judge_fold(contract: Contract, rules: &RuleSet, seat: Seat) -> Result<Event, IllegalAction> {
    let plain_parti = contract.is_lone(Game::Parti) && !contract.is_hearts();
    match rules.fold {
        Fold::KontraLost | Fold::TwiceWon => Ok(Event::Folded { seat }),
        Fold::PlainParti if plain_parti => Ok(Event::Folded { seat }),
        Fold::PlainParti => Err(IllegalAction::OnlyPlainPartiFolds),
        Fold::Never => Err(IllegalAction::NoFolding),
    }
}
