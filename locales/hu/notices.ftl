# Értesítések: elavult gombok, engedélyek, hibák, óra, felállás.

notice-stale = Közben továbbment a játék. Most így áll az asztal:
notice-not-your-turn = Most nem te jössz, hanem { $name }.
notice-other-table = Ez a gomb egy másik asztalé. Ebben a csatornában ez az asztal van:
notice-table-ended = Ez az asztal már bezárt. Újat így nyithatsz: `/ulti új`
notice-unknown-button = Ezt a gombot nem ismerem, nem az enyém. Itt van újra az asztal.
notice-duplicate = Ezt már megkaptam, csak egyszer számít.
notice-double-click = Ez a két kattintás túl gyorsan jött egymás után, ezért csak az első számít. Ha a másodikat is akartad, kattints újra.
notice-no-deal = Most nincs folyamatban osztás. Új osztás: `/ulti kezdjük`.
notice-direct-message = Ultizni csak egy szerver csatornájában lehet. Hívj meg egy szerverre, és ott nyiss asztalt: `/ulti új`
notice-updated = Frissítve.
notice-storage = Nem sikerült elmenteni, ezért nem változott semmi. Próbáld meg újra egy perc múlva.
notice-database = Most nem érem el a feljegyzéseimet, ezért nem változott semmi. Próbáld meg újra egy perc múlva.
notice-damaged = A feljegyzéseim itt megsérültek, ezért ezt nem tudom megmutatni vagy módosítani. Szólj annak, aki a botot üzemelteti; a részletek a naplóban vannak.
notice-unreadable = Ennek az asztalnak a naplója megsérült, ezért az estét lezártam. A lejátszott osztások és a pontok megmaradtak. Új asztal: `/ulti új`
notice-cut-back = ⚠️ Az utolsó lépések feljegyzése megsérült, ezért azok nem számítanak. Innen folytatjátok; az óra újraindult.
notice-internal = Belső hiba történt, és lehet, hogy a lépésed nem ment át. Nézd meg az asztalt, és próbáld újra. Hibaazonosító: `{ $id }`
notice-shutting-down = Most újraindulok. Az asztal és a lapjaid megmaradnak, egy perc múlva próbáld újra.

permissions-missing = Ebben a csatornában nincs meg minden engedélyem. Ez hiányzik: { $permissions }. Kérd meg a szerver egyik kezelőjét, hogy adja meg.
permissions-item = **{ $permission }**
permission-view-channel = Csatorna megtekintése
permission-send-messages = Üzenetek küldése
permission-send-messages-in-threads = Üzenetek küldése szálakban
permission-embed-links = Linkek beágyazása
permission-manage-server = Szerver kezelése

clock-ping = { $mention }, rád várunk. Az időd lejár: { $until }.
clock-robot-played = ⏰ Lejárt az idő, { $name } helyett egy robot lépett.
clock-robot-holds = 🤖 { $name } helyét egy robot tartja, amíg vissza nem ül.
clock-robot-holds-you = A helyedet most egy robot tartja. A **Visszaülök a helyemre** gombbal bármikor folytathatod.
clock-you-took-back = Újra te játszol.
clock-not-held = A helyeden nem robot ül, te játszol.
clock-down = { $minutes ->
        [0] Rövid ideig
       *[other] { $minutes } percig
    } nem voltam elérhető; ennyivel minden határidő kitolódott.

leave-confirm = Ha most végleg felállsz, { $points } pontot fizetsz: { $others }. Biztos?
leave-gets = { $window ->
        [0] { $name } { $points } pontot kap
       *[other] { $name } { $points } pontot kap (ebből { $window } az ablakból jön)
    }
leave-pays = a társad ({ $name }) is { $points } pontot fizet
leave-certain = Ez több a szokásos büntetésnél, mert hozzáadódik az is, ami már biztosan járt volna.
leave-confirm-free = Ha most végleg felállsz, ennek az osztásnak vége, de nem kerül semmibe. Biztos?
leave-ranked = Ha három ember játszik, a felállás vereségnek számít a ranglistán.
leave-stay-robot = Ha csak szünetre van szükséged, ne állj fel: egy robot tartja a helyedet, amíg visszajössz.
leave-done-you = Felálltál az asztaltól.
