# Reasons of a result: one line per game, one sentence per payment.

explain-marked = { $made ->
        [yes] ✅ { $line }
       *[no] ❌ { $line }
    }
explain = { $has_name ->
        [yes] { $game } ({ $who })
       *[no] { $game }
    } { $made ->
        [yes] won
       *[no] lost
    }: { $reason }
explain-left = { $name } left during the deal and pays the penalty
explain-left-partner = The partner, { $partner }, pays the same
explain-left-certain = { $name } also pays what was already certain for the others ({ $game })
explain-silent = { $line } · silent: it counts without having been bid
explain-free = { $line }, free of charge
explain-unpaid = { $line } · not paid because of the silent ulti
explain-decided = { $reason }, decided in trick { $trick }
explain-parti = { $points } of { $total } points, { $needed } needed
# A side without points in tricks has no points at all.
explain-parti-empty = { $side ->
        [declarer] no points won in tricks
       *[defence] the defenders won no points in tricks
    }
explain-hundred = { $points } points in tricks, { $needed } needed besides the marriage
explain-no-marriage = { $game ->
        [forty] the declarer did not hold { $king } and { $over } of trumps
       *[twenty] the declarer did not hold { $king } and { $over } of one side suit
    }
explain-silent-hundred = { $points } points{ $marriages ->
        [0] {""}
       *[other] , { $marriages } of them for marriages ({ $king } and { $over } of a suit)
    }
explain-seven-won = { $seven } won trick 10
explain-seven-beaten = { $seven } was beaten in trick 10 by { $card } ({ $name })
explain-seven-early = { $seven } was played too early, in trick { $trick }
explain-seven-missing = { $seven } was not in hand
explain-all-tricks = all ten tricks won
explain-no-trick = no trick won
explain-trick = { $name } won trick { $trick } with { $card }
explain-all-four = { $rank ->
        [aces] all four aces won
       *[tens] all four tens won
    }
explain-missed = { $name } won { $card } in trick { $trick }
explain-laid-down = { $card } was discarded
explain-claimed = the rest was certain after trick { $tricks }
explain-claimed-parti = { $points } points after trick { $tricks }, and the rest was certain ({ $needed } of { $total } needed)
explain-conceded = conceded after trick { $tricks }
explain-folded = folded

# from and to: one player, both defenders, or both others.
pay = 💰 { $from ->
        [defenders] Each defender pays { $payee }
        [others] Each of the others pays { $payee }
       *[one] { $payer } pays { $to ->
            [defenders] each defender
            [others] each of the others
           *[one] { $payee }
        }
    } **{ $points }**{ $terms }
pay-even = 💰 Nobody pays{ $terms }
pay-nobody = 💰 Nobody pays.
pay-single = {" "}for { $game }.
pay-single-calculated = {" "}for { $game }: { $calculation }.
pay-terms = : { $terms }.
pay-and = { $first }, { $last }
pay-term = { $points } for { $game }
pay-calculated = { $what } ({ $calculation })
pay-less = less { $what }
pay-game = the { $game }
pay-kontra = { $level ->
        [1] , doubled by { $name }
       *[other] , × { $times } by { $name }
    }
pay-fold = , doubled by folding
pay-leave = , doubled for leaving
pay-again = , plus { $points } for a lost ulti
