# `/rules score`: what a deal would pay.
score-title = What would it pay? { $contract }
score-how = Tap a game to switch between won and lost, and its kontra to double it. The menu has the silent games. A kontra is counted as if both defenders had said it.
score-silent = What else happened?
score-defender = defender { $number }
score-a-defender = a defender
score-button-made = { $made ->
        [yes] { $game }: won
       *[no] { $game }: lost
    }
score-button-on = Try it myself
score-happened-made = { $game }: { $who }
score-happened-lost = { $game } lost: { $who }
score-happened-twenty = { $game } with a single twenty: { $who }
score-happened-not = No { $game }
score-window = The contents of the window come on top.
score-shared = 🧮 { $name } calculated this:
score-not-in-book = These rules have no such contract. `/rules bids` lists all contracts.
score-trump = This contract is played with other trumps: { $choices }.
score-too-high = A game can be doubled at most { $limit } times.
score-no-such-game = This contract has no { $game }.
score-not-together = No deal can end like this: your choices for { $one } and { $other } exclude each other.
score-window-in = 🪟 Into the window: { $points }
score-window-out = 🪟 Ulti in hearts won: { $name } takes the window, { $points } points.
