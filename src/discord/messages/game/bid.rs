//! The auction and the choice of trumps in a player's hand message.

use serenity::builder::{CreateActionRow, CreateButton, CreateSelectMenuOption};
use serenity::model::application::ButtonStyle;

use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::custom_id::{ConfirmedAction, CustomId};
use crate::render::ButtonFace;
use crate::table::Command;
use crate::text::{self, args};
use ulti_rules::{
    Action, BidSuits, Card, Contract, Game, OfferedBid, RankOrder, Stage, Suit, TalonCommitment, Unwinnable,
};

use super::deal_lines::DealLines;
use super::draft::{order, valid_draft};
use super::hand::HandText;
use crate::discord::messages::buttons::{
    OPTION, OPTIONS, ask, button, card_button, danger, menu, option, primary, reaction, rows, success,
};
use crate::discord::messages::{Appearance, Message};

impl HandText<'_> {
    /// Creates the hand message for the auction.
    pub(crate) fn auction(self, draft: BidDraft) -> Message {
        let legal = &self.lines.view.legal;
        let draft = valid_draft(self.lines.view, draft);
        if legal.discard && !legal.bids.is_empty() {
            self.with_twelve(draft)
        } else if self.is_turn() {
            self.with_ten(draft)
        } else {
            self.waiting()
        }
    }

    fn draft_id(self, draft: BidDraft) -> CustomId {
        CustomId::Draft { table: self.lines.table_view.table, at: self.at(), draft }
    }

    /// Creates the message shown during another player's turn, with the hand, the best bid so far and the
    /// player whose turn it is.
    fn waiting(self) -> Message {
        let DealLines { appearance, table_view, .. } = self.lines;
        let passes = self.passes_on.then(|| appearance.text("auction-passing-rest"));
        let lines: Vec<String> = passes.into_iter().chain(self.talon(None, RankOrder::WithTrumps)).collect();
        let stop = ask(table_view.table, Command::StopPassing { deal: self.lines.deal.number });
        let stop = self.passes_on.then(|| button(&stop, &appearance.text("button-stop-passing")));
        let buttons =
            CreateActionRow::Buttons(stop.into_iter().chain([appearance.help(table_view)]).collect());
        let cards = self.disabled_cards(None, RankOrder::WithTrumps);
        self.with_status(&lines).with_cards_and_rows(cards, vec![buttons])
    }

    /// Creates the message with the heading, the best bid, the player whose turn it is and the cards from the
    /// talon, followed by the given lines. The picture of the hand shows the best bid and the cards from the
    /// talon, so the text beside it does not.
    fn with_status(self, lines: &[String]) -> Message {
        let text = |best: Option<String>, taken: Option<String>| {
            let status = [Some(self.title()), best, self.turn(), taken].into_iter().flatten();
            status.chain(lines.iter().cloned()).collect::<Vec<_>>()
        };
        let all = Message::text(text(self.lines.best_bid(), self.talon_taken()).join("\n"));
        let Stage::Auction { best: Some(_), .. } = &self.lines.view.stage else { return all };
        all.beside_picture(&text(None, None))
    }

    /// Returns the line with the cards that the player has taken from the talon, or `None` if there are none.
    fn talon_taken(self) -> Option<String> {
        let (appearance, taken) = (self.lines.appearance, self.lines.view.from_talon);
        let cards = appearance.cards(taken, None, RankOrder::WithTrumps);
        (!taken.is_empty()).then(|| appearance.with("hand-from-talon", args![cards]))
    }

    /// Creates the message for a player with ten cards, who can take the talon or pass.
    fn with_ten(self, draft: BidDraft) -> Message {
        let legal = &self.lines.view.legal;
        let own = self.lines.view.has_best_bid();
        let order = order(self.lines.view, draft.contract);
        let mut lines: Vec<String> = self.what_to_call(own).into_iter().collect();
        lines.extend(self.unwinnable_warning(draft));
        lines.extend(self.talon(None, order));
        let mut rows = Vec::new();
        if !legal.bids.is_empty() {
            rows.push(self.menu(draft));
        }
        rows.push(CreateActionRow::Buttons(self.calls(own, draft)));
        self.with_status(&lines).with_cards_and_rows(self.disabled_cards(None, order), rows)
    }

    /// Returns the line that says what the player can do, and what taking the talon commits to.
    fn what_to_call(self, own: bool) -> Option<String> {
        let Stage::Auction { best: Some((_, best)), .. } = &self.lines.view.stage else { return None };
        let (appearance, commitment) = (self.lines.appearance, self.lines.view.talon_commitment()?);
        let (best, next) = (appearance.contract(*best), appearance.contract(commitment.weakest));
        let line = if own {
            appearance.with("auction-own-raise", args![contract = best, next])
        } else {
            appearance.with("show-to-call", args![contract = next])
        };
        Some(format!("{line} {}", appearance.cheapest_bid(&commitment)))
    }

    fn take_button(self, own: bool, commitment: &TalonCommitment) -> CreateButton {
        let label = self.lines.appearance.take_label(own, commitment);
        // Commits the player to a bid, so it is only highlighted if the player asked for a hint that
        // recommends it. A hint takes a search of up to two seconds, too long for each update.
        let style = if self.advice == Some(Action::Take) { primary } else { button };
        style(&self.act(Action::Take), &label)
    }

    fn calls(self, own: bool, draft: BidDraft) -> Vec<CreateButton> {
        let appearance = self.lines.appearance;
        let legal = &self.lines.view.legal;
        let mut buttons = Vec::new();
        if let Some(bid) = draft.bid(legal.discard) {
            buttons.push(self.confirm(draft, Some(bid)));
        }
        if legal.pass {
            let is_likely = own && self.advice != Some(Action::Take);
            let style = if is_likely || self.advice == Some(Action::Pass) { primary } else { button };
            buttons.push(style(&self.act(Action::Pass), &self.pass_label(own)));
        }
        let commitment = self.lines.view.talon_commitment();
        buttons.extend(commitment.map(|commitment| self.take_button(own, &commitment)));
        if legal.pass && !own {
            let id = CustomId::Ask {
                table: self.lines.table_view.table,
                command: Command::PassOn { at: Some(self.at()) },
            };
            buttons.push(button(&id, &appearance.text("button-pass-rest")));
        }
        buttons.push(appearance.help(self.lines.table_view));
        self.offer_hint_beside(draft, &mut buttons);
        buttons
    }

    /// Returns the label of the button for passing. If `own`, the best bid is the player's own, and passing
    /// means to play it.
    fn pass_label(self, own: bool) -> String {
        let appearance = self.lines.appearance;
        match &self.lines.view.stage {
            Stage::Auction { best: Some((_, best)), .. } if own => {
                appearance.with("button-play-own", args![contract = appearance.contract(*best)])
            }
            _ => appearance.text("button-pass"),
        }
    }

    /// Creates the message for a player with twelve cards.
    ///
    /// The player chooses a contract and two cards to discard, and then confirms the bid.
    fn with_twelve(self, draft: BidDraft) -> Message {
        let mut lines = vec![self.what_to_choose(draft)];
        lines.extend(
            draft.contract.and_then(|contract| self.terms(contract)).map(|terms| format!("-# {terms}")),
        );
        if gives_points_away(draft) {
            lines.push(format!("-# {}", self.lines.appearance.text("discard-ace-warning")));
        }
        lines.extend(self.unwinnable_warning(draft));
        let mut all = vec![self.menu(draft)];
        let cards = self.cards(None, order(self.lines.view, draft.contract));
        all.extend(rows(&cards.into_iter().map(|card| self.to_lay_down(card, draft)).collect::<Vec<_>>()));
        all.push(CreateActionRow::Buttons(self.last_row(draft)));
        self.with_status(&lines).with_rows(all)
    }

    fn what_to_choose(self, draft: BidDraft) -> String {
        let appearance = self.lines.appearance;
        let cards = appearance.cards(draft.cards, None, order(self.lines.view, draft.contract));
        let chosen = draft.contract.map(|contract| appearance.contract(contract));
        match (chosen, draft.cards.len()) {
            (None, 0) => {
                let opens = matches!(self.lines.view.stage, Stage::Auction { best: None, .. });
                appearance.with("show-choose-both", args![opens])
            }
            (None, _) => {
                let cards = appearance.with("show-chosen-cards", args![cards]);
                format!("{} {cards}", appearance.text("discard-contract"))
            }
            (Some(contract), 0) => appearance.with("discard-cards", args![contract]),
            (Some(contract), 1) => appearance.with("discard-one-more", args![contract, card = cards]),
            (Some(contract), _) => appearance.with("discard-confirm", args![contract, cards]),
        }
    }

    /// Returns a warning if the contract cannot be won with the cards left after discarding, whatever the
    /// trump suit.
    ///
    /// Such a bid is still legal (`RULES §3`), but the table asks for a confirmation.
    fn unwinnable_warning(self, draft: BidDraft) -> Option<String> {
        let why = text::unwinnable(self.lines.appearance, &self.unwinnable(draft)?);
        Some(format!("-# {why}"))
    }

    fn unwinnable(self, draft: BidDraft) -> Option<Unwinnable> {
        let discard = self.lines.view.legal.discard.then_some(draft.cards);
        self.lines.view.unwinnable(Action::Bid { contract: draft.contract?, discard })
    }

    /// Returns a note that lists the trump suits with which the contract can still be made.
    ///
    /// Returns `None` if every trump suit is possible or none is.
    fn possible_trumps(self) -> Option<String> {
        let Stage::Naming { contract, .. } = &self.lines.view.stage else { return None };
        let (trumps, hand) = (&self.lines.view.legal.trumps, self.lines.view.own_hand());
        let talon = self.lines.view.talon.unwrap_or_default();
        let good = contract.winnable_trumps(hand, talon, trumps);
        let some = !good.is_empty() && good.len() < trumps.len();
        some.then(|| {
            let only = self
                .lines
                .appearance
                .with("naming-only", args![trumps = text::either_trump(self.lines.appearance, &good)]);
            format!("-# {only}")
        })
    }

    fn to_lay_down(self, card: Card, draft: BidDraft) -> CreateButton {
        let face = ButtonFace::of(card, self.lines.appearance);
        if draft.cards.contains(card) {
            let face = ButtonFace { label: self.lines.appearance.picked(&face.label), emoji: face.emoji };
            return card_button(&self.draft_id(draft.pressed(card)), face).style(ButtonStyle::Success);
        }
        if draft.has_both_cards() {
            // The button is disabled. Its custom id only has to be unique within the message.
            return card_button(&self.act(Action::Play(card)), face).disabled(true);
        }
        card_button(&self.draft_id(draft.pressed(card)), face)
    }

    /// Returns the last row of buttons, which confirm the bid, page through the menu, start over, and show
    /// help or a hint.
    fn last_row(self, draft: BidDraft) -> Vec<CreateButton> {
        let appearance = self.lines.appearance;
        let bids = self.lines.view.legal.bids.len();
        let mut buttons = vec![self.confirm(draft, draft.bid(true))];
        if draft.page > 0 {
            let id = self.draft_id(draft.at_page(draft.page - 1));
            buttons.push(button(&id, &appearance.text("show-weaker-bids")));
        }
        if (usize::from(draft.page) + 1) * OPTIONS < bids {
            let id = self.draft_id(draft.at_page(draft.page + 1));
            buttons.push(button(&id, &appearance.text("button-more-bids")));
        }
        // With one chosen card only, the button would have the custom id of that card's button.
        if draft.contract.is_some() || draft.has_both_cards() {
            let id = self.draft_id(BidDraft::default().at_page(draft.page));
            buttons.push(button(&id, &appearance.text("button-start-over")));
        }
        buttons.push(appearance.help(self.lines.table_view));
        self.offer_hint_beside(draft, &mut buttons);
        buttons
    }

    fn confirm(self, draft: BidDraft, bid: Option<Action>) -> CreateButton {
        let appearance = self.lines.appearance;
        let is_unwinnable = self.unwinnable(draft).is_some();
        let label = match draft.contract {
            Some(contract) => {
                let key = if is_unwinnable { "show-confirm-unwinnable" } else { "show-confirm-bid" };
                text::capital(&appearance.with(key, args![contract = appearance.contract(contract)]))
            }
            None => appearance.text("button-confirm"),
        };
        match bid {
            // Not highlighted if it leads to a question.
            Some(action) if is_unwinnable => button(&self.act(action), &label),
            Some(action) => success(&self.act(action), &label),
            // The button is disabled. Its custom id only has to be unique within the message.
            None => button(&self.act(Action::Pass), &label).disabled(true),
        }
    }

    fn menu(self, draft: BidDraft) -> CreateActionRow {
        let appearance = self.lines.appearance;
        let bids = self.lines.view.offered_bids();
        let page = bids.iter().skip(usize::from(draft.page) * OPTIONS).take(OPTIONS);
        let options = page.map(|bid| self.option(*bid, draft)).collect();
        let placeholder = draft.contract.map_or_else(
            || {
                let (page, pages) = (usize::from(draft.page) + 1, bids.len().div_ceil(OPTIONS));
                appearance.with("button-choose-contract", args![page, pages])
            },
            |contract| appearance.contract(contract),
        );
        menu(&self.draft_id(draft), options, &placeholder)
    }

    fn option(self, bid: OfferedBid<'_>, draft: BidDraft) -> CreateSelectMenuOption {
        let appearance = self.lines.appearance;
        let contract = bid.entry.contract;
        let option = option(&self.draft_id(draft.with_contract(contract)), &appearance.contract(contract))
            .description(text::offered_bid_terms(appearance, bid, OPTION))
            .default_selection(draft.contract == Some(contract));
        // Bids in hearts count double, so they are marked.
        match appearance.suit_emoji(Suit::Hearts).filter(|_| contract.is_hearts()) {
            Some(emoji) => option.emoji(reaction(emoji)),
            None => option,
        }
    }

    /// Returns a line that says what the contract requires and pays, or `None` if it cannot be bid.
    fn terms(self, contract: Contract) -> Option<String> {
        let entry = self.lines.view.book.find(&contract)?;
        Some(text::contract_terms(self.lines.appearance, entry, OPTION))
    }

    /// Creates the hand message shown while the declarer names the trump suit.
    pub(crate) fn naming(self) -> Message {
        let appearance = self.lines.appearance;
        let legal = &self.lines.view.legal;
        let mut lines = vec![self.title()];
        if legal.trumps.is_empty() {
            lines.extend(self.lines.turn());
        } else {
            lines.extend(self.turn());
            let contract = self.lines.contract();
            lines.push(appearance.with("naming-yours", args![contract]));
            let rules = self.lines.view.book.rules();
            if rules.bid_suits == BidSuits::Hearts && !legal.trumps.contains(&Some(Suit::Hearts)) {
                lines.push(
                    appearance
                        .with("naming-not-hearts", args![hearts = text::suit(appearance, Suit::Hearts)]),
                );
            }
            lines.extend(self.possible_trumps());
        }
        lines.extend(self.talon(None, RankOrder::WithTrumps));
        let choices: Vec<CreateButton> = legal.trumps.iter().map(|trump| self.trump_button(*trump)).collect();
        let mut all = rows(&choices);
        let mut last = Vec::new();
        if legal.fold {
            last.push(self.confirmed_button(ConfirmedAction::Fold, "button-fold"));
        }
        last.push(appearance.help(self.lines.table_view));
        self.offer_hint(&mut last);
        all.push(CreateActionRow::Buttons(last));
        let cards = self.disabled_cards(None, RankOrder::WithTrumps);
        Message::text(lines.join("\n")).with_cards_and_rows(cards, all)
    }

    /// Creates the button that names a trump suit, or plays without trumps.
    fn trump_button(self, trump: Option<Suit>) -> CreateButton {
        let appearance = self.lines.appearance;
        let emoji = trump.and_then(|suit| appearance.suit_emoji(suit));
        let named = |suit| match emoji {
            Some(_) => text::suit(appearance, suit),
            None => text::suit_with_sign(appearance.undrawn(), suit),
        };
        let label = appearance.trump_label(trump.map(named));
        let action = Action::Trump(trump);
        let view = &self.lines.view;
        let is_void = trump.is_some_and(|suit| view.own_hand().iter().all(|card| card.suit() != suit));
        let is_poor = is_void || view.unwinnable(action).is_some();
        let shown = if is_poor { button } else { primary }(&self.act(action), &label);
        match emoji {
            Some(emoji) => shown.emoji(reaction(emoji)),
            None => shown,
        }
    }

    /// Creates a button that asks for confirmation before it performs the action.
    pub(crate) fn confirmed_button(self, action: ConfirmedAction, label: &str) -> CreateButton {
        let id = CustomId::Sure { table: self.lines.table_view.table, at: self.at(), action };
        let label = self.lines.appearance.text(label);
        // Only folding can cost points, so only its button is red. The button for conceding is shown during
        // the whole deal and stays grey.
        let concedes = self.lines.view.board().is_some_and(|board| !board.tricks.is_empty());
        if action == ConfirmedAction::Fold && !concedes { danger(&id, &label) } else { button(&id, &label) }
    }
}

impl Appearance {
    /// Returns the label of the button that takes the talon, which names the cheapest bid that is left. If
    /// `own`, the button raises the player's own bid.
    pub(crate) fn take_label(self, own: bool, commitment: &TalonCommitment) -> String {
        let stake = text::stake(self, commitment.won, commitment.lost);
        let args = args![contract = self.contract(commitment.cheapest), stake];
        self.with(if own { "button-raise-own" } else { "button-take" }, args)
    }

    /// Returns a sentence that names the cheapest bid that is left after taking the talon, and its points. It
    /// follows a sentence that names the weakest one.
    pub(crate) fn cheapest_bid(self, commitment: &TalonCommitment) -> String {
        let stake = text::stake(self, commitment.won, commitment.lost);
        if commitment.cheapest == commitment.weakest {
            return self.with("auction-weakest-cheapest", args![stake]);
        }
        self.with("auction-cheapest", args![contract = self.contract(commitment.cheapest), stake])
    }
}

/// Returns `true` if the draft discards an ace or ten even though card points may count in the contract.
fn gives_points_away(draft: BidDraft) -> bool {
    let counts = |contract: Contract| !contract.is_lone(Game::Betli) && !contract.is_lone(Game::Durchmars);
    draft.cards.points() > 0 && draft.contract.is_none_or(counts)
}
