# Notices: stale buttons, permissions, errors, the clock, leaving.

notice-stale = The table has moved on. Here is how it stands:
notice-not-your-turn = It is not your turn but { $name }'s.
notice-other-table = This button belongs to another table. The one in this channel is here:
notice-table-ended = This table has closed. To open a new one: `/ulti new`
notice-unknown-button = I don't know this button; it is not one of mine. Here is the table again.
notice-duplicate = I have that already; it counts once.
notice-double-click = Those two clicks came so quickly that only the first one counts. If you meant the second as well, click again.
notice-no-deal = There is no deal going on. `/ulti start` begins one.
notice-direct-message = Ulti is played in a server's channel. Invite me to a server and open a table there: `/ulti new`
notice-updated = Up to date.
notice-storage = It couldn't be saved, so nothing changed. Try again in a minute.
notice-database = I can't get at my records right now, so nothing changed. Try again in a minute.
notice-damaged = My records are damaged here, so I can't show or change this. Tell the person who runs the bot; my log has the details.
notice-unreadable = The journal of this table is damaged, so I have closed the evening. The deals that were played and their points are kept. A new table: `/ulti new`
notice-cut-back = ⚠️ The record of the last moves is damaged, so they don't count. Go on from here; the clock has restarted.
notice-internal = Something went wrong inside, and your move may not have counted. Look at the table and try again. Error: `{ $id }`
notice-shutting-down = I am restarting. The table and your cards stay as they are: try again in a minute.

permissions-missing = I don't have every permission I need in this channel. Missing: { $permissions }. Ask somebody who manages the server to grant it.
permissions-item = **{ $permission }**
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-embed-links = Embed Links
permission-manage-server = Manage Server

clock-ping = { $mention }, it is your turn. Your time runs out at { $until }.
clock-robot-played = ⏰ Time is up: a robot played for { $name }.
clock-robot-holds = 🤖 A robot holds { $name }'s seat until it is taken back.
clock-robot-holds-you = A robot holds your seat now. **Take my seat back** lets you go on at any time.
clock-you-took-back = You are playing again.
clock-not-held = No robot holds your seat; you are playing it.
clock-down = I was away { $minutes ->
        [0] for a moment
        [one] for a minute
       *[other] for { $minutes } minutes
    }; all deadlines were extended by the same time.

leave-confirm = { $points ->
        [one] If you leave for good now, you pay one point: { $others }. Are you sure?
       *[other] If you leave for good now, you pay { $points } points: { $others }. Are you sure?
    }
leave-gets = { $window ->
        [0] { $name } gets { $points }
       *[other] { $name } gets { $points } ({ $window } of them from the window)
    }
leave-pays = your partner ({ $name }) has to pay { $points } too
leave-certain = That is more than the usual penalty, because points that were already certain are added.
leave-confirm-free = If you leave for good now, this deal ends, but it costs nothing. Are you sure?
leave-ranked = With three human players, leaving counts as a loss in the ratings.
leave-stay-robot = If you only need a break, don't leave: a robot holds your seat until you are back.
leave-done-you = You left the table.
