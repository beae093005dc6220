# A finished deal looked at again, with all cards in sight.

analysis-title = Deal { $number }: analysis
analysis-played = { $name } played **{ $contract }**
analysis-made = ✅ { $game }: could be won, and was won.
analysis-thrown-away = ❗ { $game }: could have been won, but was lost.
analysis-given = 🎉 { $game }: could have been stopped, but was won.
analysis-beaten = ❌ { $game }: could not be won, and was lost.
analysis-makeable = { $game }: could have been won.
analysis-not-makeable = { $game }: could not have been won.
analysis-unknown = { $game }: there was not enough time to work this out.
analysis-marriage-open = { $game }: the points in tricks alone don't tell whether it could be won, because some marriages count only if their owner wins a trick.
analysis-points = (With best play by all three: { $best } points in tricks. With all marriages counted, { $needs } in tricks were needed.)
analysis-points-only = (With best play by all three: { $best } points in tricks, not counting marriages.)
analysis-line = Best play of all three for { $game }: { $cards }
analysis-line-begins = Best play of all three for { $game } begins: { $cards }
analysis-slips = Cards that gave something away:
analysis-slip-lost = trick { $trick }: after { $card }, **{ $games }** could be stopped; after { $better } it could not
analysis-slip-let = trick { $trick }: after { $card }, **{ $games }** could no longer be stopped; { $better } would have stopped it
analysis-slip-points = { $points ->
        [one] trick { $trick }: { $card } cost one point in tricks; for the points, { $better } was better
       *[other] trick { $trick }: { $card } cost { $points } points in tricks; for the points, { $better } was better
    }
analysis-more = { $count ->
        [one] and one more card
       *[other] and { $count } more cards
    }
analysis-flawless = Nobody gave anything away.
analysis-flawless-so-far = No mistake found in the part that was analysed.
analysis-incomplete = -# There was not enough time to analyse the first tricks.
analysis-fair = -# The analysis sees all cards, which no player could. It looks at each game on its own, without silent games and kontra.
analysis-folded = The declarer folded before a card was played, so there is nothing to analyse.
analysis-left = A player left before a card was played, so there is nothing to analyse.
analysis-no-card = No card was played, so there is nothing to analyse.
analysis-running = This deal is still being played. You can analyse it when it is over.
analysis-unavailable = This deal is no longer available.
analysis-busy = The analysis took too long. Try again in a minute.
