# Szezonok, ranglisták, esték.

month-01 = { $year }. január
month-02 = { $year }. február
month-03 = { $year }. március
month-04 = { $year }. április
month-05 = { $year }. május
month-06 = { $year }. június
month-07 = { $year }. július
month-08 = { $year }. augusztus
month-09 = { $year }. szeptember
month-10 = { $year }. október
month-11 = { $year }. november
month-12 = { $year }. december

board-title = Ranglista: { $season }
board-none = Itt még senki sem fejezett be osztást. Nyissatok asztalt: `/ulti új`
board-by-points = Pontok
board-by-a-deal = Pont osztásonként
board-by-rating = Értékszám
board-by-made = Teljesített bemondások
board-by-all = Az összes osztás pontjai
board-about-points = Csak a rangsorolt osztások: három különböző ember, robot nélkül. Részletek: `/szabályok értékszám`
board-about-a-deal = Átlagos pont rangsorolt osztásonként. Részletek: `/szabályok értékszám`
board-about-rating = Játékerő: szinte biztosan legalább ennyi. Részletek: `/szabályok értékszám`
board-about-made = A felvevőként teljesített bemondások aránya a rangsorolt osztásokban.
board-about-all = Minden osztás beleszámít, a robotokkal játszott is, meg az ablakból kapott rész.
board-provisional = Ideiglenes: még nincs meg a { $established } rangsorolt osztás
board-nobody = Ebben a szezonban senkinek sincs { $established } rangsorolt osztása.
board-nobody-at-all = Ezen a listán még senki sincs.
board-nobody-provisional = Akik itt rangsorolt osztást játszottak, azoknak már mind megvan a { $established }.
# Escaped, because Discord would number the lines of a list itself.
board-row = { $place }\. { $name } – **{ $figure }**, { $basis }
board-basis-deals = { $count } osztás
board-basis-contracts = { $declared } bemondásból { $made }
board-no-contract = még nem volt felvevő
board-basis-rating = { $value } ± { $uncertainty }, { $deals } osztás
board-own = A te helyed: **{ $place }.** · { $figure }, { $basis }
board-own-provisional = A te helyed az ideiglenesek közt: **{ $place }.** · { $figure }, { $basis }
board-own-established = A te helyed azok közt, akiknek már elég osztásuk van: **{ $place }.** · { $figure }, { $basis }
board-own-hidden = Nem szerepelsz a ranglistákon; ezt csak te látod.
board-own-unranked = Ebben a szezonban nincs rangsorolt osztásod.
board-own-none = Ebben a szezonban nincs olyan osztásod, amely számít.
board-page = { $page }/{ $pages }. oldal · { $people } játékos
board-button-own = Én
board-button-provisional = Ideiglenesek ({ $people })
board-button-established = Legalább { $established } osztás ({ $people })
board-menu = Rangsor ez alapján…

season-title = Szezon: { $season }
season-runs-month = Kezdete: { $from }; magától lezárul: { $at } ({ $until }), a hónap végén (időzóna: { $zone }).
season-next-zone = Az időzóna a következő szezontól: { $zone }
season-runs = Kezdete: { $from }; addig tart, amíg a szerver kezelője le nem zárja.
season-ran = { $from } – { $until }
season-deals = { $deals } osztás · { $people } játékos
season-void = Érvénytelen osztás: { $void }
season-podium-points = 🏆 Pontok
season-podium-rating = 📈 Értékszám
season-podium-made = 🎯 Teljesített bemondások
season-podium-all = 🎲 Minden osztás, robotokkal együtt
season-podium-provisional = (ideiglenes)
season-podium-more = … és mások ugyanennyivel
season-best = 💥 A legnagyobb nyereség: { $name }, **{ $points }** pont, #{ $deal } osztás
season-none = Itt még nincs szezon: az első befejezett osztással indul.
season-nothing = Ebben a szezonban egy osztás sem fejeződött be.
season-list-title = Szezonok
season-list-row = - **{ $season }** · { $when }
season-list-empty = Itt még nincs szezon.
season-menu = Válassz szezont…
season-button-board = Ranglista
season-button-list = Minden szezon
season-button-older = Régebbiek
season-button-newest = Legújabbak
season-started = { $name } új szezont indított: **{ $season }**. Addig tart, amíg az `/ulti-kezelés szezon lezárás` le nem zárja.
season-started-after = { $name } lezárta ezt a szezont: { $ended }, és újat indított: **{ $season }**. Addig tart, amíg az `/ulti-kezelés szezon lezárás` le nem zárja.
season-end-first = Most ez a szezon fut: **{ $season }**, és már számítanak benne osztások. Előbb zárd le: `/ulti-kezelés szezon lezárás`
season-end-sure = Lezárod most ezt a szezont: **{ $season }**? A végső állása megmarad; a következő osztással új szezon kezdődik. Ezt nem lehet visszavonni.
season-button-end = Lezárom a szezont
season-ended = { $name } lezárta ezt a szezont: **{ $season }**.
season-ended-elsewhere = Ez a gomb egy már lezárt szezoné.
season-name-reserved = Ezt a nevet én használom. Válassz olyat, amely se nem hónap, se nem azt jelenti, hogy minden szezon.
season-renamed = { $name } átnevezte ezt a szezont: { $before }. Az új neve: **{ $season }**.
season-monthly-on = A következő szezontól kezdve a maguktól induló szezonok a hónap végén zárulnak. Időzóna: { $zone }. Másik időzóna: `/ulti-kezelés beállítások időzóna`
season-monthly-off = A maguktól induló szezonok a következőtől fogva addig tartanak, amíg a szerver kezelője le nem zárja őket.
season-summary-on = Amikor egy szezon véget ér, ebben a csatornában közzéteszem az összefoglalóját.
season-summary-off = Nem teszek közzé összefoglalót a szezonokról.
season-over = Véget ért a szezon: { $season }

evening-title = { $table }. este · { $channel } · { $when }
evening-goes-on = Még tart.
evening-imported = { $table }. este · máshonnan hoztuk át · { $when }
evening-imported-about = Az osztásait vissza lehet játszani, de sehol sem számítanak.
evening-closed = Véget ért { $when }.
evening-count = { $deals } osztás
evening-standing = { $name }: **{ $points }**
evening-window-title = 🪟 Az ablak
evening-window-none = Semmi sem ment bele, és semmi sem jött ki belőle.
evening-window-row-in = #{ $deal } osztás: { $points } pont ment bele ({ $name }, { $contract })
evening-window-row-in-left = #{ $deal } osztás: { $points } pont ment bele
evening-window-row-out = #{ $deal } osztás: **{ $name }** elvitte az egészet, { $points } pontot ({ $contract })
evening-window-holds = Most benne van: { $points }
evening-window-rest = A maradék { $points } ponton osztozott: { $shares }
evening-window-more = … előtte még { $count } osztás mozgatta az ablakot:
evening-void = Érvénytelenített osztás: { $count }. Nem számít senkinek, akármit írt ki akkor az asztal; ami így az ablakba került vagy onnan kijött, azon a három hely egyenlően osztozik.
evening-none = Itt még nem volt este. Nyissatok asztalt: `/ulti új`
evening-no-such = Ezen a szerveren nincs ilyen este. Az `/este` ennek a csatornának a legújabbját mutatja, a gombjai a többihez vezetnek.
evening-button-newer = Újabb

review-title = Érdemes megnézni? { $season }
review-nothing = A rangsorolt osztások között nem tűnik fel semmi: senki sem veszít mindig ugyanattól, senki sem áll fel sorozatban, nincs friss fiók, és nincs hosszú sorozat kijátszott lap nélküli osztásokból.
review-no-proof = Ez semmit sem bizonyít, és magamtól nem teszek semmit. Nézd meg az osztásokat a `/visszajátszás` paranccsal; a megbeszélteket az `/ulti-kezelés érvénytelen` paranccsal érvénytelenítheted.
review-loses = { $who } { $met } osztásból { $lost } alkalommal vesztett { $winner } ellen. A legújabb osztások: { $deals }
review-loses-never-without = { $who } { $met } osztásból { $lost } alkalommal vesztett { $winner } ellen, és nélküle nincs is rangsorolt osztása. A legújabb osztások: { $deals }
review-leaves = { $who } { $times } rangsorolt osztás közben állt fel. A legújabbak: { $deals }
review-new = { $days ->
        [0] { $who } fiókja az itteni első rangsorolt osztása napján készült. A legújabb osztások: { $deals }
       *[other] { $who } fiókja { $days } nappal az itteni első rangsorolt osztása előtt készült. A legújabb osztások: { $deals }
    }
review-not-played = { $who }, { $second } és { $third } egymás után { $times } osztást fejezett be úgy, hogy senki sem játszott ki lapot, { $hours ->
        [0] { $minutes } perc
       *[other] { $hours } óra
    } alatt. A legújabb osztások: { $deals }
review-note = 🔎 A szerver kezelőinek: a rangsorolt osztások között { $signs } dolgot érdemes megnézni, `/ulti-kezelés szezon átnézés`
