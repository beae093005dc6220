# `/rules score`: what a deal would pay.
score-title = What would it pay? { $contract }
score-how = Tap a game to make or lose it, its kontra to raise it. What is silent stands in the menu. A kontra counts against both defenders here.
score-silent = What else happened?
score-defender = defender { $number }
score-a-defender = a defender
score-button-made = { $made ->
        [yes] { $game }: made
       *[no] { $game }: lost
    }
score-button-on = Try it myself
score-happened-made = { $game }: { $who }
score-happened-lost = { $game } lost: { $who }
score-happened-twenty = { $game } with a single twenty: { $who }
score-happened-not = No { $game } after all
score-window = Whatever lies in the window comes on top.
score-shared = 🧮 { $name } worked this out:
score-not-in-book = These rules have no such contract. `/rules bids` lists all there are.
score-trump = This contract is played with other trumps: { $choices }.
score-too-high = A game can be doubled { $limit } times at most.
score-no-such-game = This contract has no { $game }.
score-not-together = No deal can end like this: what you chose for { $one } and for { $other } can't both be.
score-window-in = 🪟 Into the window: { $points }
score-window-out = 🪟 Ulti in hearts won: { $name } takes the window, { $points } points.
