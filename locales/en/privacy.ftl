# What the bot keeps about people, and how it goes: `/privacy`.

privacy-title = Your data
privacy-kept = **What do I keep about you?** Your Discord user ID, and the names under which you have sat down. What you did at the tables, finished deals with their cards and points, your statistics and your rating by season and server, and what you have set. I don't read what people write. Whoever manages a server can ask me what is odd about its ranked deals (`/season review`): who always loses to the same person, who keeps leaving, whose account is new. I work that out from the deals and the ID when they ask, and don't keep it.
privacy-why = **Why?** So that an evening that was cut short goes on, so that deals can be looked at again and checked, and for standings, leaderboards and statistics.
privacy-who = **Who sees it?** A server's deals and numbers: everybody on that server, and nobody from another one. Your settings: you alone. Whoever runs the bot can read the database.
privacy-how-long = **For how long?** Until you ask for it to be deleted. When the bot is removed from a server, what belongs to that server is deleted after { $days } days. I can't reach the backups of whoever runs the bot: an older one still holds what was deleted.
privacy-lists = { $hidden ->
        [yes] **Lists:** you stay out of leaderboards, and nobody else can ask for your statistics or for a list of your deals. In the deals and evenings themselves your name stays, and they count for the others all the same.
       *[no] **Lists:** you are in leaderboards, and people on this server can look at your numbers.
    }
privacy-button-export = Give me my data
privacy-button-delete = Delete…
privacy-button-hide = Keep me out of lists
privacy-button-show = Put me into lists

privacy-export = Here is all that I keep about you: one JSON document (`{ $format }`), with the cards and moves of your deals, without the names of the others.
privacy-export-short = Here is what I keep about you: one JSON document (`{ $format }`). With the cards and moves of your deals it would be larger than a file that Discord takes, so it is without them. Whoever runs the bot can give you all of it.
privacy-export-too-long = I keep so much about you that it does not fit into a file that Discord takes. Ask whoever runs the bot: they can write all of it out.
privacy-export-no-file = I may not send files in this channel. Try another one, or ask whoever runs the bot.

privacy-sure = **Shall I really delete all that is about you, on every server?**
privacy-sure-goes = **What goes:** your name, your Discord user ID, your points and places, your rating, your settings. In the deals your seat becomes one without a name.
privacy-sure-stays = **What stays**, since it is the others' as well: how that seat played which cards, and who paid whom. So do the messages that I have posted in Discord already.
privacy-sure-never = This can't be undone. You can ask for your data first.
privacy-button-sure = Delete it
privacy-button-back = No
privacy-forgotten = You are forgotten: your Discord ID and your name stand nowhere in the database any more. If you sit down again, you begin anew.
privacy-not-clean = You are forgotten. The last traces could not be swept from the database's log at once, because somebody was reading it; I try again every minute.
privacy-unknown = I keep nothing about you, so there is nothing to delete.
privacy-not-yours = This button is somebody else's. To delete your own data: `/privacy delete`

cmd-privacy =
    .description = Your data: what I keep, and how to get it or have it deleted
cmd-privacy-about =
    .description = What I keep about you, why, for how long, and who sees it
cmd-privacy-export =
    .description = Get all that I keep about you
cmd-privacy-delete =
    .description = Delete all that is about you; you are asked back first
cmd-privacy-hide =
    .description = Whether to keep you out of leaderboards, and your numbers from others
    .option-on = Yes: stay out
