# Gombok és menük feliratai, legfeljebb 80 betű.

button-join = Beülök
button-sit-down = Beülök
button-watch = Nézem a játékot
button-leave = Felállok
button-robot-easy = 🤖 Könnyű robot
button-robot-normal = 🤖 Közepes robot
button-robot-strong = 🤖 Erős robot
button-remove-robot = Robot elküldése
button-start = Kezdjük
button-table-settings = Asztal beállításai
button-more = Továbbiak
button-close = Asztal bezárása
button-show-hand = Lapjaim
button-last-trick = Előző ütés
button-help = Súgó
button-hint = Tipp
button-use-hint = Átveszem a tippet
button-take = Felveszem (legolcsóbb: { $contract }, { $stake })
button-take-anyway = Igen, felveszem
button-pass = Passz (mehet)
button-play-own = Lejátszom: { $contract }
button-pass-rest = Passz a licit végéig
button-stop-passing = Mégsem passzolok végig
button-raise-own = Rálicitálok (legolcsóbb: { $contract }, { $stake })
button-confirm = Rendben
button-start-over = Újrakezdem
button-choose-contract = { $pages ->
        [1] Válassz bemondást…
       *[other] Válassz bemondást ({ $page }/{ $pages }. lista)…
    }
button-more-bids = További bemondások…
button-trump = Adu: { $suit }
button-no-trumps = Adu nélkül
# level: amit mondani lehet, a szabályok szavával: „Kontra”, „Rekontra”.
button-kontra-game = { $level }: { $game }
button-kontra-all = { $level }: mind
button-no-kontra = Maradjon így
button-fold = Bedobom
button-concede = Feladom
button-open = Terítek
button-claim = Terítek, szerintem eldőlt
button-claim-open = Szerintem eldőlt, legyen vége
button-next-deal = Következő osztás
button-same-again = Még egyszer
button-end-evening = Befejezzük az estét{ $needed ->
        [0] {""}
        [1] {""}
       *[other] {" "}({ $votes }/{ $needed })
    }
button-take-seat = Visszaülök a helyemre
button-confirm-leave = Igen, végleg felállok
button-confirm-fold = Igen, bedobom
button-confirm-concede = Igen, feladom
button-confirm-claim = Igen, legyen vége
button-cancel = Mégsem
button-back = Vissza
button-bid-anyway = Mégis { $contract }
button-trump-anyway = Mégis { $suit } legyen az adu
button-play-anyway = Mégis kiteszem: { $card }
button-replay = Visszajátszás
button-analyse = Elemzés
button-rules = Szabályok
button-own-deal = Így játszottam
button-shuffle = 🔒 Tiszta keverés
