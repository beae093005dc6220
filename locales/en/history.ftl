# What was played on the server: a line a deal.

history-title = Deals played
history-only = Filter: { $what }
history-empty = No such deal has been played here yet.
history-no-older = There are no older deals.
history-no-bid = no bid
history-won = { $name } won: { $points }
history-lost = { $name } lost: { $points }
history-even = { $name } broke even: { $points }
history-seat = { $name } { $points }
history-void = 🚫 void: { $reason } ({ $who })
history-void-by-nobody = 🚫 void: { $reason }
history-no-reason = no reason given
history-unranked-robot = not ranked: fewer than three people
history-deserted = { $name } left, a ranked loss
history-unranked-stood-in = not ranked: a robot moved for a player who did not lose
history-unranked-left = not ranked: a player left
history-unranked-not-played = not ranked: nobody won a trick, and nobody paid
history-unranked-capped = not ranked: these three had reached the daily limit
history-unranked-older = not ranked: played before rankings existed
history-unranked-imported = imported, counts nowhere
history-hidden = This player stays out of lists. Only they can list their deals.
history-choose = Choose a deal to replay…
history-newest = Newest
history-older = Older ▶
