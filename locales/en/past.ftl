# What a server remembers, and what it does not: seasons, deals, pages.

past-all-seasons = All seasons together
past-no-season-runs = No season is running now. One begins with the next finished deal, or start one with `/ulti-admin season start`.
past-season-taken = This server already had a season called { $season }. Choose another name.
past-season-name = A season's name has 1 to { $longest } characters on one line.
past-no-such-season = There is no season with that name on this server. `/season list` lists the seasons.
past-no-such-page = { $pages ->
    [one] There is no such page: there is only one.
   *[other] There is no such page: there are { $pages }.
}
past-no-such-deal = There is no finished deal #{ $deal } on this server. `/history` lists the deals.
past-already-void = Deal #{ $deal } is already void.
past-not-void = Deal #{ $deal } is not void.
past-counts-nowhere = Deal #{ $deal } was imported. It counts nowhere, so it can't be declared void.
past-still-at-tables = You are part of an evening that is still going on: { $channels }. End it there with `/ulti end`, or leave it and let the others finish. Then ask me again.
past-nameless = somebody
past-forgotten-later = Done, except for evenings that are still going on: { $channels }. Your name and ID will be removed from them within a day after they end.
