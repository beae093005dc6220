//! Tests of the confirmation of bids, trumps and cards after which the contract cannot be won.

use discord_sandbox::{Message, Response, SimulatedUser};
use serde_json::{Value, json};
use ulti::discord::custom_id::CustomId;
use ulti::discord::custom_id::bid_draft::BidDraft;
use ulti_rules::{Action, Card, CardSet, Contract, Rank, Suit, Trump, View};
use ulti_testkit::game::{auction, bidder, fold_deal};
use ulti_testkit::messages::{private_reply, private_text};
use ulti_testkit::{TestBot, enabled};

/// A bid that the player to move can make.
struct Bid {
    contract: Contract,
    discard: CardSet,
}

impl Bid {
    /// Returns the first bid with which `wanted` is satisfied, or `None` if the deal has no such bid.
    fn find(view: &View, wanted: impl Fn(&View, &Self) -> bool) -> Option<Self> {
        let cards: Vec<Card> = view.own_hand().iter().collect();
        let mut bids = view.legal.bids.iter().flat_map(|contract| {
            let pairs = cards.windows(2).map(|pair| pair.iter().copied().collect::<CardSet>());
            pairs.map(|discard| Self { contract: *contract, discard })
        });
        bids.find(|bid| wanted(view, bid))
    }

    const fn action(&self) -> Action {
        Action::Bid { contract: self.contract, discard: Some(self.discard) }
    }

    fn options(&self) -> Vec<(&'static str, Value)> {
        let names = ["first", "second"].into_iter();
        let cards = names.zip(self.discard.iter().map(|card| json!(card.to_string())));
        [("contract", json!(self.contract.to_string()))].into_iter().chain(cards).collect()
    }

    /// Returns the trump suits that may be named after the bid, with `true` for those that can win.
    fn trumps(&self, view: &View) -> Vec<(Trump, bool)> {
        let Some(entry) = view.book.find(&self.contract) else { return Vec::new() };
        let kept = view.own_hand() - self.discard;
        let wins = |trump: &Trump| self.contract.out_of_reach(kept, self.discard, *trump).is_empty();
        entry.trump.choices().into_iter().map(|trump| (trump, wins(&trump))).collect()
    }
}

fn is_unwinnable(view: &View, bid: &Bid) -> bool {
    view.unwinnable(bid.action()).is_some()
}

/// Returns `true` if some of the possible trump suits make the contract impossible to win.
fn depends_on_trumps(view: &View, bid: &Bid) -> bool {
    let trumps = bid.trumps(view);
    trumps.iter().any(|(_, wins)| *wins) && trumps.iter().any(|(_, wins)| !*wins)
}

fn prompt(answer: Response) -> Message {
    let text = private_text(&answer);
    assert!(text.starts_with('⚠'), "{text}");
    answer.message.unwrap()
}

async fn press(user: &SimulatedUser, message: &Message, verb: &str) -> Response {
    let id = enabled(message, verb).next().unwrap_or_else(|| panic!("no button for {verb}: {message:?}"));
    user.press(message, &id).await.unwrap()
}

async fn may_bid(user: &SimulatedUser) -> bool {
    !user.autocomplete("bid", "first", "").await.unwrap().is_empty()
}

/// Folds deals until the player to move has a bid with which `wanted` is satisfied. Returns the player, the
/// player's view and the bid.
async fn deal_with<'a>(
    bot: &TestBot,
    users: &'a [SimulatedUser; 3],
    wanted: impl Fn(&View, &Bid) -> bool,
) -> (&'a SimulatedUser, View, Bid) {
    loop {
        let deal = bot.current_deal().await;
        let user = deal.turn(users);
        let view = deal.view(user);
        if let Some(bid) = Bid::find(&view, &wanted) {
            return (user, view, bid);
        }
        let over = fold_deal(users).await;
        private_reply(&users[0], Ok(press(&users[0], &over, "next").await)).await;
    }
}

/// Ends the auction after the declarer's bid.
async fn end_auction(users: &[SimulatedUser; 3], declarer: &SimulatedUser) {
    for other in users.iter().filter(|other| other.id() != declarer.id()) {
        private_text(&other.command("pass", [("rest", json!(true))]).await.unwrap());
    }
    private_text(&declarer.command("pass", []).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn unwinnable_bid_by_buttons_requires_confirmation() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let user = bidder(&users).await;
    let deal = bot.current_deal().await;
    let bid = Bid::find(&deal.view(user), is_unwinnable).unwrap();
    let hand = user.command("hand", []).await.unwrap().message.unwrap();
    let draft = BidDraft { page: 0, contract: Some(bid.contract), cards: bid.discard };
    let draft = CustomId::Draft { table: deal.table, at: deal.moment(), draft }.to_string();
    let drafted = user.press_raw(hand.id(), &draft).await.unwrap().message.unwrap();
    let kept = bot.stored_state().await;
    let asked = press(user, &drafted, "bid").await;
    assert!(asked.updated, "the question did not replace the hand");
    let question = prompt(asked);
    assert_eq!(bot.stored_state().await, kept, "the bid was made without confirmation");
    let back = press(user, &question, "draft").await.message.unwrap();
    assert_eq!(back.text(), drafted.text(), "the draft was lost");
    let question = prompt(press(user, &back, "bid").await);
    let done = press(user, &question, "anyway").await;
    assert!(done.updated && !may_bid(user).await, "{}", done.text());
    // The confirmation is outdated now.
    let other = bot.current_deal().await.turn(&users).clone();
    let stale = user.press_raw(hand.id(), &enabled(&question, "anyway").next().unwrap()).await.unwrap();
    assert_eq!(bot.current_deal().await.turn(&users).id(), other.id(), "{}", stale.text());
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unwinnable_bid_by_command_requires_confirmation() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let user = bidder(&users).await;
    let bid = Bid::find(&bot.current_deal().await.view(user), is_unwinnable).unwrap();
    let kept = bot.stored_state().await;
    for (locale, reason) in [("hu", "biztosan bukik"), ("en-US", "cannot be won")] {
        user.set_locale(locale);
        let question = prompt(user.command("bid", bid.options()).await.unwrap());
        assert!(question.text().contains(reason), "{}", question.text());
        assert_eq!(bot.stored_state().await, kept, "the bid was made without confirmation");
        let back = press(user, &question, "draft").await.message.unwrap();
        assert!(enabled(&back, "bid").next().is_some(), "the draft is missing: {back:?}");
    }
    let question = prompt(user.command("bid", bid.options()).await.unwrap());
    private_text(&press(user, &question, "anyway").await);
    assert!(!may_bid(user).await, "the bid was not made");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trumps_that_make_contract_unwinnable_require_confirmation() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let (user, view, bid) = deal_with(&bot, &users, depends_on_trumps).await;
    let lost = bid.trumps(&view).into_iter().find(|(_, wins)| !wins).unwrap().0;
    let asked = user.command("bid", bid.options()).await.unwrap();
    assert!(!private_text(&asked).starts_with('⚠'), "winnable bid has to be confirmed: {}", asked.text());
    end_auction(&users, user).await;
    let naming = async || !user.autocomplete("trump", "suit", "").await.unwrap().is_empty();
    assert!(naming().await, "trumps are not named");
    // By button.
    let hand = user.command("hand", []).await.unwrap().message.unwrap();
    let letter = lost.map_or('-', Suit::letter);
    let button = enabled(&hand, "trump").find(|id| id.ends_with(letter)).unwrap();
    let asked = user.press(&hand, &button).await.unwrap();
    assert!(asked.updated, "the question did not replace the hand");
    let back = press(user, &prompt(asked), "look").await.message.unwrap();
    assert!(enabled(&back, "trump").next().is_some() && naming().await, "{back:?}");
    // By command.
    let suit = lost.map_or("none", Suit::word);
    let question = prompt(user.command("trump", [("suit", json!(suit))]).await.unwrap());
    assert!(naming().await, "trumps were named without confirmation");
    private_text(&press(user, &question, "anyway").await);
    assert!(!naming().await, "trumps were not named");
    bot.end_without_leaks().await;
}

/// Returns a suit other than hearts whose seven the player keeps, or `None` if there is none.
fn suit_of_kept_seven(view: &View, bid: &Bid) -> Option<Suit> {
    let kept = view.own_hand() - bid.discard;
    [Suit::Acorns, Suit::Leaves, Suit::Bells]
        .into_iter()
        .find(|suit| kept.contains(Card::new(*suit, Rank::Seven)))
}

#[tokio::test(flavor = "multi_thread")]
async fn early_seven_of_ulti_requires_confirmation() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let ulti: Contract = "ulti".parse().unwrap();
    let is_ulti = |view: &View, bid: &Bid| bid.contract == ulti && suit_of_kept_seven(view, bid).is_some();
    let (user, view, bid) = deal_with(&bot, &users, is_ulti).await;
    let suit = suit_of_kept_seven(&view, &bid).unwrap();
    let asked = user.command("bid", bid.options()).await.unwrap();
    assert!(!private_text(&asked).starts_with('⚠'), "winnable bid has to be confirmed: {}", asked.text());
    end_auction(&users, user).await;
    private_text(&user.command("trump", [("suit", json!(suit.word()))]).await.unwrap());
    let seven = Card::new(suit, Rank::Seven);
    let has_seven = async || bot.current_deal().await.view(user).own_hand().contains(seven);
    // By button.
    let hand = user.command("hand", []).await.unwrap().message.unwrap();
    let button = enabled(&hand, "play").find(|id| id.ends_with(&seven.to_string())).unwrap();
    let asked = user.press(&hand, &button).await.unwrap();
    assert!(asked.updated, "the question did not replace the hand");
    let back = press(user, &prompt(asked), "look").await.message.unwrap();
    assert!(enabled(&back, "play").any(|id| id == button) && has_seven().await, "{back:?}");
    // By command.
    for (locale, reason) in [("hu", "az ulti elbukik"), ("en-US", "the ulti is lost")] {
        user.set_locale(locale);
        let question = prompt(user.command("play", [("card", json!(seven.to_string()))]).await.unwrap());
        assert!(question.text().contains(reason), "{}", question.text());
        assert!(has_seven().await, "the seven was played without confirmation");
    }
    let question = prompt(user.command("play", [("card", json!(seven.to_string()))]).await.unwrap());
    private_text(&press(user, &question, "anyway").await);
    assert!(!has_seven().await, "the seven was not played");
    bot.end_without_leaks().await;
}
