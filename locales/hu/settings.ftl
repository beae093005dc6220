# Beállítások.

settings-title = Beállításaim
settings-language = Nyelv: { $language }
settings-language-auto = Nyelv: mint a Discordban ({ $language })
settings-language-name = magyar
settings-faces = Lapok: { $faces }
settings-faces-auto = Lapok: ahogy a szerveren ({ $faces })
settings-pings = { $on ->
        [yes] Szólok, ha sokáig rád várunk.
       *[no] Nem szólok, ha rád várunk.
    }
settings-hints = { $on ->
        [yes] A lapjaidnál kérhetsz tippet: mit tenne az erős robot.
       *[no] A lapjaidnál nincs tipp.
    }
settings-text = { $on ->
        [yes] Csak szöveget látsz: se kép, se emoji.
       *[no] Képeket és emojikat is látsz.
    }
settings-saved = Elmentve.

# A szerver beállításai.
server-title = A szerver beállításai
server-language = Nyelv: { $language }
server-deck = Lapok: { $faces }
server-text = { $on ->
        [yes] A mindenkinek szóló üzenetekben csak szöveg van: se kép, se emoji.
       *[no] A mindenkinek szóló üzenetekben képek és emojik is vannak.
    }
server-rules = Az új asztalok szabályai: { $rules }
server-language-auto = Ahogy a Discordban
server-button-rules = Új asztalok szabályai…
server-button-own = Beállításaim
admin-only = A módosításhoz ez az engedély kell: **{ $permission }**.
