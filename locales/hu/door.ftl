# Amit ember és parancs mond egymásnak: beállítások, választék, amit nem lehetett érteni.

door-level-easy = Könnyű
door-level-normal = Közepes
door-level-strong = Erős

door-not-understood = Ezt nem értem: „{ $found }”.
door-stray-button = Ez a gomb itt nem vezet sehova.
door-would-work = Ez jó lenne: { $choices }
door-old-command = Ezt a parancsot ebben a formában nem ismerem. Töltsd újra a Discordot, vagy válaszd ki újra a listából: lehet, hogy azóta változtam.
door-seen-by-all = Kész: itt mindenki látja.
door-too-fast = Ez túl sok volt egyszerre. { $seconds } másodperc múlva megint megy.
door-too-many = Ezen a szerveren most túl sok minden történik egyszerre. { $seconds } másodperc múlva megint megy.
door-too-much-work = A képek, a tippek, a terítések, az elemzések és a letöltések sok munkával járnak, ezért egyszerre csak néhány mehet. A következő { $seconds } másodperc múlva jöhet.
door-went-wrong = Valami félrement, de semmi sem változott. Próbáld újra egy pillanat múlva.
