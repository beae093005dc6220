# Amit a szabályok nem engednek, és hogy mit lehet helyette.

refusal-deal-over = Ennek az osztásnak már vége.
refusal-not-your-turn = Most { $name } következik, várd meg a sorod.
refusal-not-in-auction = Ezt csak licit közben lehet, és a licit már lezárult.
refusal-not-in-play = A lejátszás még nem kezdődött el: előbb a licitnek kell lezárulnia.
refusal-trump-not-named = Előbb a felvevő bemondja az adut, csak utána lehet hívni.
refusal-take-first = Ha licitálni akarsz, előbb vedd fel a talont (`/felveszem`).
refusal-already-taken = A talon már nálad van: mondj be valamit, és rakj le két lapot.
refusal-must-bid = Nálad van a talon, ezért most nem passzolhatsz: licitálj, és rakj le két lapot.
refusal-nothing-overcalls = Erre már nem lehet rálicitálni, ez a legerősebb bemondás: { $best }.
refusal-not-in-book = Ezeknél a szabályoknál nincs ilyen bemondás: { $contract }.{ $similar ->
        [yes] {" "}A legközelebbi: { $nearest }.
       *[no] {""}
    } Az összeset ez sorolja fel: `/szabályok bemondások`.
refusal-too-low = Ez kevés: { $contract }. Most ez áll: { $best }. Mondj erősebbet; a `/licit` csak ilyeneket kínál.
refusal-discard-two = { $count ->
        [0] Két lapot le is kell raknod a talonba.
       *[other] Pontosan két lapot kell lerakni, te { $count } lapot jelöltél ki.
    }
refusal-nothing-to-discard = Nem vetted fel a talont, ezért most nem raksz le lapot: csak a bemondást add meg.
refusal-not-held = Ez nincs a kezedben: { $cards }.
refusal-only-declarer = Ezt csak a felvevő teheti meg, vagyis { $name }.
refusal-not-a-choice = Ez itt nem lehet adu. Választhatsz: { $choices }.
refusal-trump-settled = Az adu már eldőlt, nincs mit bemondani.
refusal-must-follow = Színre színt: { $suit } kell tenned. Tehetsz: { $cards }.
refusal-must-trump = A hívott színből nincs lapod, adut kell tenned, vagyis { $suit }. Tehetsz: { $cards }.
refusal-must-beat = A felülütés kötelező, és te felül tudod ütni ezt: { $best }. Tehetsz: { $cards }.
refusal-seven-locked = Ultit mondtál: az adu { $seven } az utolsó ütésig nálad marad. Tehetsz: { $cards }.
# games: a játékok neve; them, any: ugyanez tárgyesetben, „a partit és az ultit”, „sem a partit, sem az ultit”.
refusal-cannot-kontra = { $reason ->
        [not-in-contract] Ez nincs a bemondásban: { $games }.
        [not-doubled] Senki sem kontrázta { $any }, így nincs mire válaszolnod.
        [limit-reached] Ezeknél a szabályoknál senki sem kontrázhatja tovább { $any }.
        [already-doubled] A te oldalad már megkontrázta { $them }, ezért most nem kontrázhatsz újra.
        [not-yet] Még nem kontrázhatod { $any }, mert előbb más következik.
       *[too-late] Már nem kontrázhatod { $any }. A védő csak addig kontrázhat, amíg az első ütésben lapot nem tett, a felvevő pedig csak akkor válaszolhat, amikor ez az ütés teljes.
    }
refusal-kontra-open = Megkontrázhatod { $open }.
refusal-splits-item = Külön csak az ultit lehet kontrázni, a többi játékot egyben.
refusal-nothing-offered = Most nincs olyan kontra, amelyre válaszolhatnál.
refusal-raise-offered = Mielőtt lapot teszel, válaszolj a kontrára.
refusal-too-late-to-fold = Bedobni csak az első hívás előtt lehet.
refusal-too-early-to-concede = Feladni csak az első ütés után lehet.
refusal-too-late-to-concede = Az utolsó ütést már nem lehet feladni: ott már mindenkinek csak egy lapja van.
refusal-no-folding = Ezeknél a szabályoknál nem lehet bedobni: le kell játszani.
refusal-only-plain-parti-folds = Ezeknél a szabályoknál csak az egymagában álló, nem piros partit lehet bedobni; ezt le kell játszani.
refusal-no-claims = Ennél az asztalnál a terítéssel nem ér véget az osztás. Teríteni és továbbjátszani lehet: a lapjaid alatti gombbal vagy így: `/terítek csak_terítek:True`.
refusal-already-claimed = Ebben az ütésben már mondtad, hogy eldőlt. A következő ütésben megint teheted.
refusal-already-open = Már terítettél.
refusal-cannot-open = Most csak a felvevő teríthet.

# Ami most lehetséges. Azt a mondatot követi, amely megmondja, más miért nem.
next-bid = Most licitálj, és rakj le két lapot: `/licit`.
next-pass = Erre már nem lehet rálicitálni, csak passzolhatsz: `/passz`.
next-take-or-pass = Most felveheted a talont (`/felveszem`), vagy passzolhatsz (`/passz`).
next-raise-or-pass = A te bemondásod a legerősebb: a `/passz` lezárja a licitet, a `/felveszem` után többet mondhatsz.
next-raise-any-way-or-pass = A te bemondásod a legerősebb: a `/passz` lezárja a licitet. Többet is mondhatsz: a talon nélkül (`/licit`), vagy miután felvetted (`/felveszem`).
next-name-trumps = Most mondd be az adut: `/adu`.
next-answer-kontra = Most duplázhatsz tovább (`/kontra`), vagy hagyhatod ennyiben (`/kontra`, „Maradjon így”).
next-play = Most tegyél ki egy lapot: `/kiteszem`.
next-kontra-or-play = Most tegyél ki egy lapot (`/kiteszem`), vagy előbb kontrázz (`/kontra`).
next-deal = A következő osztás: `/ulti kezdjük`.
next-wait = Most { $name } következik.

# Amit nem értettünk.
refusal-card-unknown = Ilyen lapot nem ismerek: „{ $found }”. Írd például így: `{ $one }`, `{ $other }`, vagy röviden: `{ $short }`.
refusal-card-ambiguous = Ez több lap is lehet: „{ $found }”. Melyikre gondoltál: { $cards }? Írd ki a szín nevét vagy jelét.
refusal-suit-ambiguous = Ez több szín is lehet: „{ $found }”. Melyikre gondoltál: { $suits }? Írd ki a nevét vagy a jelét.
refusal-contract-unknown = Ezt a bemondást nem értem: „{ $found }”. Írd például így: `ulti`, `piros 40-100 ulti`, `terített betli`.
refusal-contract-word-unknown = Ezt a szót nem értem a bemondásban: „{ $word }”.
refusal-contract-word = Ezt a szót nem értem: „{ $word }”. Erre gondoltál: `{ $nearest }`?
bid-card-twice = Kétszer adtad meg ezt a lapot: { $card }. Válassz mellé egy másikat.
refusal-cards-apart = A két lapot, amelyet leraksz, külön kell megadni: `első:` és `második:`.
refusal-contract-suits = Egy bemondásban csak egy szín lehet. Melyikre gondoltál: { $suits }? Írd ki a nevét vagy a jelét.
refusal-contract-no-suit = Ezeknél a szabályoknál a bemondásban a szín is benne van. Melyikre gondoltál: { $suits }?
refusal-contract-combine = Ezek nem mondhatók be együtt: { $one } és { $other }.
refusal-contract-not-open = Teríteni csak betlit és durchmarsot lehet.
refusal-contract-not-re = Csak az egymagában álló durchmars lehet redurchmars.
refusal-contract-not-colourless = Csak az egymagában álló durchmars lehet színtelen.
refusal-contract-no-game = Legalább egy játékot mondj be, például: `ulti` vagy `piros betli`.
