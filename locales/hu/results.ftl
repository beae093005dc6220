# Az osztás vége: mi sikerült, ki kinek fizet, állás, ablak, este vége.

result-title = { $number }. osztás: eredmény
result-played = { $name } játéka: **{ $contract }**
result-claimed = Terítéssel ért véget.
result-folded = { $name } bedobta.
result-conceded = { $name } feladta: a hátralévő ütéseket a védők vitték.
result-left = { $name } felállt, ezért renonszot fizet.
result-item = { $made ->
        [yes] ✅ { $game } ({ $who }): megvan
       *[no] ❌ { $game } ({ $who }): bukott
    } · fejenként { $sum } pont · fizet: { $payer } · kap: { $payee }
result-item-nothing = { $made ->
        [yes] ✅ { $game } ({ $who }): megvan
       *[no] ❌ { $game } ({ $who }): bukott
    } · senki nem fizet
result-item-renonsz = ⚠️ { $game } ({ $who }): fejenként { $sum } pont · fizet: { $payer } · kap: { $payee }
result-payment = { $name }: **{ $points }**
result-payments = Ebben az osztásban: { $payments }
result-window-in = 🪟 Pénz az ablakba: { $points } pont.
result-window-out = 🪟 Piros ulti megvan: { $name } elviszi az ablakot, { $points } pontot.
result-talon = Ezek közül végül a talonba került: { $cards }
result-hands = Az eredeti osztás
result-dealt = { $name } lapjai: { $cards }
result-standings = Állás: { $standings }
result-standing = { $name } { $points }
result-standing-window = ablak: { $points }

shuffle-commitment = 🔒 A keverés pecsétje: `{ $commitment }`
shuffle-revealed = 🔓 { $number }. osztás, a keverés magja: `{ $seed }`. Ellenőrizhető: a pecsét ebből és az osztás számából készült (SHA-256).
shuffle-explain = A bot osztás előtt kiteszi a keverés pecsétjét, utána a magját. Így bárki kiszámolhatja, hogy a lapok már a licit előtt eldőltek, és senki nem nyúlt hozzájuk.

evening-over = Vége az estének
evening-deals = { $deals ->
        [0] Egy osztást sem fejeztetek be.
       *[other] Lejátszott osztások: { $deals }
    }
evening-vote = Szavazatok a befejezésre: { $votes }/{ $needed }
evening-voted = Szavaztál a befejezésre. A többieknek is rá kell bólintaniuk.
evening-after-deal = Senki sem ellenzi: ez az utolsó osztás, a végén lezárjuk az estét.
evening-thanks = Köszönjük a játékot!
