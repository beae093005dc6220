# Settings.

settings-title = Your settings
settings-language = Language: { $language }
settings-language-auto = Language: as in your Discord ({ $language })
settings-language-name = English
settings-faces = Cards: { $faces }
settings-faces-auto = Cards: as on the server ({ $faces })
settings-server-faces = Cards of the server: { $faces }
settings-server-faces-only = Setting the server's cards takes this permission: { $permission }.
settings-pings = { $on ->
        [yes] I ping you when the table has been waiting for you.
       *[no] I don't ping you when the table waits for you.
    }
settings-hints = { $on ->
        [yes] Your hand offers hints: what the strong robot would do.
       *[no] Your hand offers no hints.
    }
settings-text = { $on ->
        [yes] You see words alone: no pictures, no emoji.
       *[no] You see pictures and emoji.
    }
settings-server-text = { $on ->
        [yes] What everyone here sees is words alone from now on: no pictures, no emoji.
       *[no] What everyone here sees has pictures and emoji from now on.
    }
settings-server-text-only = Setting this for the server takes this permission: { $permission }.
settings-saved = Saved.
settings-server-language = Language of the server: { $language }
settings-server-only = Setting the server's language takes this permission: { $permission }.
