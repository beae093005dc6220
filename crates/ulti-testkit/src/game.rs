//! Commands that bring three users to a phase of the game.
//!
//! The functions use autocomplete choices like a user, so they also work in a thread or after a restart.
//! The deals are the same in each run, because [`TestBot`] uses a fixed seed.

use discord_sandbox::{Message, Response, SimulatedUser};
use serde_json::{Value, json};

use crate::messages::{private_reply, private_text, until_custom_id, until_text};
use crate::player::{confirmed, fold};
use crate::{CurrentDeal, TestBot};

/// Placeholder that can be passed to [`make_bid`] in place of a contract to make the lowest legal bid.
pub const WEAKEST_BID: &str = "weakest";

const NAMES: [&str; 3] = ["Anna", "Bea", "Csaba"];

/// Opens a table in `#ulti` and seats Anna, Bea and Csaba, using slash commands.
pub async fn lobby(bot: &TestBot) -> [SimulatedUser; 3] {
    lobby_in(bot, "ulti").await
}

/// Opens a table in a channel or thread and seats Anna, Bea and Csaba, using slash commands.
pub async fn lobby_in(bot: &TestBot, channel: &str) -> [SimulatedUser; 3] {
    let users = NAMES.map(|name| bot.sandbox.user(name).in_channel(channel));
    for (place, name) in NAMES.into_iter().enumerate() {
        users[place].command(if place == 0 { "ulti new" } else { "ulti join" }, []).await.unwrap();
        until_text(&users[place], name).await;
    }
    users
}

/// Seats three users and starts the first deal.
///
/// Waits until the first user has their hand, but not for the deal's message.
pub async fn seat_three(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = lobby(bot).await;
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    users
}

/// Seats three users, starts the first deal and waits for the deal's message.
pub async fn auction(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = lobby(bot).await;
    start_deal(&users).await;
    users
}

/// Starts the next deal and returns its message.
pub async fn start_deal(users: &[SimulatedUser; 3]) -> Message {
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    until_custom_id(&users[0], ":show:hand").await
}

/// Returns the user whose turn it is to bid.
pub async fn bidder(users: &[SimulatedUser; 3]) -> &SimulatedUser {
    for user in users {
        if !user.autocomplete("bid", "contract", "").await.unwrap().is_empty() {
            return user;
        }
    }
    panic!("no player may bid");
}

/// Makes the lowest legal bid and discards the first two cards suggested by autocomplete.
pub async fn make_weakest_bid(user: &SimulatedUser) -> Response {
    make_bid(user, WEAKEST_BID).await
}

/// Bids a contract and discards the first two cards suggested by autocomplete.
///
/// If `contract` is [`WEAKEST_BID`], makes the lowest legal bid.
pub async fn make_bid(user: &SimulatedUser, contract: &str) -> Response {
    let contract = match contract {
        WEAKEST_BID => user.autocomplete("bid", "contract", "").await.unwrap().remove(0).value,
        contract => json!(contract),
    };
    let first = user.autocomplete("bid", "first", "").await.unwrap().remove(0).value;
    let filled = [("first", first.clone())];
    let second = user.autocomplete_with("bid", filled, "second", "").await.unwrap().remove(0).value;
    assert_ne!(first, second, "card of the first option was offered again");
    let options = [("contract", contract), ("first", first), ("second", second)];
    confirmed(user, user.command("bid", options).await.unwrap()).await
}

/// Plays an auction in which `contract` is the only bid. Returns the declarer.
pub async fn close_auction<'a>(users: &'a [SimulatedUser; 3], contract: &str) -> &'a SimulatedUser {
    let declarer = bidder(users).await;
    private_text(&make_bid(declarer, contract).await);
    for _ in 0..3 {
        for user in users.iter().filter(|user| user.id() != declarer.id()) {
            let _ = user.command("pass", [("rest", json!(true))]).await.unwrap();
        }
    }
    let _ = declarer.command("pass", []).await.unwrap();
    declarer
}

/// Names the first suit suggested by autocomplete as the trump suit. Does nothing if the declarer does not
/// have to name trumps.
pub async fn name_trumps(declarer: &SimulatedUser) {
    if let Some(trump) = declarer.autocomplete("trump", "suit", "").await.unwrap().first() {
        let named = declarer.command("trump", [("suit", trump.value.clone())]).await.unwrap();
        confirmed(declarer, named).await;
    }
}

/// Plays an auction that ends with the weakest bid, and names trumps if required. Returns the declarer.
///
/// The next action is the first lead.
pub async fn play_to_first_lead(users: &[SimulatedUser; 3]) -> &SimulatedUser {
    let declarer = close_auction(users, WEAKEST_BID).await;
    name_trumps(declarer).await;
    declarer
}

/// Returns the player whose turn it is and a card that this player may play.
pub async fn player_to_move(users: &[SimulatedUser; 3]) -> (&SimulatedUser, Value) {
    for user in users {
        if let Some(card) = user.autocomplete("play", "card", "").await.unwrap().first() {
            return (user, card.value.clone());
        }
    }
    panic!("no player may play a card");
}

/// Plays a card for the player whose turn it is.
pub async fn play_on(users: &[SimulatedUser; 3]) {
    let (user, card) = player_to_move(users).await;
    private_text(&user.command("play", [("card", card)]).await.unwrap());
}

/// Seats three users and plays an auction in which `contract` is the only bid. Trumps are not named yet.
pub async fn to_trump_naming(bot: &TestBot, contract: &str) -> [SimulatedUser; 3] {
    let users = auction(bot).await;
    close_auction(&users, contract).await;
    users
}

/// Seats three users and plays up to the first lead. `contract` is the only bid in the auction.
pub async fn to_first_lead(bot: &TestBot, contract: &str) -> [SimulatedUser; 3] {
    let users = auction(bot).await;
    name_trumps(close_auction(&users, contract).await).await;
    users
}

/// Seats three users and plays a deal that the declarer folds, so that the next deal can be started.
pub async fn to_next_deal(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = auction(bot).await;
    fold_deal(&users).await;
    users
}

/// Plays a deal that the declarer folds. Returns the message with the button that starts the next deal.
pub async fn fold_deal(users: &[SimulatedUser; 3]) -> Message {
    let declarer = play_to_first_lead(users).await;
    private_text(&fold(declarer).await);
    until_custom_id(&users[0], ":next").await
}

/// Plays until the player to move holds a card that cannot legally be played. Returns the deal.
pub async fn until_card_is_illegal(bot: &TestBot, users: &[SimulatedUser; 3]) -> CurrentDeal {
    loop {
        let deal = bot.current_deal().await;
        let view = deal.view(deal.turn(users));
        if view.legal.cards != view.own_hand() {
            return deal;
        }
        play_on(users).await;
    }
}
