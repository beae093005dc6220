# The table message and the hand: auction, talon, trumps, play, kontra.

table-title = Deal { $number }
table-title-of = Deal { $number } of { $deals }
table-dealer = Dealer: { $name }
table-sits-out = Sits out: { $name } (dealer)
table-until = time is up { $when }
table-turn = ➡️ { $name }'s turn.
table-your-turn = ➡️ Your turn.
table-without-hand = { $names }: press **My cards** to see your cards.
table-thinking = 🤖 { $name } is thinking…
table-window = { $points ->
        [one] In the window: one point.
       *[other] In the window: { $points } points.
    }

auction-title = Auction
auction-turn = ➡️ { $name }'s turn: pass, or take the talon and bid.
auction-turn-own = ➡️ { $name }'s turn: play the bid, or raise it.
auction-turn-until = ➡️ { $name } is to pass, or to take the talon and bid. Time runs out { $until }.
auction-holding-public = ➡️ { $name } has taken the talon and must bid.
auction-first = ➡️ { $name } opens the auction with twelve cards.
auction-calls = Calls so far
auction-no-calls = Nobody has bid yet.
auction-call-bid = { $name }: **{ $contract }**
auction-call-pass = { $name }: pass
auction-best = Best bid: **{ $contract }** ({ $name })
auction-own-raise = Both others passed. Play { $contract }, or take the talon and bid { $next } or more.
auction-cheapest = The bid with the lowest stake left is { $contract }: { $stake } with each defender.
auction-weakest-cheapest = You then play for at least { $stake } with each defender.
auction-passing-rest = You pass for the rest of the auction; I pass for you at each turn.
auction-stopped-passing = I no longer pass for you: at your next turn, you decide.
auction-not-passing = You are not passing for the rest of an auction, so there is nothing to take back.

# What a contract requires and pays, at most 100 characters: in the menu of bids and below the chosen bid.
terms = { $goals } · { $same ->
        [yes] ±{ $won } each
       *[no] +{ $won } / −{ $lost } each
    }
# The points at stake in a bid, such as ±5 or +5 / −9.
stake = { $same ->
        [yes] ±{ $won }
       *[no] +{ $won } / −{ $lost }
    }
take-expensive = ⚠️ Take the talon? Even if its two cards do not help you, you must then bid { $next } or more.
take-expensive-own = ⚠️ Raise your bid? Once you take the talon, you must bid { $next } or more.
terms-out-of-reach = ⚠️ impossible with your cards · { $terms }
goal-parti = more points than the defenders
goal-parti-too = parti too
goal-20-100 = { $king } and { $over } of a side suit, 80 points in tricks
goal-40-100 = { $king } and { $over } of trumps, 60 points in tricks
goal-ulti = win the last trick with the { $seven } of trumps
goal-four-aces = win all four aces
goal-four-tens = win all four tens
goal-durchmars = win every trick
goal-betli = win no trick
goal-no-trumps = no trumps
goal-no-trumps-in-suit = no trumps: the suit only sets the price
goal-open = with an open hand

discard-contract = What do you bid?
discard-cards = Your bid: **{ $contract }**. Which two cards do you discard?
discard-one-more = Your bid: **{ $contract }**. You discard { $card }. One more!
discard-confirm = Your bid: **{ $contract }**. Into the talon: { $cards }. Is that right?
discard-ace-warning = An Ace or ten in the talon counts for the defenders.

unwinnable-ulti = { $reason ->
        [laid] You discard the { $seven } of { $suits }
       *[missing] You do not hold the { $seven } of { $suits }
    }, so the ulti cannot be won.
unwinnable-forty = { $reason ->
        [laid] You discard { $king } or { $over } of { $suits }
       *[missing] You do not hold { $king } and { $over } of { $suits }
    }, so 40-100 cannot be won.
unwinnable-twenty = { $reason ->
        [laid] You discard { $king } or { $over } of { $suits }
        [trumps] Your { $king } and { $over } must not be trumps
       *[missing] You do not hold { $king } and { $over } of a side suit
    }, so 20-100 cannot be won.
unwinnable-twenty-points = With two aces or tens in the talon too few points are left, so 20-100 cannot be won.
unwinnable-aces = You discard an Ace, so the four aces cannot be won.
unwinnable-tens = You discard a ten, so the four tens cannot be won.
unwinnable-together = With your cards, no trump suit lets you win every part of this contract.
unwinnable-seven = The ulti is won only if the { $card } takes the last trick. If you play it now, the ulti is lost.
unwinnable-warning = ⚠️ { $why } { $question }
unwinnable-bid = Bid { $contract } anyway?
unwinnable-trump = Name { $suit } anyway?
unwinnable-play = Play it anyway?

naming-public = ➡️ { $name } names the trumps for **{ $contract }**.
naming-yours = Your contract is **{ $contract }**. Which suit is trumps?
naming-not-hearts = -# Only a contract in hearts has { $hearts } as trumps.
naming-only = With your cards, only { $trumps } as trumps can win the whole contract.

# The declarer's goal during the play. name: the declarer
aim-own = Your goal: { $goals }
aim-of = { $name }'s goal: { $goals }
aim-parti = at least { $points } of { $total } points{ $marriages ->
        [0] {""}
       *[other] {" "}(90 and { $marriages } for { $king } and { $over } of a suit{ $pending ->
            [0] {""}
           *[other] ; { $pending } of them count only if their owner wins a trick
        })
    }
aim-lost = { $goal }. Already lost: { $games }
aim-all-lost = { $name } has lost already: { $games }
aim-40-100 = 100 points with the forty ({ $points } in tricks)
aim-20-100 = 100 points with a twenty ({ $points } in tricks)
aim-ulti = win the last trick with the { $card }

play-declarer = Declarer: { $name }
play-trick = Trick { $number }
play-trick-empty = { $name } leads.
play-card = { $name }: { $card }
play-last-trick = Previous trick: { $cards } · taken by { $name }
play-no-last-trick = There has been no trick yet.
play-last-trick-hidden = Under these rules the previous trick can be seen only until the next lead.
play-tricks = Tricks: { $counts }
play-tricks-seat = { $name } { $count }
play-announced = { $name } announced { $marriages }
play-will-announce = With your first card you announce { $marriages }.
play-not-announced = { $name } announced no { $marriage ->
        [forty] forty
       *[twenty] twenty
    }
play-marriage-twenty = a twenty ({ $suit })
play-marriage-forty = the forty ({ $suit })
play-open = { $name }'s open hand: { $cards }

kontra-state = { $game }: { $level } (×{ $times })
kontra-state-individual = { $game }: { $level } (×{ $times }, against { $name } only)
# kind: "kontra" if the level's name ends in this word; prefix: what precedes it there, such as "re".
kontra-offered = ➡️ { $name } may answer the { $kind ->
        [kontra] { $prefix }kontra
       *[other] doubling ({ $level })
    }: { $games }.
kontra-offered-you = { $by ->
        [defenders] The defenders
       *[player] { $name }
    } called { $kind ->
        [kontra] { $prefix }kontra
       *[other] { $level }
    } on { $games } (now ×{ $times }). { $next } doubles the value again. Do you want that?
kontra-before-playing = You may call kontra on { $games } before you play: that doubles the value.

hand-title = Your hand
hand-cards = { $count ->
        [0] You have no cards left.
        [one] One card: { $cards }
       *[other] { $count } cards: { $cards }
    }
hand-playable = You may play: { $cards }
table-time-left = ⏰ The evening ends { $until }. A deal that has begun is played to its end.
table-next-deal = ⏭ Next deal: { $when }.
table-next-deal-waits = ⏭ The next deal does not begin by itself now: **Next deal** starts it.
table-time-up = ⏰ Time is up: the evening ends with this deal.
hand-expires = This message is no longer updated. **My cards** below the table sends you a new one.
hand-replaced = A newer message below shows where things stand.
hand-languages = The table uses the server's language, your cards use yours. To change yours: `/settings`
hand-from-talon = From the talon: { $cards }
hand-talon = In the talon (you discarded these): { $cards }
hand-waiting = Not your turn yet. Your cards are updated when it is.
hand-your-turn = Your turn!
hand-tap = Tap the button of the card you want to play.
hand-not-dealt = You sit out this deal, so you have no cards.

fold-confirm = Fold? The deal ends at once: { $result }.{ $pays ->
        [yes] {" "}A folded game counts double.
       *[no] {""}
    }
concede-confirm = Concede? The defenders win all remaining tricks, and every game is settled on that: { $result }.
claim-confirm = Claim the rest? From what you can see, the result is certain: { $result }. The deal ends with that.
claim-uncertain = From what you can see, the result is not certain yet. A claim would only lay your hand open, and play would go on. Lay it open for everybody? You can't undo this.
claim-uncertain-open = From what you can see, the result is not certain yet. Your hand lies open already, so nothing changes. Play on.
claim-not-decided = The result is not certain yet, so play goes on. Your cards lie open for everybody.
hand-laid-open = Your cards lie open for everybody. Play goes on.
early-end-changed = The deal has gone on since. Now it looks like this:
early-end-result = { $sign ->
    [pays] { $points ->
        [one] you pay one point in all
       *[other] you pay { $points } points in all
    }
    [gets] { $points ->
        [one] you get one point in all
       *[other] you get { $points } points in all
    }
   *[nothing] you neither pay nor get points
}
early-end-range = your result is between { $least } and { $most } points, depending on cards that you can't see
