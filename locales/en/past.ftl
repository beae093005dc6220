# What a server remembers, and what it does not: seasons, deals, pages.

past-all-seasons = All seasons together
past-no-season-runs = No season is running here right now. The next deal begins one, or start one with `/season start`.
past-season-taken = This server has had a season called { $season } already. Choose another name.
past-season-name = A season's name is one line of 1 to { $longest } characters.
past-no-such-season = There is no season of that name on this server. `/season list` shows those there are.
past-no-such-page = { $pages ->
    [one] There is no such page: there is only one.
   *[other] There is no such page: there are { $pages }.
}
past-no-such-deal = There is no finished deal #{ $deal } on this server. `/history` lists those there are.
past-already-void = Deal #{ $deal } has been declared void already.
past-not-void = Deal #{ $deal } is not void: it counts.
past-counts-nowhere = Deal #{ $deal } was imported: it counts nowhere, so there is nothing to declare void.
past-still-at-tables = An evening you have sat at is still going on: { $channels }. End it there (`/ulti end`), or leave the table and let the others finish, then ask me again.
past-nameless = somebody
past-forgotten-later = You are forgotten, except where an evening is still going on: { $channels }. Your name and number go from there within a day of its end, without your asking again.
