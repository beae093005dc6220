# After the deal: what was made, who pays whom, standings, window, end of the evening.

result-title = Deal { $number }: result
result-played = { $name } played **{ $contract }**
result-claimed = It ended with a claim.
result-folded = { $name } folded.
result-conceded = { $name } conceded: the remaining tricks went to the defenders.
result-left = { $name } left and pays the renonsz.
result-item = { $made ->
        [yes] ✅ { $game } ({ $who }): made
       *[no] ❌ { $game } ({ $who }): lost
    } · points each: { $sum } · from { $payer } · to { $payee }
result-item-nothing = { $made ->
        [yes] ✅ { $game } ({ $who }): made
       *[no] ❌ { $game } ({ $who }): lost
    } · nobody pays
result-item-renonsz = ⚠️ { $game } ({ $who }) · points each: { $sum } · from { $payer } · to { $payee }
result-payment = { $name }: **{ $points }**
result-payments = This deal: { $payments }
result-window-in = { $points ->
        [one] 🪟 Everybody would be at zero, so each player pays 1 point into the window.
       *[other] 🪟 Everybody would be at zero, so each player pays { $points } points into the window.
    }
result-window-out = { $points ->
        [one] 🪟 Ulti in hearts won: { $name } takes the window, 1 point.
       *[other] 🪟 Ulti in hearts won: { $name } takes the window, { $points } points.
    }
result-talon = Of these, in the talon at the end: { $cards }
result-hands = The hands as they were dealt
result-dealt = { $name }'s cards: { $cards }
result-standings = Standings: { $standings }
result-standing = { $name } { $points }
result-change = ({ $points })
result-standing-window = window: { $points }

shuffle-commitment = Seal of deal { $number }: `{ $commitment }`
shuffle-explain = Before the first bid the bot fixes the shuffle with a seal: a number computed from a secret seed. After the deal it shows the seed, so anyone can compute the seal and the cards again and see that nothing was changed.
shuffle-later = -# The id of the table message's 🔒 button has contained this seal since before the first bid. Press 🔒 again after the deal: then it shows the seed and checks all cards.
shuffle-unknown = I don't know this deal's shuffle any more.

evening-over = The evening is over
evening-deals = { $deals ->
        [0] No deal was finished.
        [one] One deal played
       *[other] Deals played: { $deals }
    }
evening-vote = Votes to end the evening: { $votes } of the { $needed } needed.
evening-voted = You voted to end the evening. The others have to agree.
evening-after-deal = Nobody objects: this is the last deal, and the evening ends with it.
evening-after-deal-alone = Only robots are left with you, so nobody has to agree: the evening ends with this deal.
evening-share = { $standing } (including { $points } from the window)
evening-thanks = Thank you for playing!

# A player's own view of a finished deal.
own-title = My deal { $number }: { $points }
own-cards = My cards: { $cards }
own-talon = I laid down: { $cards }
own-trick = { $number }. { $leader } led: { $cards } → { $winner }
own-trick-won = { $number }. { $leader } led: { $cards } → **{ $winner }**
own-no-tricks = No trick was played.
own-not-there = You did not play in this deal. **Replay** shows all three hands.
