# Az asztal, mielőtt elkezdődik a játék.

lobby-title = Ulti – gyülekező
lobby-rules = Szabályok: { $rules }
lobby-seat = { $number }. { $name }
lobby-seat-free = { $number }. *szabad hely*
lobby-seat-fourth = { $number }. *szabad hely: négy játékosnál mindig az osztó pihen*
lobby-robot = 🤖 { $name }
lobby-robot-level = { $name } ({ $level })
lobby-level-random = vaktában játszik
lobby-level-easy = könnyű
lobby-level-normal = közepes
lobby-level-blind = nem következtet
lobby-level-strong = erős
lobby-levels = -# 🤖 A könnyű robot néhány egyszerű szabály szerint játszik, a közepes előre számol, az erős a lapjaidra is következtet abból, amit kiteszel.
lobby-waiting = { $missing ->
        [0] Megvan a három játékos, lehet kezdeni.
       *[other] Még { $missing } játékos hiányzik. Ha nincs, aki beüljön, robot is játszhat.
    }
lobby-four = Négyen vagytok: mindig az osztó pihen.
lobby-invited = Újra várjuk: { $names }. A **Beülök** gombbal foglalhattok helyet.
lobby-deals = { $deals ->
        [0] Addig játszotok, amíg kedvetek van.
       *[other] Megbeszélve: { $deals } osztás.
    }
lobby-you-joined = Helyet foglaltál. Ha elindul a játék, a lapjaid az asztal alatt jelennek meg, csak neked. A **Lapjaim** gomb vagy a `/lapjaim` bármikor megmutatja őket.
lobby-closed = Az asztalt bezárták, mielőtt elkezdődött volna a játék.
lobby-only-host-closes = Ezt az asztalt csak az zárhatja be, aki megnyitotta: { $name }, vagy a szerver egyik kezelője (`/ulti-kezelés bezárás`). A saját helyedet a **Felállok** gombbal adod fel.
lobby-only-host-sets = Az első osztás előtt ezt csak az módosíthatja, aki az asztalt megnyitotta: { $name }.
lobby-too-many-for-rules = Ezekkel a szabályokkal legfeljebb { $seats } játékos játszhat, de ti többen vagytok. Előbb valakinek fel kell állnia, vagy küldjetek el egy robotot a **Továbbiak** gombbal.
close-question = Bezárod ezt az asztalt mindenkinek? { $deal ->
        [0] A lejátszott osztások eredménye megmarad.
       *[other] A folyamatban lévő { $deal }. osztás nem fog számítani. A lejátszott osztások eredménye megmarad.
    }
close-leave-first = Játszol ebben az osztásban. Fejezzétek be utána az estét (`/ulti vége`), vagy állj fel (`/ulti felállok`), ami pontba kerülhet, és utána zárd be az asztalt.
close-done = Bezártad az asztalt.
lobby-draw = Osztóhúzás: { $draws }. { $redrawn ->
        [yes] Egyenlő legkisebb lapoknál újra húztatok. A
       *[no] A
    } legkisebb lap oszt: { $dealer }.

again-other-players = Ezt az estét csak az akkori játékosok ismételhetik meg. Saját asztalt így nyithatsz: `/ulti új`
lobby-already-seated = Már ülsz ennél az asztalnál.
lobby-full = { $seats ->
        [3] Az asztal tele van, mindhárom hely foglalt.
       *[other] Az asztal tele van: négyen ülnek, mindig az osztó pihen.
    }
lobby-too-many-of-person = Már { $most } nyitott asztalod van, több nem lehet: { $channels }. Előbb zárj be egyet: ott írd be, hogy `/ulti vége`.
lobby-too-many-on-server = Ezen a szerveren már { $most } asztal van nyitva, több nem fér el. Ha valaki bezár egyet, amelyikre nincs szükség (`/ulti vége`), újra lesz hely: { $channels }.
lobby-not-seated = Nem ülsz ennél az asztalnál, de van szabad hely: a **Beülök** gombbal elfoglalhatod.
lobby-needs-three = Hárman kelletek a kezdéshez, most { $seated } hely foglalt. Hívj valakit, vagy ültess le egy robotot.
lobby-enough-players = Hárman már elegen vagytok. Robot csak akkor ülhet le, ha háromnál kevesebben vagytok.
lobby-no-robot = Nincs robot az asztalnál, akit el lehetne küldeni.
lobby-already-started = Ennél az asztalnál már folyik a játék.
lobby-no-table = Ebben a csatornában nincs asztal. Nyiss egyet: `/ulti új`

# Meghívások. mention: a Discord a meghívott nevét mutatja.
invite-lobby = { $mention }, { $host } meghív egy ultira. A **Beülök** gombbal foglalhatsz helyet.
invite-evening = { $mention }, { $host } meghív egy ultira. A **Beülök** gombbal foglalhatsz helyet, és a következő osztástól játszol.
invite-waiting = Meghívva: { $mentions }
invite-done = A meghívás megjelent a csatornában.
invite-player = { $mention } már ül ennél az asztalnál.
invite-already = { $mention } már kapott meghívást ehhez az asztalhoz. Mindenki csak egyszer kap értesítést.
invite-too-many = Ehhez az asztalhoz már { $most } embert meghívtatok, többet nem lehet. A többiek meghívás nélkül is beülhetnek.
invite-bot = Botok nem játszhatnak. Ha háromnál kevesebben vagytok, robotot az `/ulti robot` paranccsal ültethettek le.
invite-elsewhere = Ő nem látja ezt a csatornát, így a meghívást sem kapná meg. Hívj meg valakit, aki látja, vagy nyiss asztalt egy másik csatornában: `/ulti új`.

# Az asztal beállításai és a menüik.
table-settings-title = Az asztal beállításai
table-settings-rules = Szabályok
table-settings-opened = Szabályok: mint az asztal nyitásakor: { $rules }
table-settings-deals = Az osztások száma
table-settings-deals-n = { $deals ->
        [0] Az osztások száma: nincs megszabva
       *[other] Az osztások száma: { $deals }
    }
table-settings-time = Időkorlát
table-settings-robots = Robotok
table-settings-robots-level = Robotok: { $level }
table-settings-pause = Következő osztás
table-settings-pause-n = { $seconds ->
        [0] A következő osztást mindig egy játékos indítja
       *[other] Szünet az osztások között: { $seconds } másodperc, aztán magától indul a következő
    }
table-settings-watch = A beállításokat csak az asztalnál ülők módosíthatják.
table-settings-host = Te az osztások közti szünetet módosíthatod. Az első osztás előtt a többi beállítást az módosíthatja, aki az asztalt megnyitotta: { $name }.
table-settings-playing = A többi beállítás már nem módosítható, mert elkezdődött a játék. Ha másképp játszanátok, fejezzétek be az estét (`/ulti vége`), és nyissatok új asztalt (`/ulti új`).

# Helyek, amelyek este közben gazdát cserélnek.
seats-left = Felállt az asztaltól: { $names }.
seats-free = Van szabad hely, a **Beülök** gombbal elfoglalható.
seats-joined = A következő osztástól új játékos: { $names }.
seats-you-joined-between = Helyet foglaltál. A **Következő osztás** gombbal indul a következő osztás, már veled.
seats-you-joined-pause = Helyet foglaltál. A következő osztás magától indul, már veled.
seats-you-joined = Helyet foglaltál. A következő osztástól játszol, addig nézheted a többieket.
seats-robot-joined = A robot helyet foglalt, a következő osztástól játszik.
seats-full = Nézheted a játékot, beülhetsz, amint felszabadul egy hely (az asztal üzenete kiírja), vagy nyithatsz asztalt egy másik csatornában: `/ulti új`.
seats-full-robot = Az egyik helyen robot ül: az osztás után egy játékos elküldheti az `/ulti robot elküldöm:True` paranccsal.
