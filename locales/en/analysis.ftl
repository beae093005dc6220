# A finished deal looked at again, with all cards in sight.

analysis-title = Deal { $number }: the analysis
analysis-played = { $name } played **{ $contract }**
analysis-made = ✅ { $game }: it could be made, and it was.
analysis-thrown-away = ❗ { $game }: it could have been made, and it was lost.
analysis-given = 🎉 { $game }: it could have been beaten, and it was made.
analysis-beaten = ❌ { $game }: it could not be made, and it was not.
analysis-makeable = { $game }: it could have been made.
analysis-not-makeable = { $game }: it could not have been made.
analysis-unknown = { $game }: too deep to work out in the time there is.
analysis-points = (At best { $best } points in tricks; it takes { $needs }.)
analysis-line = Everyone's best for { $game }: { $cards }
analysis-line-begins = Everyone's best for { $game } begins: { $cards }
analysis-slips = What gave something away:
analysis-slip-lost = trick { $trick }: { $card } instead of { $better }, say, threw away: **{ $games }**
analysis-slip-let = trick { $trick }: { $card } instead of { $better }, say, let the declarer have: **{ $games }**
analysis-slip-points = { $points ->
        [one] trick { $trick }: { $card } instead of { $better }, say, gave away one point
       *[other] trick { $trick }: { $card } instead of { $better }, say, gave away { $points } points
    }
analysis-more = { $count ->
        [one] and one card more
       *[other] and { $count } cards more
    }
analysis-flawless = Nobody gave anything away.
analysis-flawless-so-far = No card is known to have given anything away.
analysis-incomplete = -# The beginning of the deal was too deep to work out in the time there is.
analysis-fair = -# This is with all cards in sight, as nobody at the table had them, and each game by itself; silent games and kontra are left out.
analysis-folded = The declarer folded before a card was played, so there is nothing to analyse.
analysis-left = Somebody left before a card was played, so there is nothing to analyse.
analysis-no-card = No card was played, so there is nothing to analyse.
analysis-running = This deal is still being played. It can be analysed once it is over.
analysis-unavailable = This deal can't be found any more.
analysis-busy = The analysis did not get done in time. Try again in a minute.
