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
        [one] 🪟 Money goes to the window: one point.
       *[other] 🪟 Money goes to the window: { $points } points.
    }
result-window-out = { $points ->
        [one] 🪟 Ulti in hearts made: { $name } takes the window, one point.
       *[other] 🪟 Ulti in hearts made: { $name } takes the window, { $points } points.
    }
result-talon = Of these, in the talon at the end: { $cards }
result-hands = The hands as they were dealt
result-dealt = { $name }'s cards: { $cards }
result-standings = Standings: { $standings }
result-standing = { $name } { $points }
result-standing-window = window: { $points }

shuffle-commitment = 🔒 Seal of the shuffle: `{ $commitment }`
shuffle-revealed = 🔓 Deal { $number }, seed of the shuffle: `{ $seed }`. To check: the seal was made of it and the deal's number (SHA-256).
shuffle-explain = Before a deal the bot posts the seal of the shuffle, afterwards its seed. So anyone can work out that the cards were settled before the auction and that nobody touched them.

evening-over = The evening is over
evening-deals = { $deals ->
        [0] No deal was finished.
        [one] One deal played
       *[other] Deals played: { $deals }
    }
evening-vote = Votes to end the evening: { $votes } of the { $needed } needed.
evening-voted = You voted to end the evening. The others have to agree.
evening-after-deal = Nobody objects: this is the last deal, and the evening ends with it.
evening-thanks = Thank you for playing!
