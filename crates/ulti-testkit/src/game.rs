//! Commands that bring three users to a phase of the game.
//!
//! The functions use autocomplete choices like a person, so they also work in a thread or after a restart.
//! The deals are the same in each run, because [`TestBot`] uses a fixed seed.

use discord_sandbox::{Message, Response, SimulatedUser};
use serde_json::{Value, json};

use crate::messages::{private_reply, private_text, until_custom_id, until_said};
use crate::{CurrentDeal, TestBot};

/// Stands for the lowest bid that is legal.
pub const WEAKEST_BID: &str = "weakest";

const NAMES: [&str; 3] = ["Anna", "Bea", "Csaba"];

/// Opens a table in `#ulti` and seats Anna, Bea and Csaba by commands.
pub async fn lobby(bot: &TestBot) -> [SimulatedUser; 3] {
    lobby_in(bot, "ulti").await
}

/// Opens a table in a channel or thread and seats Anna, Bea and Csaba by commands.
pub async fn lobby_in(bot: &TestBot, channel: &str) -> [SimulatedUser; 3] {
    let people = NAMES.map(|name| bot.sandbox.person(name).in_channel(channel));
    for (place, name) in NAMES.into_iter().enumerate() {
        people[place].command(if place == 0 { "ulti new" } else { "ulti join" }, []).await.unwrap();
        until_said(&people[place], name).await;
    }
    people
}

/// Seats three users and starts the first deal, without waiting for its message.
pub async fn seat_three(bot: &TestBot) -> [SimulatedUser; 3] {
    let people = lobby(bot).await;
    people[0].command("ulti start", []).await.unwrap();
    people
}

/// Seats three users and starts the first deal.
pub async fn auction(bot: &TestBot) -> [SimulatedUser; 3] {
    let people = lobby(bot).await;
    start_deal(&people).await;
    people
}

/// Starts the next deal, and returns its message.
pub async fn start_deal(people: &[SimulatedUser; 3]) -> Message {
    private_reply(&people[0], people[0].command("ulti start", []).await).await;
    until_custom_id(&people[0], ":show:hand").await
}

/// Returns the player who may bid.
pub async fn bidder(people: &[SimulatedUser; 3]) -> &SimulatedUser {
    for person in people {
        if !person.autocomplete("bid", "contract", "").await.unwrap().is_empty() {
            return person;
        }
    }
    panic!("no player may bid");
}

/// Makes the lowest bid, and discards the first two cards offered.
pub async fn make_weakest_bid(person: &SimulatedUser) -> Response {
    make_bid(person, WEAKEST_BID).await
}

/// Bids a contract, or the lowest one for [`WEAKEST_BID`], and discards the first two cards offered.
pub async fn make_bid(person: &SimulatedUser, contract: &str) -> Response {
    let contract = match contract {
        WEAKEST_BID => person.autocomplete("bid", "contract", "").await.unwrap().remove(0).value,
        contract => json!(contract),
    };
    let first = person.autocomplete("bid", "first", "").await.unwrap().remove(0).value;
    let filled = [("first", first.clone())];
    let second = person.autocomplete_with("bid", filled, "second", "").await.unwrap().remove(0).value;
    assert_ne!(first, second, "card of the first option was offered again");
    let options = [("contract", contract), ("first", first), ("second", second)];
    person.command("bid", options).await.unwrap()
}

/// Plays the auction with this contract as the only bid, and returns the declarer.
pub async fn close_auction<'a>(people: &'a [SimulatedUser; 3], contract: &str) -> &'a SimulatedUser {
    let declarer = bidder(people).await;
    private_text(&make_bid(declarer, contract).await);
    for _ in 0..3 {
        for person in people.iter().filter(|person| person.id() != declarer.id()) {
            let _ = person.command("pass", [("rest", json!(true))]).await.unwrap();
        }
    }
    let _ = declarer.command("pass", []).await.unwrap();
    declarer
}

/// Names the first suit offered as trumps, if the contract has trumps to be named.
pub async fn name_trumps(declarer: &SimulatedUser) {
    if let Some(trump) = declarer.autocomplete("trump", "suit", "").await.unwrap().first() {
        declarer.command("trump", [("suit", trump.value.clone())]).await.unwrap();
    }
}

/// Plays the auction with the weakest bid up to the first lead, and returns the declarer.
pub async fn play_to_first_lead(people: &[SimulatedUser; 3]) -> &SimulatedUser {
    let declarer = close_auction(people, WEAKEST_BID).await;
    name_trumps(declarer).await;
    declarer
}

/// Returns the player whose turn it is, and a card that may be played.
pub async fn player_to_move(people: &[SimulatedUser; 3]) -> (&SimulatedUser, Value) {
    for person in people {
        if let Some(card) = person.autocomplete("play", "card", "").await.unwrap().first() {
            return (person, card.value.clone());
        }
    }
    panic!("no player may play a card");
}

/// Plays a card for the player whose turn it is.
pub async fn play_on(people: &[SimulatedUser; 3]) {
    let (person, card) = player_to_move(people).await;
    private_text(&person.command("play", [("card", card)]).await.unwrap());
}

/// Seats three users and plays up to the naming of trumps.
pub async fn to_trump_naming(bot: &TestBot, contract: &str) -> [SimulatedUser; 3] {
    let people = auction(bot).await;
    close_auction(&people, contract).await;
    people
}

/// Seats three users and plays up to the first lead.
pub async fn to_first_lead(bot: &TestBot, contract: &str) -> [SimulatedUser; 3] {
    let people = auction(bot).await;
    name_trumps(close_auction(&people, contract).await).await;
    people
}

/// Seats three users and plays a deal that the declarer folds, up to the start of the next one.
pub async fn to_next_deal(bot: &TestBot) -> [SimulatedUser; 3] {
    let people = auction(bot).await;
    fold_deal(&people).await;
    people
}

/// Plays a deal that the declarer folds, and returns the message that offers the next one.
pub async fn fold_deal(people: &[SimulatedUser; 3]) -> Message {
    let declarer = play_to_first_lead(people).await;
    private_reply(declarer, declarer.command("fold", []).await).await;
    until_custom_id(&people[0], ":next").await
}

/// Plays until the player to move holds a card that may not be played.
pub async fn until_card_is_illegal(bot: &TestBot, people: &[SimulatedUser; 3]) -> CurrentDeal {
    loop {
        let deal = bot.current_deal().await;
        let view = deal.view(deal.turn(people));
        if view.legal.cards != view.own_hand() {
            return deal;
        }
        play_on(people).await;
    }
}
