# Beállítások.

settings-title = Beállításaid
settings-language = Nyelv: { $language }
settings-language-auto = Nyelv: ahogy a Discordod ({ $language })
settings-language-name = magyar
settings-faces = Lapok: { $faces }
settings-faces-auto = Lapok: ahogy a szerveren ({ $faces })
settings-server-faces = A szerver lapjai: { $faces }
settings-server-faces-only = A szerver lapjait csak az állíthatja, akinek megvan ez az engedélye: { $permission }.
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
settings-server-text = { $on ->
        [yes] Amit mindenki lát, az mostantól csak szöveg: se kép, se emoji.
       *[no] Amit mindenki lát, abban mostantól képek és emojik is vannak.
    }
settings-server-text-only = Ezt a szerveren csak az állíthatja, akinek megvan ez az engedélye: { $permission }.
settings-saved = Elmentve.
settings-server-language = A szerver nyelve: { $language }
settings-server-only = A szerver nyelvét csak az állíthatja, akinek megvan ez az engedélye: { $permission }.
