# A person's numbers on a server: `/stats`.

stats-title = { $name } · { $span }
stats-deals = { $deals ->
        [one] **One deal**
       *[other] **{ $deals } deals**
    }, **{ $points }** points ({ $average } per deal)
stats-roles = Declarer: { $declared }, won { $made } ({ $percent }%); defender: { $defended }
stats-roles-never = Declarer: not yet; defender: { $defended }
stats-ranked = Ranked deals: { $deals }, { $points } points
stats-rating = Rating (`/rules rating`): **{ $value }**, uncertainty { $uncertainty }; { $least } on the leaderboard
stats-provisional = { $missing ->
        [one] provisional, one more ranked deal to go
       *[other] provisional, { $missing } more ranked deals to go
    }
stats-unranked = No ranked deal here yet. (`/rules rating`)
stats-contracts = **Contracts**, won/bid: { $list }
stats-kontras = **Kontras**, game lost/called: { $list }
stats-rekontras = **Rekontras**, game won/called: { $list }
stats-silent = **Silent games**, won/tried: { $list }
stats-count = { $name } { $good }/{ $total }
stats-more = … and { $count } more kinds
stats-best = Best deal: **{ $points }**, #{ $deal }
stats-worst = Worst deal: **{ $points }**, #{ $deal }
stats-form = Points over time: { $first } to { $last }, { $days } days of play, { $end } points at the end
stats-form-day = Points over time: one day, { $day }, { $end } points at the end
stats-form-extremes = Highest { $high } ({ $high-day }), lowest { $low } ({ $low-day })
stats-form-newest = The last { $days } days only; before that { $before } points

stats-none-own = You have not finished a deal on this server in { $season ->
        [earlier] that
       *[running] this
    } season.
stats-none-own-ever = You have not finished a deal on this server yet. Open a table: `/ulti new`
stats-none = { $who } has not finished a deal on this server in { $season ->
        [earlier] that
       *[running] this
    } season.
stats-none-ever = { $who } has not finished a deal on this server yet.
stats-hidden = { $who } stays out of lists, so nobody else sees their statistics.
stats-button-all = All seasons
stats-button-now = This season

stats-day = { $year }-{ $month }-{ $day }
stats-everywhere = All servers together
stats-none-anywhere = You have not finished a deal yet. Invite me to a server and open a table there: `/ulti new`
stats-only-own = Here I show only your own numbers. Those of others you see on a server where you both play.
