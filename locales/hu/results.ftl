# Az osztás vége: mi sikerült, ki kinek fizet, állás, ablak, este vége.

result-title = { $number }. osztás: eredmény
result-void = 🚫 **Érvénytelen: ez az osztás már nem számít a szezonban.** A lenti állás még tartalmazza. { $who } érvénytelenítette. Indok: { $reason }
result-void-by-nobody = 🚫 **Érvénytelen: ez az osztás már nem számít a szezonban.** A lenti állás még tartalmazza. Indok: { $reason }
result-played = { $name } játéka: **{ $contract }**
result-claimed = { $name } terített: a többi már eldőlt.
result-folded = { $name } bedobta.
result-conceded = { $name } feladta: a hátralévő ütéseket a védők vitték.
result-left = { $name } felállt, ezért büntetést fizet.
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
result-window-in = 🪟 Ebben az osztásban mindenki nullára jött ki, ezért fejenként { $points } pont megy az ablakba.
result-window-left = 🪟 A piros ulti már biztos volt: { $name } elviszi az ablakot, { $points } pontot.
result-window-out = 🪟 Megvan a piros ulti: { $name } elviszi az ablakot, { $points } pontot.
result-talon = A talonban végül: { $cards }
result-hands = Az eredeti osztás
result-dealt = { $name } lapjai: { $cards }
result-standings = Állás: { $standings }
result-standing = { $name } { $points }
result-change = ({ $points })
result-standing-window = ablak (kassza): { $points }

shuffle-commitment = A pecsét ({ $number }. osztás): `{ $commitment }`
shuffle-explain = Az első licit előtt pecséttel rögzítem a keverést: ez egy titkos magból számolt szám. Az osztás után megmutatom a magot, így bárki újraszámolhatja a pecsétet és a lapokat, és láthatja, hogy semmi sem változott.
shuffle-later = -# Az osztás után nyomd meg újra a **Tiszta keverés** gombot: akkor a magot is megmutatja, és minden lapot ellenőriz. Szakértőknek: a pecsét a gomb azonosítójában van.
shuffle-unknown = Ennek az osztásnak a keverése már nincs meg nálam.

evening-over = Vége az estének
evening-deals = { $deals ->
        [0] Egy osztást sem fejeztetek be.
       *[other] Lejátszott osztások: { $deals }
    }
evening-vote = Befejezné mára: { $votes }/{ $needed }
evening-voted-last = A te szavazatoddal mindenki beleegyezett: vége az estének.
evening-voted = Befejeznéd az estét. Akkor van vége, ha a többiek is beleegyeznek.
evening-voted-dealing = Befejeznéd az estét. Ha a többiek is beleegyeznek, ez az utolsó osztás.
evening-after-deal = Mindenki beleegyezett: ez az utolsó osztás, a végén lezárjuk az estét.
evening-after-deal-alone = Rajtad kívül csak robotok játszanak, ezért senkit sem kell megkérdezni: ezzel az osztással véget ér az este.
evening-share = { $standing } (ebből { $points } az ablakból)
evening-thanks = Köszönjük a játékot!

# Egy befejezett osztás a játékos szemével.
own-title = { $number }. osztás – így játszottam: { $points }
own-cards = Ezeket kaptam: { $cards }
own-talon = Ezeket raktam le: { $cards }
own-trick = { $number }. { $leader } hívott: { $cards } · vitte: { $winner }
own-trick-won = { $number }. { $leader } hívott: { $cards } · vitte: **{ $winner }**
own-no-tricks = Egy ütés sem volt.
own-not-there = Ebben az osztásban nem játszottál. A **Visszajátszás** mindhárom kezet megmutatja.
