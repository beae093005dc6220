# Gombok és menük feliratai, legfeljebb 80 betű.

button-join = Beülök
button-leave = Felállok
button-add-robot = Robotot ültetek
button-remove-robot = Robotot felállítok
button-start = Kezdjük
button-more = Továbbiak
button-close = Asztal bezárása
button-show-hand = Lapjaim
button-last-trick = Utolsó ütés
button-help = Súgó
button-take = Felveszem a talont
button-pass = Passz (mehet)
button-pass-rest = Minden kontra! (passz végig)
button-bid = Licitálok
button-raise-own = Rálicitálok a sajátomra
button-confirm = Rendben
button-start-over = Elölről
button-choose-contract = Válassz bemondást…
button-choose-discard = Mit raksz le?
button-more-bids = Erősebb bemondások…
button-trump = Adu: { $suit }
# level: amit mondani lehet, 1 kontra, 2 rekontra …
button-kontra = { $level ->
        [1] Kontra
        [2] Rekontra
        [3] Szubkontra
        [4] Hirskontra
        [5] Mordkontra
        [6] Fedák Sári
       *[other] Kerekes bicikli
    }
button-kontra-game = { $level ->
        [1] Kontra
        [2] Rekontra
        [3] Szubkontra
        [4] Hirskontra
        [5] Mordkontra
        [6] Fedák Sári
       *[other] Kerekes bicikli
    }: { $game }
button-kontra-all = Mindet
button-no-kontra = Nem kontrázok
button-fold = Bedobom
button-open = Terítek
button-claim = Terítek, a többi az enyém
button-next-deal = Következő osztás
button-end-evening = Befejezzük az estét
button-take-seat = Visszaülök a helyemre
button-confirm-leave = Igen, végleg felállok
button-confirm-fold = Igen, bedobom
button-cancel = Mégsem
button-replay = Visszajátszás
button-analyse = Elemzés
button-rules = Szabályok
