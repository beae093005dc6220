# Seasons, leaderboards and evenings.

month-01 = January { $year }
month-02 = February { $year }
month-03 = March { $year }
month-04 = April { $year }
month-05 = May { $year }
month-06 = June { $year }
month-07 = July { $year }
month-08 = August { $year }
month-09 = September { $year }
month-10 = October { $year }
month-11 = November { $year }
month-12 = December { $year }

board-title = Leaderboard: { $season }
board-none = Nobody has finished a deal here yet. Open a table: `/ulti new`
board-by-points = Points
board-by-a-deal = Points a deal
board-by-rating = Rating
board-by-made = Contracts made
board-by-all = Points of all deals
board-about-points = Ranked deals alone: three different people, no robot. `/rules rating` explains them.
board-about-a-deal = Points won a ranked deal. `/rules rating` explains ranked deals.
board-about-rating = How strong somebody plays, almost certainly at least. `/rules rating` explains it.
board-about-made = How many of the contracts declared in ranked deals were made.
board-about-all = All deals, those with robots too, and shares of the window.
board-provisional = Provisional: fewer than { $established } ranked deals
board-nobody = Nobody has { $established } ranked deals in it.
board-nobody-at-all = Nobody stands in it.
board-nobody-provisional = Everybody who plays ranked deals here has { $established } of them.
board-row = { $place }. { $name } – **{ $figure }**, { $basis }
board-basis-deals = { $count ->
    [one] one deal
   *[other] { $count } deals
}
board-basis-contracts = { $made } of { $declared }
board-no-contract = no contract yet
board-basis-rating = { $value } ± { $uncertainty }, { $deals ->
    [one] one deal
   *[other] { $deals } deals
}
board-own = Your place: { $place }. – **{ $figure }**, { $basis }
board-own-provisional = Your place among the provisional: { $place }. – **{ $figure }**, { $basis }
board-own-established = Your place among those with more deals: { $place }. – **{ $figure }**, { $basis }
board-own-hidden = You stay out of leaderboards; only you see this.
board-own-unranked = You have no ranked deal in it.
board-own-none = You have finished no deal in it.
board-page = Page { $page } of { $pages } · people: { $people }
board-button-own = Me
board-button-provisional = Provisional ({ $people })
board-button-established = { $established } deals and more ({ $people })
board-menu = Ranked by…

season-title = Season: { $season }
season-runs-month = Since { $from }; it ends by itself { $until }.
season-runs = Since { $from }; it runs until somebody ends it.
season-ran = { $from } to { $until }
season-deals = { $deals ->
    [one] One deal
   *[other] { $deals } deals
} · { $people ->
    [one] one person
   *[other] { $people } people
}
season-void = Declared void: { $void }
season-podium-points = 🏆 Points
season-podium-rating = 📈 Rating
season-podium-made = 🎯 Contracts made
season-podium-all = 🎲 All deals, robots included
season-podium-provisional = (provisional)
season-best = 💥 Biggest win: { $name }, **{ $points }** points in deal #{ $deal }
season-none = There is no season here yet: the first finished deal begins one.
season-nothing = No deal was finished in it.
season-list-title = Seasons
season-list-row = - **{ $season }** · { $when }
season-list-empty = There is no season here yet.
season-menu = Show a season…
season-button-board = Leaderboard
season-button-list = All seasons
season-button-older = Older
season-button-newest = Newest
season-started = { $name } has started a season: **{ $season }**. It runs until it is ended with `/season end`.
season-started-after = { $name } has ended the season { $ended } and started **{ $season }**. It runs until it is ended with `/season end`.
season-end-first = The season **{ $season }** is running, and deals count in it. End it first: `/season end`
season-end-sure = End the season **{ $season }** now? Its standings stay in the archive; the next deal begins a new season. This can't be undone.
season-button-end = End the season
season-ended = { $name } has ended the season **{ $season }**.
season-ended-elsewhere = This button belongs to a season that has ended already.
season-name-reserved = I call a season so myself: choose a name that is neither a month nor stands for all seasons.
season-renamed = { $name } has renamed the season { $before }: **{ $season }**.
season-monthly-on = Seasons that begin by themselves end with their month (UTC) from the next one on.
season-monthly-off = Seasons that begin by themselves go on until somebody ends them, from the next one on.
season-summary-on = When a season ends, I post its summary in this channel.
season-summary-off = I post no summaries of seasons.
season-only-managers = Whoever starts, ends, names or reviews seasons needs the permission **{ $permission }**.
season-over = The season is over: { $season }

evening-title = Evening #{ $table } · { $channel } · { $when }
evening-goes-on = It goes on.
evening-imported = Evening #{ $table } · brought from elsewhere { $when }
evening-imported-about = Its deals can be stepped through, and count nowhere.
evening-closed = It ended { $when }.
evening-count = { $deals ->
    [one] One deal
   *[other] { $deals } deals
}
evening-standing = { $name }: **{ $points }**
evening-window-title = 🪟 The window
evening-window-none = Nothing went into it and nothing came out.
evening-window-row-in = Deal #{ $deal }: { $points ->
    [one] one point in
   *[other] { $points } points in
} ({ $name }, { $contract })
evening-window-row-in-left = Deal #{ $deal }: { $points ->
    [one] one point in
   *[other] { $points } points in
}
evening-window-row-out = Deal #{ $deal }: **{ $name }** took { $points ->
    [one] the one point
   *[other] all { $points } points
} with { $contract }
evening-window-holds = In it now: { $points }
evening-window-rest = What was left in it, { $points }, was shared: { $shares }
evening-window-more = … after { $count } earlier deals that moved it, too:
evening-void = { $count ->
    [one] One deal was declared void
   *[other] { $count } deals were declared void
}: it counts for nobody, whatever the table said then; what it moved in the window is borne by the three seats alike.
evening-none = There is no evening here yet. Open a table: `/ulti new`
evening-no-such = There is no such evening on this server. `/evening` shows the newest of this channel, and its buttons lead to the others.
evening-button-newer = Newer

cmd-season =
    .description = Seasons of this server
cmd-season-show =
    .description = A season: how it stands, or how it ended
    .option-season = Which; without it, the one that runs
cmd-season-list =
    .description = All seasons of this server
cmd-season-start =
    .description = Start a season by hand and end the one that runs; for those who manage the server
    .option-name = What it is called
cmd-season-end =
    .description = End the season that runs; for those who manage the server
cmd-season-rename =
    .description = Give a season another name; for those who manage the server
    .option-name = What it is to be called
    .option-season = Which; without it, the one that runs
cmd-season-monthly =
    .description = Whether seasons end with their month; for those who manage the server
    .option-on = Yes or no
cmd-season-summary =
    .description = Whether I post a summary here when a season ends; for those who manage the server
    .option-on = Yes or no
cmd-season-review =
    .description = What may be worth a look among ranked deals; for those who manage the server
    .option-season = Which; without it, the one that runs

review-title = Worth a look? { $season }
review-nothing = Nothing unusual in the ranked deals: nobody always loses to the same person, nobody keeps leaving, no account is new.
review-no-proof = None of this proves anything, and I do nothing about it. Look at the deals with `/replay`; what was arranged, `/void` takes out.
review-loses = { $who } lost to { $winner } { $lost } times of { $met }. Newest deals: { $deals }
review-loses-never-without = { $who } lost to { $winner } { $lost } times of { $met }, and has no ranked deal without them. Newest deals: { $deals }
review-leaves = { $who } left { $times } ranked deals. Newest: { $deals }
review-new = { $days ->
        [0] { $who } has an account that was made on the day of its first ranked deal here. Newest deals: { $deals }
        [one] { $who } has an account that was made a day before its first ranked deal here. Newest deals: { $deals }
       *[other] { $who } has an account that was made { $days } days before its first ranked deal here. Newest deals: { $deals }
    }
review-note = { $signs ->
        [one] 🔎 For you, who manage the server: something among the ranked deals may be worth a look, `/season review`
       *[other] 🔎 For you, who manage the server: { $signs } things among the ranked deals may be worth a look, `/season review`
    }

cmd-evening =
    .description = An evening: its standings, and what came of the window
    .option-number = Which, by its number; without it, the newest in this channel
