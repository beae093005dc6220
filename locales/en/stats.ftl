# A person's numbers on a server: `/stats`.

stats-title = { $name } · { $span }
stats-deals = { $deals ->
        [one] **One deal**
       *[other] **{ $deals } deals**
    }, **{ $points }** points ({ $average } a deal)
stats-roles = As declarer { $declared }, made { $made } ({ $percent }%); as defender { $defended }
stats-roles-never = Not declarer yet; as defender { $defended }
stats-ranked = Ranked deals: { $deals }, { $points } points
stats-rating = Rating: **{ $value }** ± { $uncertainty }, so almost certainly at least { $least }
stats-provisional = { $missing ->
        [one] provisional, one more ranked deal to go
       *[other] provisional, { $missing } more ranked deals to go
    }
stats-unranked = No ranked deal here yet. (`/rules rating`)
stats-contracts = **Contracts**, made/bid: { $list }
stats-kontras = **Kontras**, game lost/said: { $list }
stats-rekontras = **Rekontras**, game made/said: { $list }
stats-silent = **Silent games**, made/tried: { $list }
stats-count = { $name } { $good }/{ $total }
stats-more = … and { $count } more kinds
stats-best = Best deal: **{ $points }**, #{ $deal }
stats-worst = Worst deal: **{ $points }**, #{ $deal }
stats-form = Form: { $first } – { $last }, { $days } days of play, { $end } at the end
stats-form-day = Form: a single day, { $day }, { $end } at the end
stats-form-extremes = Highest { $high } ({ $high-day }), lowest { $low } ({ $low-day })
stats-form-newest = The last { $days } days alone; before them { $before }

stats-none-own = You have finished no deal on this server in that season.
stats-none-own-ever = You have not finished a deal on this server yet. Open a table: `/ulti new`
stats-none = { $who } has finished no deal on this server in that season.
stats-none-ever = { $who } has not finished a deal on this server yet.
stats-hidden = { $who } stays out of lists; nobody else sees their numbers.
stats-button-all = All seasons
stats-button-now = This season

stats-day = { $year }-{ $month }-{ $day }

cmd-stats =
    .description = Numbers: deals, contracts, kontras, rating, form
    .option-person = Whose; without it, yours
    .option-season = Which season; without it, the one that runs
