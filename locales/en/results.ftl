# After the deal: what was made, who pays whom, standings, window, end of the evening.

result-title = Deal { $number }: result
result-void = 🚫 **Void: this deal no longer counts in the season.** The standings below still include it. Declared void by { $who }. Reason: { $reason }
result-void-by-nobody = 🚫 **Void: this deal no longer counts in the season.** The standings below still include it. Reason: { $reason }
result-played = { $name } played **{ $contract }**
result-claimed = { $name } claimed: the rest was certain.
result-folded = { $name } folded.
result-conceded = { $name } conceded: the remaining tricks went to the defenders.
result-left = { $name } left and pays the penalty.
result-item = { $made ->
        [yes] ✅ { $game } ({ $who }): won
       *[no] ❌ { $game } ({ $who }): lost
    } · points each: { $sum } · from { $payer } · to { $payee }
result-item-nothing = { $made ->
        [yes] ✅ { $game } ({ $who }): won
       *[no] ❌ { $game } ({ $who }): lost
    } · nobody pays
result-item-renonsz = ⚠️ { $game } ({ $who }) · points each: { $sum } · from { $payer } · to { $payee }
result-payment = { $name }: **{ $points }**
result-payments = This deal: { $payments }
result-window-in = { $points ->
        [one] 🪟 This deal comes out at zero for everybody, so each player pays 1 point into the window (the pot).
       *[other] 🪟 This deal comes out at zero for everybody, so each player pays { $points } points into the window (the pot).
    }
result-window-left = { $points ->
        [one] 🪟 The hearts ulti was certain: { $name } takes the window, 1 point.
       *[other] 🪟 The hearts ulti was certain: { $name } takes the window, { $points } points.
    }
result-window-out = { $points ->
        [one] 🪟 Ulti in hearts won: { $name } takes the window, 1 point.
       *[other] 🪟 Ulti in hearts won: { $name } takes the window, { $points } points.
    }
result-talon = In the talon at the end: { $cards }
result-hands = The hands as they were dealt
result-dealt = { $name }'s cards: { $cards }
result-standings = Standings: { $standings }
result-standing = { $name } { $points }
result-change = ({ $points })
result-standing-window = window (pot): { $points }

shuffle-commitment = Commitment of deal { $number }: `{ $commitment }`
shuffle-explain = Before the first bid, I compute a number from a secret seed: the commitment. After the deal I show the seed. Anybody can then compute the commitment and the cards again and see that nothing was changed.
shuffle-later = -# Press **Fair shuffle** again after the deal: it then shows the seed and checks every card. For experts: the id of the button contains the commitment.
shuffle-unknown = I don't know this deal's shuffle any more.

evening-over = The evening is over
evening-deals = { $deals ->
        [0] No deal was finished.
        [one] One deal played
       *[other] Deals played: { $deals }
    }
evening-vote = Agreed to end the evening: { $votes } of { $needed }.
evening-voted-last = Everybody agreed with your vote: the evening is over.
evening-voted = You would like to end the evening. It ends when the others agree too.
evening-voted-dealing = You would like to end the evening. If the others agree too, this is the last deal.
evening-after-deal = Everybody agreed: this is the last deal, and the evening ends with it.
evening-after-deal-alone = Only robots are left with you, so nobody has to agree: the evening ends with this deal.
evening-share = { $standing } (including { $points } from the window)
evening-thanks = Thank you for playing!

# A player's own view of a finished deal.
own-title = Deal { $number }, as I played it: { $points }
own-cards = I was dealt: { $cards }
own-talon = I discarded: { $cards }
own-trick = { $number }. { $leader } led: { $cards } · taken by { $winner }
own-trick-won = { $number }. { $leader } led: { $cards } · taken by **{ $winner }**
own-no-tricks = No trick was played.
own-not-there = You did not play in this deal. **Replay** shows all three hands.
