# What was played on the server: a line a deal.

cmd-history =
    .description = The finished deals of this server, newest first
    .option-person = Only those this person played in
    .option-contract = Only this contract, whatever its suit
    .option-season = Only this season

history-title = Deals played
history-only = Only these: { $what }
history-empty = No such deal has been played here yet.
history-no-older = There are none older than these.
history-no-bid = no bid
history-won = { $name } won: { $points }
history-lost = { $name } lost: { $points }
history-even = { $name } came out even: { $points }
history-seat = { $name } { $points }
history-void = 🚫 void: { $reason } ({ $who })
history-void-by-nobody = 🚫 void: { $reason }
history-no-reason = no reason given
history-unranked-robot = not ranked: not three people
history-deserted = { $name } left, a ranked loss
history-unranked-stood-in = not ranked: a robot played for someone who did not lose
history-unranked-left = not ranked: someone left
history-unranked-capped = not ranked: these three had had enough ranked deals that day
history-unranked-older = not ranked: older than the ranking
history-unranked-imported = imported, counts nowhere
history-hidden = They have asked to stay out of lists, so only they can list their deals.
history-choose = Which one shall we step through?
history-newest = Newest
history-older = Older ▶
