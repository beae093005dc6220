use super::*;
use ulti::table::PlayerId;
use ulti_rules::{BySeat, Seat};

const ANNA: UserId = UserId(1);
const CHANNEL: u64 = 7;

fn cards(codes: &str) -> CardSet {
    codes.split_whitespace().map(|code| code.parse::<Card>().unwrap()).collect()
}

/// Returns Anna's hand and the newest trick at one point of a deal.
fn moment(number: u32, at: u64, hand: &str, trick: &str) -> DealKnowledge {
    let hands = BySeat::from_fn(|seat| if seat == Seat::Zero { cards(hand) } else { CardSet::EMPTY });
    let seats = BySeat::from_fn(|seat| match seat {
        Seat::Zero => PlayerId::User(ANNA),
        _ => PlayerId::Robot(seat as u8),
    });
    DealKnowledge {
        at,
        table: 1,
        number,
        seats,
        hands,
        talon: CardSet::EMPTY,
        known: hands,
        public: cards(trick),
        played: cards(trick) | cards("A7 A8"),
        trick: cards(trick),
        over: hand.is_empty() && trick.is_empty(),
        seed: format!("seed {number}"),
        commitment: String::new(),
    }
}

/// After the next deal has begun, a message may show an earlier hand of its reader, with the trick on the
/// table, but nothing else.
#[test]
fn late_message_about_previous_deal_is_not_a_leak() {
    let mut scan = Scan::new(&[], &[]);
    let deals = [moment(1, 1, "H7 H8", "B7"), moment(1, 2, "H7", "B7 H8 BK"), moment(1, 3, "", "")];
    scan.knowledge.insert(CHANNEL, deals.into_iter().chain([moment(2, 4, "L7 L8", "")]).collect());
    let is_late =
        |shown: &str, reader| scan.is_old_hand(cards(shown), CHANNEL, Some(reader), 10_000, |old| old.trick);
    for shown in ["H7 H8", "H7 H8 B7", "H7 B7 H8 BK"] {
        assert!(is_late(shown, ANNA), "{shown}");
    }
    for shown in ["H8", "H7 A7", "H7 H8 A8", "L7 L8", "H7 L7", "B7"] {
        assert!(!is_late(shown, ANNA), "{shown}");
    }
    assert!(!is_late("H7 H8", UserId(2)));
}
