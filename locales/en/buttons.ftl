# Labels of buttons and menus, at most 80 characters.

button-join = Join
button-sit-down = Sit down
button-watch = Watch
button-leave = Leave
button-robot-easy = 🤖 Easy robot
button-robot-normal = 🤖 Normal robot
button-robot-strong = 🤖 Strong robot
button-remove-robot = Remove a robot
button-start = Start
button-table-settings = Table settings
button-more = More
button-close = Close the table
button-show-hand = My cards
button-last-trick = Previous trick
button-help = Help
button-hint = Hint
button-use-hint = Use the hint
button-take = Take the talon (cheapest bid: { $contract }, { $stake })
button-take-anyway = Yes, take the talon
button-pass = Pass
button-play-own = Play { $contract }
button-pass-rest = Pass until the auction ends
button-stop-passing = Stop passing
button-raise-own = Raise my own bid (cheapest: { $contract }, { $stake })
button-confirm = Confirm
button-start-over = Start over
button-choose-contract = { $pages ->
        [1] Choose a contract…
       *[other] Choose a contract (list { $page } of { $pages })…
    }
button-more-bids = More bids…
button-trump = Trumps: { $suit }
button-no-trumps = No trumps
# level: what would be said, in the word of the rules: “Kontra”, “Rekontra”.
button-kontra-game = { $level }: { $game }
button-kontra-all = { $level }: all
button-no-kontra = No more doubling
button-fold = Fold
button-concede = Concede
button-open = Lay my cards open for everybody
button-claim = Lay my cards open: I think it is decided
button-claim-open = End the deal: I think it is decided
button-next-deal = Next deal
button-same-again = Same again
button-end-evening = End the evening{ $needed ->
        [0] {""}
        [1] {""}
       *[other] {" "}({ $votes } of { $needed })
    }
button-take-seat = Take my seat back
button-confirm-leave = Yes, leave for good
button-confirm-fold = Yes, fold
button-confirm-concede = Yes, concede
button-confirm-claim = Yes, end the deal
button-cancel = Cancel
button-back = Go back
button-bid-anyway = Bid { $contract } anyway
button-trump-anyway = Name { $suit } anyway
button-play-anyway = Play the { $card } anyway
button-replay = Replay
button-analyse = Analyse
button-rules = Rules
button-own-deal = How I played
button-shuffle = 🔒 Fair shuffle
