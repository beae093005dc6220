# Labels of buttons and menus, at most 80 characters.

button-join = Join
button-leave = Leave
button-add-robot = Add a robot
button-remove-robot = Remove a robot
button-start = Start
button-more = More
button-close = Close the table
button-show-hand = Show my hand
button-last-trick = Last trick
button-help = Help
button-take = Take the talon
button-pass = Pass
button-pass-rest = Pass for the rest of the auction
button-bid = Bid
button-raise-own = Raise my own bid
button-confirm = Confirm
button-start-over = Start over
button-choose-contract = Choose a contract…
button-choose-discard = What do you lay down?
button-more-bids = Stronger bids…
button-trump = Trumps: { $suit }
# level: what would be said, 1 kontra, 2 rekontra …
button-kontra = { $level ->
        [1] Kontra
        [2] Rekontra
        [3] Szubkontra
        [4] Hirskontra
        [5] Mordkontra
        [6] Fedák Sári
       *[other] Kerekes bicikli
    }
button-kontra-game = { $level ->
        [1] Kontra
        [2] Rekontra
        [3] Szubkontra
        [4] Hirskontra
        [5] Mordkontra
        [6] Fedák Sári
       *[other] Kerekes bicikli
    }: { $game }
button-kontra-all = All of them
button-no-kontra = No kontra
button-fold = Fold
button-open = Lay my hand open
button-claim = Lay open and claim the rest
button-next-deal = Next deal
button-end-evening = End the evening
button-take-seat = Take my seat back
button-confirm-leave = Yes, leave for good
button-confirm-fold = Yes, fold
button-cancel = Cancel
button-replay = Replay
button-analyse = Analyse
button-rules = Rules
