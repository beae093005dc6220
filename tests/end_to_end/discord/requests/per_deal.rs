//! Number of requests and uploads that one deal takes.

use discord_sandbox::{Audience, Exchange, Protocol, Sender, SimulatedUser};
use serde_json::json;
use ulti_testkit::game::{make_weakest_bid, name_trumps, seat_three};
use ulti_testkit::messages::private_text;
use ulti_testkit::{TestBot, enabled};

/// Requests of one kind, and those of them that upload a file.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Count {
    requests: usize,
    uploads: usize,
}

impl Count {
    fn of<'a>(exchanges: impl Iterator<Item = &'a Exchange>) -> Self {
        exchanges.fold(Self::default(), |count, one| Self {
            requests: count.requests + 1,
            uploads: count.uploads + usize::from(!one.files.is_empty()),
        })
    }
}

/// Returns the button of the first playable card in a player's newest hand, if it is the player's turn.
fn playable(user: &SimulatedUser) -> Option<(discord_sandbox::Message, String)> {
    let hand = user.messages().into_iter().rev().find(discord_sandbox::Message::is_ephemeral)?;
    let id = enabled(&hand, "play").next()?;
    Some((hand, id))
}

/// Returns the player whose hand message has a playable card.
fn next_to_play(users: &[SimulatedUser; 3]) -> (&SimulatedUser, (discord_sandbox::Message, String)) {
    let found = users.iter().find_map(|user| Some((user, playable(user)?)));
    found.expect("no hand has an enabled card")
}

/// Plays a deal with three people who have their hands open, and counts the bot's requests during the play of
/// the cards. Every change of the table is published: nothing is coalesced.
#[tokio::test(flavor = "multi_thread")]
async fn deal_takes_limited_number_of_requests() {
    let bot = TestBot::builder().start_with_pictures().await;
    let users = seat_three(&bot).await;
    bot.idle().await;
    let declarer = bot.current_deal().await.turn(&users).clone();
    private_text(&make_weakest_bid(&declarer).await);
    for user in users.iter().filter(|user| user.id() != declarer.id()) {
        private_text(&user.command("pass", [("rest", json!(true))]).await.unwrap());
    }
    private_text(&declarer.command("pass", []).await.unwrap());
    name_trumps(&declarer).await;
    bot.idle().await;
    let begin = bot.sandbox.traffic().len();
    for _ in 0..30 {
        let (user, (hand, id)) = next_to_play(&users);
        user.press(&hand, &id).await.unwrap();
        bot.idle().await;
    }
    let traffic = bot.sandbox.traffic();
    let sent =
        |one: &&Exchange| one.protocol == Protocol::Rest && one.from == Sender::Bot && one.method.is_some();
    let play: Vec<&Exchange> = traffic[begin..].iter().filter(sent).collect();
    let is_public = |one: &&&Exchange| one.audience == Audience::Everyone;
    let public = Count::of(play.iter().filter(is_public).copied());
    let of = |user: &SimulatedUser| {
        let own = |one: &&&Exchange| one.audience == Audience::Only(user.id());
        Count::of(play.iter().filter(own).copied())
    };
    let hands: Vec<Count> = users.iter().map(of).collect();
    let all = Count::of(play.iter().copied());
    println!("public {public:?}, hands {hands:?}, all {all:?}");
    // Each player acts ten times and is next ten times. If the winner of a trick played its last card, the
    // reply already shows the next turn. Before hands waited for their owners' turns, the same deal took 149
    // requests, of which 85 uploaded a file. On a busy machine a reply may be sent before its picture, in two
    // requests. Likewise, the text of a table is sent before its picture if the picture is late.
    let before_picture = public.requests - public.uploads;
    assert!(public.uploads <= 36 && before_picture <= public.uploads, "public {public:?}");
    assert!(all.requests - before_picture <= 130 && all.uploads <= 90, "all {all:?}");
    bot.end_without_leaks().await;
}
