# What the bot keeps about people, and how it goes: `/privacy`.

privacy-title = Your data
privacy-kept = **What is stored about you?** Your Discord user ID and the names you played under. What you did at the tables: finished deals with cards and points, statistics and ratings by season and server. Your settings. I don't read messages. Server managers can ask for signs of arranged ranked deals: players who always lose to the same person, who often leave, or whose account is new. I work this out when they ask and don't store it.
privacy-why = **Why?** To continue an interrupted evening, to replay and check deals, and for standings, leaderboards and statistics.
privacy-who = **Who sees it?** Everybody on a server sees that server's deals and numbers; other servers don't. Only you see your settings. The person who runs the bot can read the database.
privacy-how-long = **For how long?** Until you ask me to delete it. If I am removed from a server, its data is deleted after { $days } days. Older backups, which I can't reach, may still contain deleted data.
privacy-lists = { $hidden ->
        [yes] **Lists:** you are not in leaderboards, and nobody else can look up your statistics or list your deals. Your name stays in the deals and evenings themselves, and they still count for the other players.
       *[no] **Lists:** you are in leaderboards, and people on this server can look up your statistics.
    }
privacy-button-export = Get my data
privacy-button-delete = Delete…
privacy-button-hide = Hide me from lists
privacy-button-show = Show me in lists

privacy-export = Everything that is stored about you, as one JSON document (`{ $format }`). It contains the cards and moves of your deals, but not the names of the other players.
privacy-export-short = What is stored about you, as one JSON document (`{ $format }`). With the cards and moves of your deals it would be too large for Discord, so they are left out. The person who runs the bot can give you the full document.
privacy-export-too-long = Your data is too large for a file on Discord. Ask the person who runs the bot for it.
privacy-export-no-file = I can't send files in this channel. Try another one, or ask the person who runs the bot.

privacy-sure = **Really delete everything about you, on every server?**
privacy-sure-goes = **Deleted:** your name, Discord user ID, points, ranks, rating and settings. In your deals, your seat becomes a seat without a name.
privacy-sure-stays = **Kept**, because it belongs to the other players too: which cards that seat played and who paid whom. Messages already posted in Discord stay as well.
privacy-sure-never = This can't be undone. You can get your data first.
privacy-button-sure = Delete it
privacy-button-back = No
privacy-forgotten = Done. Your Discord ID and your name are no longer in the database. If you play again, you start from zero.
privacy-not-clean = Done. Your Discord ID and your name are no longer in the database. Its log could not be cleaned at once, so I'll try again every minute.
privacy-unknown = Nothing is stored about you, so there is nothing to delete.
privacy-not-yours = This button belongs to somebody else. To delete your own data: `/privacy`
