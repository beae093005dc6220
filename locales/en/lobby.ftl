# The table before the play begins.

lobby-title = Ulti: gathering players
lobby-rules = Rules: { $rules }
lobby-seat = { $number }. { $name }
lobby-seat-free = { $number }. *free seat*
lobby-robot = 🤖 { $name }
lobby-robot-level = { $name } ({ $level })
lobby-level-random = random
lobby-level-easy = easy
lobby-level-normal = normal
lobby-level-blind = blind
lobby-level-strong = strong
lobby-levels = -# 🤖 Easy follows rules of thumb, normal plans ahead, strong also works out your cards from what you play.
lobby-waiting = { $missing ->
        [0] You can start: there are enough players.
        [one] One more player is needed. If nobody comes, a robot can play.
       *[other] { $missing } more players are needed. If nobody comes, robots can play.
    }
lobby-invited = Invited to play again: { $names }. **Join** gives you a seat.
lobby-four = With four players, the dealer always sits out.
lobby-deals = { $deals ->
        [0] You play as long as you like.
        [one] Agreed: one deal.
       *[other] Agreed: { $deals } deals.
    }
lobby-you-joined = You have a seat. When play starts, your cards appear below the table, for you alone. **My cards** or `/hand` shows them at any time.
lobby-closed = The table was closed before play began.
lobby-only-host-closes = Only { $name }, who opened the table, can close it, or a server manager with `/ulti-admin close`. **Leave** gives up your own seat.
close-question = Close this table for everybody? { $deal ->
        [0] Finished deals keep their results.
       *[other] Deal { $deal } is not finished and will not count. Finished deals keep their results.
    }
close-leave-first = You play in this deal. End the evening after it with `/ulti end`, or leave it with `/ulti leave`, which may cost points, and close the table then.
close-done = You closed the table.
lobby-draw = Drawing for the deal: { $draws }. The lowest card deals: { $dealer }.

again-other-players = Only the players of this evening can repeat it. To open a table of your own: `/ulti new`
lobby-already-seated = You already have a seat at this table.
lobby-full = { $seats ->
        [3] The table is full: all three seats are taken.
       *[other] The table is full: four sit here, and the dealer always sits out.
    }
lobby-too-many-of-person = { $most ->
        [one] You already have an open table, the maximum for one person: { $channels }. End it in its channel with `/ulti end`.
       *[other] You already have { $most } open tables, the maximum for one person: { $channels }. End one of them in its channel with `/ulti end`.
    }
lobby-too-many-on-server = This server already has { $most } open tables, the maximum. Players at a table that is no longer needed can end it with `/ulti end`: { $channels }.
lobby-not-seated = You have no seat at this table, but one is free: **Sit down** takes it.
lobby-needs-three = { $seated ->
        [one] It takes three to start, and one seat is taken. Invite somebody, or add a robot.
       *[other] It takes three to start, and { $seated } seats are taken. Invite somebody, or add a robot.
    }
lobby-no-robot = There is no robot at the table to remove.
lobby-already-started = Play has already begun at this table.
lobby-no-table = There is no table in this channel. Open one: `/ulti new`

# Seats that change hands during an evening.
seats-left = { $names } left the table.
seats-free = A seat is free: **Sit down** takes it.
seats-joined = New at the table from the next deal: { $names }.
seats-you-joined-between = You have a seat. **Next deal** starts the next deal, with you.
seats-you-joined = You have a seat. You play from the next deal; until then you can watch.
seats-robot-joined = The robot has a seat and plays from the next deal.
seats-full = You can watch here, sit down as soon as a seat is free (the table message says so then), or open a table in another channel with `/ulti new`.
seats-full-robot = A robot has one of the seats: after the deal, a player can free it with `/ulti robot remove:True`.
