# Settings.

settings-title = Your settings
settings-language = Language: { $language }
settings-language-auto = Language: as in your Discord ({ $language })
settings-language-name = English
settings-faces = Cards: { $faces }
settings-faces-auto = Cards: as on the server ({ $faces })
settings-pings = { $on ->
        [yes] I ping you when the table has been waiting for you.
       *[no] I don't ping you when the table waits for you.
    }
settings-hints = { $on ->
        [yes] Your hand offers hints: what the strong robot would do.
       *[no] Your hand offers no hints.
    }
settings-text = { $on ->
        [yes] You see text only: no pictures, no emoji.
       *[no] You see pictures and emoji.
    }
settings-forced = { $on ->
        [yes] If you may play only one card, I play it for you once I know your pace.
       *[no] You play every card yourself, even if you may play only one.
    }
settings-public = Messages to everyone stay as the server has them: { $language }, { $faces }. If you play with robots alone, they show your cards.
settings-saved = Saved.

# The settings of a server.
server-title = Settings of this server
server-language = Language: { $language }
server-deck = Cards: { $faces }
server-text = { $on ->
        [yes] Messages to everyone contain only text: no pictures, no emoji.
       *[no] Messages to everyone have pictures and emoji.
    }
server-rules = Rules of new tables: { $rules }
server-time-zone = Time zone of the seasons: { $zone }
server-time-zone-now = { $zone } (now { $offset })
server-time-zone-running = Time zone of the current season: { $zone }
server-time-zone-until = Time zone of the current season: { $zone }, until { $when }
server-time-zone-how = Another time zone: `/ulti-admin settings time-zone`
time-zone-unknown = I don't know this time zone. Type its largest city, such as Budapest, London or New York.
time-zone-meant = I don't know this time zone. Did you mean one of these? { $choices }
server-language-auto = As set in Discord
server-button-rules = Rules of new tables…
server-button-own = My own settings
admin-only = Only members with the permission **{ $permission }** can change this.
