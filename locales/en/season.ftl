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
board-by-a-deal = Points per deal
board-by-rating = Rating
board-by-made = Contracts won
board-by-all = Points of all deals
board-about-points = Ranked deals only: three people, no robot. More: `/rules rating`
board-about-a-deal = Average points per ranked deal. More: `/rules rating`
board-about-rating = Playing strength, almost certainly at least this. More: `/rules rating`
board-about-made = Share of contracts won as declarer in ranked deals.
board-about-all = All deals, also with robots, and shares of the window.
board-provisional = Provisional: fewer than { $established } ranked deals
board-nobody = Nobody has { $established } ranked deals yet.
board-nobody-at-all = Nobody is on this list yet.
board-nobody-provisional = Everybody with ranked deals here has at least { $established }.
# Escaped, because Discord would number the lines of a list itself.
board-row = { $place }\. { $name } – **{ $figure }**, { $basis }
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
board-own = Your place: **{ $place }** · { $figure }, { $basis }
board-own-provisional = Your place among the provisional ones: **{ $place }** · { $figure }, { $basis }
board-own-established = Your place among those with enough deals: **{ $place }** · { $figure }, { $basis }
board-own-hidden = You stay out of leaderboards. Only you see this.
board-own-unranked = You have no ranked deal in this season.
board-own-none = No deal of yours counts in this season.
board-page = Page { $page } of { $pages } · players: { $people }
board-button-own = Me
board-button-provisional = Provisional ({ $people })
board-button-established = { $established } deals and more ({ $people })
board-menu = Sort by…

season-title = Season: { $season }
season-runs-month = Since { $from }. It ends { $at } ({ $until }), with the month in the time zone { $zone }.
season-next-zone = Time zone from the next season on: { $zone }
season-runs = Since { $from }. It runs until a server manager ends it.
season-ran = { $from } to { $until }
season-deals = { $deals ->
    [one] One deal
   *[other] { $deals } deals
} · { $people ->
    [one] one person
   *[other] { $people } people
}
season-void = Void deals: { $void }
season-podium-points = 🏆 Points
season-podium-rating = 📈 Rating
season-podium-made = 🎯 Contracts won
season-podium-all = 🎲 All deals, also with robots
season-podium-provisional = (provisional)
season-podium-more = … and others with the same result
season-best = 💥 Biggest win: { $name }, **{ $points }** points in deal #{ $deal }
season-none = There is no season here yet. It begins with the first finished deal.
season-nothing = No deal was finished in this season.
season-list-title = Seasons
season-list-row = - **{ $season }** · { $when }
season-list-empty = There is no season here yet.
season-menu = Show a season…
season-button-board = Leaderboard
season-button-list = All seasons
season-button-older = Older
season-button-newest = Newest
season-started = { $name } started a season: **{ $season }**. It runs until a server manager ends it.
season-started-after = { $name } ended the season { $ended } and started **{ $season }**. It runs until a server manager ends it.
season-end-first = The season **{ $season }** is running, and deals count in it. End it first: `/ulti-admin season end`
season-end-sure = End the season **{ $season }** now? Its final standings are kept. The next deal begins a new season. This can't be undone.
season-button-end = End the season
season-ended = { $name } ended the season **{ $season }**.
season-ended-elsewhere = The season of this button has already ended.
season-name-reserved = I use this name myself. Choose a name that is not a month and does not mean “all seasons”.
season-renamed = { $name } renamed the season { $before } to **{ $season }**.
season-monthly-on = From the next season on, seasons end with the month. Time zone: { $zone }. Another one: `/ulti-admin settings time-zone`
season-monthly-off = From the next season on, seasons run until a server manager ends them.
season-summary-on = When a season ends, I post a summary in this channel.
season-summary-off = I don't post summaries of seasons.
season-over = Season over: { $season }

evening-title = Evening #{ $table } · { $channel } · { $when }
evening-goes-on = It is still going on.
evening-imported = Evening #{ $table } · imported { $when }
evening-imported-about = Its deals can be replayed. They count nowhere.
evening-closed = It ended { $when }.
evening-count = { $deals ->
    [one] One deal
   *[other] { $deals } deals
}
evening-standing = { $name }: **{ $points }**
evening-window-title = 🪟 The window
evening-window-none = No points were paid into or out of the window.
evening-window-row-in = Deal #{ $deal }: { $points ->
    [one] one point paid in
   *[other] { $points } points paid in
} ({ $name }, { $contract })
evening-window-row-in-left = Deal #{ $deal }: { $points ->
    [one] one point paid in
   *[other] { $points } points paid in
}
evening-window-row-out = Deal #{ $deal }: **{ $name }** took { $points ->
    [one] the one point
   *[other] all { $points } points
} with { $contract }
evening-window-holds = In the window now: { $points }
evening-window-rest = The rest of { $points } was shared: { $shares }
evening-window-more = … after { $count } earlier deals with the window:
evening-void = { $count ->
    [one] One deal was declared void. It counts for nobody, whatever the table said at the time. The three seats share what it paid
   *[other] { $count } deals were declared void. They count for nobody, whatever the table said at the time. The three seats share what they paid
} into or out of the window.
evening-none = There has been no evening here yet. Open a table: `/ulti new`
evening-no-such = There is no such evening on this server. `/evening` shows the newest one of this channel, and its buttons lead to the others.
evening-button-newer = Newer

review-title = Signs of arranged deals: { $season }
review-nothing = Nothing unusual in the ranked deals: nobody always loses to the same player, nobody keeps leaving, no account is new, and there is no long series of deals without a card.
review-no-proof = None of this proves anything, and I do nothing about it. Look at the deals with `/replay`; what was arranged, `/ulti-admin void` takes out.
review-loses = { $who } lost { $lost } of { $met } deals against { $winner }. Newest deals: { $deals }
review-loses-never-without = { $who } lost { $lost } of { $met } deals against { $winner }, and never played a ranked deal without them. Newest deals: { $deals }
review-leaves = { $who } left { $times } ranked deals. Newest: { $deals }
review-new = { $days ->
        [0] { $who } played the first ranked deal here on the day their account was created. Newest deals: { $deals }
        [one] { $who } played the first ranked deal here one day after their account was created. Newest deals: { $deals }
       *[other] { $who } played the first ranked deal here { $days } days after their account was created. Newest deals: { $deals }
    }
review-not-played = { $who }, { $second } and { $third } ended { $times } deals in a row before a card was played, within { $hours ->
        [0] { $minutes ->
            [one] a minute
           *[other] { $minutes } minutes
        }
       *[other] { $hours } hours
    }. Newest deals: { $deals }
review-note = { $signs ->
        [one] 🔎 For you, who manage the server: something among the ranked deals may be worth a look, `/ulti-admin season review`
       *[other] 🔎 For you, who manage the server: { $signs } things among the ranked deals may be worth a look, `/ulti-admin season review`
    }
