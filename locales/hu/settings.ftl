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
settings-forced = { $on ->
        [yes] Ha csak egy lapot tehetsz le, leteszem helyetted, amint ismerem a tempódat.
       *[no] Minden lapot te teszel le, akkor is, ha csak egyet tehetsz le.
    }
settings-public = A mindenkinek szóló üzenetek maradnak olyanok, ahogy a szerveren be vannak állítva: { $language }, { $faces }. Ha egyedül játszol robotokkal, azokban is a te kártyád látszik.
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
server-time-zone = A szezonok időzónája: { $zone }
server-time-zone-now = { $zone } (most { $offset })
server-time-zone-running = A mostani szezon időzónája: { $zone }
server-time-zone-until = A mostani szezon időzónája: { $zone } (a szezon vége: { $when })
server-time-zone-how = Másik időzóna: `/ulti-kezelés beállítások időzóna`
time-zone-unknown = Ezt az időzónát nem ismerem. Írd be a legnagyobb városát angolul, például: Budapest, London, New York.
time-zone-meant = Ezt az időzónát nem ismerem. Ezek közül valamelyikre gondoltál? { $choices }
server-language-auto = Ahogy a Discordban
server-button-rules = Új asztalok szabályai…
server-button-own = Beállításaim
admin-only = A módosításhoz ez az engedély kell: **{ $permission }**.
