# The table before the play begins.

lobby-title = Ulti: gathering players
lobby-rules = Rules: { $rules }
lobby-seat = { $number }. { $name }
lobby-seat-free = { $number }. *free seat*
lobby-seat-fourth = { $number }. *free seat: with four players, the dealer always sits out*
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
lobby-only-host-sets = Only { $name }, who opened the table, can change this before the first deal.
lobby-too-many-for-rules = Only { $seats } players can play with these rules, and more are seated. One of you has to leave first, or **More** removes a robot.
close-question = Close this table for everybody? { $deal ->
        [0] Finished deals keep their results.
       *[other] Deal { $deal } is not finished and will not count. Finished deals keep their results.
    }
close-leave-first = You play in this deal. End the evening after it with `/ulti end`, or leave it with `/ulti leave`, which may cost points, and close the table then.
close-done = You closed the table.
lobby-draw = Drawing for the deal: { $draws }. { $redrawn ->
        [yes] Equal lowest cards were drawn again. The
       *[no] The
    } lowest card deals: { $dealer }.

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
lobby-enough-players = There are three players already. A robot takes a seat only while fewer are seated.
lobby-no-robot = There is no robot at the table to remove.
lobby-already-started = Play has already begun at this table.
lobby-no-table = There is no table in this channel. Open one: `/ulti new`

# Invitations. mention: Discord shows the person's name.
invite-lobby = { $mention }, { $host } invites you to a table of Ulti. **Join** gives you a seat.
invite-evening = { $mention }, { $host } invites you to a table of Ulti. **Sit down** gives you a seat, and you play from the next deal.
invite-waiting = Invited: { $mentions }
invite-done = The invitation is in the channel.
invite-player = { $mention } already has a seat at this table.
invite-already = { $mention } has already been invited to this table. Everybody is pinged only once.
invite-too-many = You have already invited { $most } people to this table, the maximum. Others can join without an invitation.
invite-bot = Bots can't play. While fewer than three players are seated, `/ulti robot` adds a robot.
invite-elsewhere = This person can't see this channel, and would not get the invitation. Invite somebody who can, or open a table in another channel with `/ulti new`.

# The settings of a table, and its menus.
table-settings-title = Settings of this table
table-settings-rules = Rules
table-settings-opened = Rules: as when the table was opened: { $rules }
table-settings-deals = Number of deals
table-settings-deals-n = { $deals ->
        [0] Number of deals: no limit
       *[other] Number of deals: { $deals }
    }
table-settings-time = Time limit
table-settings-robots = Robots
table-settings-robots-level = Robots: { $level }
table-settings-pause = Next deal
table-settings-pause-n = { $seconds ->
        [0] A player starts each next deal
       *[other] Between deals: a pause of { $seconds } seconds, then the next one begins by itself
    }
table-settings-watch = Only players at the table can change its settings.
table-settings-host = You can change the pause between deals. Before the first deal, { $name }, who opened the table, can change everything else.
table-settings-playing = The other settings can't be changed any more, because play has begun. For a table with other settings, end this evening with `/ulti end` and open a new one with `/ulti new`.

# Seats that change hands during an evening.
seats-left = { $names } left the table.
seats-free = A seat is free: **Sit down** takes it.
seats-joined = New at the table from the next deal: { $names }.
seats-you-joined-between = You have a seat. **Next deal** starts the next deal, with you.
seats-you-joined-pause = You have a seat. The next deal begins by itself, with you.
seats-you-joined = You have a seat. You play from the next deal; until then you can watch.
seats-robot-joined = The robot has a seat and plays from the next deal.
seats-full = You can watch here, sit down as soon as a seat is free (the table message says so then), or open a table in another channel with `/ulti new`.
seats-full-robot = A robot has one of the seats: after the deal, a player can free it with `/ulti robot remove:True`.
