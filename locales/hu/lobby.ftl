# Az asztal, mielőtt elkezdődik a játék.

lobby-title = Ulti – gyülekező
lobby-rules = Szabályok: { $rules }
lobby-opener = Az asztalt nyitotta: { $name }
lobby-seats = Helyek
lobby-seat = { $number }. { $name }
lobby-seat-free = { $number }. *szabad hely*
lobby-robot = 🤖 { $name }
lobby-robot-level = { $name } ({ $level })
lobby-level-random = vaktában játszik
lobby-level-easy = könnyű
lobby-level-normal = közepes
lobby-level-blind = nem következtet
lobby-level-strong = erős
lobby-levels = -# 🤖 A könnyű robot ökölszabályokat ismer, a közepes előre számol, az erős abból is következtet, amit te teszel.
lobby-robot-name = Robot { $number }
lobby-waiting = { $missing ->
        [0] Megvan a három játékos, lehet kezdeni.
       *[other] Még { $missing } játékos hiányzik. Ha nincs, aki beüljön, robot is játszhat.
    }
lobby-four = Négyen vagytok: mindig az osztó pihen.
lobby-deals = { $deals ->
        [0] Addig játszotok, amíg kedvetek van.
       *[other] Megbeszélve: { $deals } osztás.
    }
lobby-joined = { $name } leült az asztalhoz.
lobby-left = { $name } felállt az asztaltól.
lobby-robot-joined = 🤖 { $name } leült az asztalhoz.
lobby-robot-left = 🤖 { $name } felállt az asztaltól.
lobby-you-joined = Helyet foglaltál. Amint elindul a játék, a lapjaidat az asztal első gombja mutatja, vagy a `/hand`.
lobby-you-left = Felálltál az asztaltól.
lobby-closed = Az asztalt bezárták, mielőtt elkezdődött volna a játék.
lobby-started = Kezdődik a játék! Az első osztó: { $dealer }.
lobby-draw = Osztóhúzás: { $draws }. A legkisebb lap oszt: { $dealer }.

lobby-already-seated = Már ülsz ennél az asztalnál.
lobby-full = { $seats ->
        [3] Az asztal tele van, mindhárom hely foglalt.
       *[other] Az asztal tele van: négyen ülnek, az osztó mindig kimarad.
    }
lobby-too-many-of-person = Már { $most } nyitott asztalod van, egy embernek ennyi lehet: { $channels }. Előbb zárj be egyet: ott írd be, hogy `/ulti end`.
lobby-too-many-on-server = Ezen a szerveren már { $most } asztal van nyitva, több nem fér el. Ha valaki bezár egyet, amelyikre nincs szükség (`/ulti end`), újra lesz hely: { $channels }.
lobby-not-seated = Nem ülsz ennél az asztalnál. Ha van szabad hely, a **Beülök** gombbal csatlakozhatsz.
lobby-only-opener = Ezt csak az teheti meg, aki az asztalt nyitotta: { $name }.
lobby-only-seated = Ezt csak az teheti meg, aki az asztalnál ül.
lobby-needs-three = Hárman kelletek a kezdéshez, most { $seated } hely foglalt. Hívj valakit, vagy ültess le egy robotot.
lobby-no-robot = Nincs robot az asztalnál, akit fel lehetne állítani.
lobby-already-started = Ennél az asztalnál már folyik a játék.
lobby-table-exists = Ebben a csatornában már van asztal: { $link }
lobby-no-table = Ebben a csatornában nincs asztal. Nyiss egyet: `/ulti new`
lobby-elsewhere = Te már egy másik asztalnál játszol: { $link }
