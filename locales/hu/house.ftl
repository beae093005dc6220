# Házi szabályok: amin vitatkozni szoktak, ami eltér, és ami nem lehet.

house-preset = Ebből induljunk ki
house-durchmars = Mennyit ér a durchmars
house-durchmars-n = Durchmars: { $n } pont
house-20-100 = Mennyit ér a 20-100
house-20-100-n = 20-100: { $n } pont
house-score_limit = Játék pontra
house-score_limit-n = { $n ->
        [0] Az estének nincs pontkorlátja
       *[other] Az este véget ér, ha valaki eléri a ±{ $n } pontot
    }
house-time_limit = Játék időre
house-time_limit-n = { $n ->
        [0] Az estének nincs időkorlátja
       *[other] Az este { $n } perc játék után véget ér
    }
house-re_betli = Piros betli
house-re_betli-true = Van piros betli
house-re_betli-false = Nincs piros betli
house-four_aces = Négy ász
house-four_aces-true = A négy ász bemondható
house-four_aces-false = A négy ász nem mondható be
house-four_tens = Négy tízes
house-four_tens-true = A négy tízes bemondható
house-four_tens-false = A négy tízes nem mondható be
house-silent_hundred = Csendes száz
house-silent_hundred-none = A csendes százért nem jár semmi
house-silent_hundred-item = A csendes száz a partin felül fizet
house-silent_hundred-doubles_parti = A csendes száz megduplázza a partit
house-silent_hundred-table = A csendes száz bemondásonként, táblázat szerint fizet
house-silent_ulti = Csendes ulti
house-silent_ulti-none = A csendes ultiért nem jár semmi
house-silent_ulti-alone = A csendes ultit mindenki egyedül nyeri vagy bukja
house-silent_ulti-sides = A csendes ultit a két oldal fizeti egymásnak
house-silent_durchmars = Csendes durchmars
house-silent_durchmars-none = A csendes durchmarsért nem jár semmi
house-silent_durchmars-item = A csendes durchmars a többin felül fizet
house-silent_durchmars-triples_parti = A csendes durchmars megtriplázza a partit
house-silent_four_aces = Csendes négy ász
house-silent_four_aces-true = A csendes négy ász fizet
house-silent_four_aces-false = A csendes négy ászért nem jár semmi
house-individual_kontra = Kire szól a kontra
house-individual_kontra-betli_and_durchmars = Betliben és durchmarsban egyéni a kontra
house-individual_kontra-no_trump_games = Adu nélküli játékban egyéni a kontra
house-individual_kontra-never = A kontra mindig mindkét védőre szól
house-kontra_limit = Meddig lehet kontrázni
house-kontra_limit-n = { $n ->
        [0] Nincs kontra
        [1] Csak kontra van, rekontra nincs
        [2] Kontra és rekontra van, tovább nincs
        [15] A kontráknak nincs határa
       *[other] Legfeljebb { $n } kontra egymásra
    }
house-must_beat = Felülütés
house-must_beat-true = A felülütés kötelező
house-must_beat-false = A felülütés nem kötelező
house-open_hands = Terített játékok
house-open_hands-declarer = Terített játékban csak a felvevő terít
house-open_hands-all = Terített játékban mindenki terít
house-open_hands-declarer_others_may = Terített játékban a védők is teríthetnek
house-fold = Bedobás
house-fold-kontra_lost = Bedobáskor minden játék kontrázva bukik
house-fold-twice_won = Bedobáskor minden játék a duplájába kerül
house-fold-plain_parti = Csak a sima partit lehet bedobni
house-fold-never = Bedobni nem lehet
house-concede = Feladás
house-concede-true = A felvevő az első ütés után feladhatja
house-concede-false = Menet közben nem lehet feladni
house-last_trick_hidden = Előző ütés
house-last_trick_hidden-true = Az előző ütés csak a következő hívásig látható
house-last_trick_hidden-false = Az előző ütést bármikor meg lehet nézni
house-window = Az ablak
house-window-true = Ha mindenki nullán marad, az ablakba kell fizetni
house-window-false = Nincs ablak
house-four_players = Negyedik játékos
house-four_players-true = Negyedik is leülhet, ilyenkor az osztó pihen
house-four_players-false = Csak hárman ülhetnek le

house-marriage_needs_trick = Mikor számít a béla
house-marriage_needs_trick-true = A béla csak annak számít, aki maga is ütött
house-marriage_needs_trick-false = A védő bélája akkor is számít, ha csak a társa ütött
house-hundred_announced = A 40-100 és a 20-100 bélája
house-hundred_announced-true = A 40-100 és a 20-100 béláját bemondom
house-hundred_announced-false = A 40-100 és a 20-100 bélája titok marad

house-title = A szerver szabályai
house-plain = Az új asztalok szabályai: **{ $rules }**, hacsak az `/ulti új szabályok:` mást nem kér.
house-changed = Az új asztalok szabályai: **{ $rules }**, házi szabályokkal, hacsak az `/ulti új szabályok:` mást nem kér:
house-unchosen = Itt még senki sem változtatott a szabályokon.
house-running = A már megnyitott asztalnál maradnak a régi szabályok.
house-step = { $page }/{ $pages }: { $topic }
house-topic-preset = miből induljunk ki
house-topic-values = bemondások és értékek
house-topic-silent = csendes játékok
house-topic-play = kontra és lejátszás
house-topic-table = asztal és fizetés
house-topic-evening = az este és egyebek
house-topic-marriages = bélák
house-usual = ahogy a kiinduló szabályokban van
house-more = …és még { $count }
house-button-back = Vissza
house-button-next = Tovább
house-button-reset = Alaphelyzet
house-button-done = Kész
house-broken = A szerver korábban választott szabályai már nem használhatók. { $why } A szerver kezelői az `/ulti-kezelés szabályok` paranccsal választhatnak újakat.
house-server-choice = A szerver szabályai

house-no-preset = Ilyen nevű szabályokat nem ismerek: `{ $found }`. Erre gondoltál: `{ $nearest }`?
house-unknown-preset = Ilyen nevű szabályokat nem ismerek: `{ $found }`.
house-no-rule = Ilyen szabály nincs: `{ $found }`. Erre gondoltál: `{ $nearest }`?
house-wrong-value = Ennek a szabálynak nem lehet ez az értéke: `{ $rule }`.
house-wrong-value-choices = Ennek a szabálynak nem lehet ez az értéke: `{ $rule }`. Ez lehet: { $choices }.
house-out-of-range = A `{ $rule }` értéke nem lehet { $found }, csak { $from } és { $to } közötti.
house-names-no-preset = Kezdd azzal, miből induljunk ki: { $choices }.
house-unreadable = Ezeket a szabályokat nem tudom elolvasni. Írd például így: `rablo four_tens=true durchmars=7`
house-contradiction = Ezek a szabályok ellentmondanak egymásnak. { $why }
house-contradiction-factors = A színek szorzói (`suit_factors`) csak akkor lehetnek különbözők, ha minden bemondás megnevez egy színt: `bid_suits` = `all`.
house-contradiction-no-table = A `silent_hundred` = `table` csak a `rablo` és a `szinlicit` szabályaival lehetséges.
house-contradiction-row = A `silent_table` minden sorának legalább egy bemondást kell megneveznie.
house-contradiction-cap = A bélák felső határa (`marriages_at_most`) 20 többszöröse, különben a parti döntetlen is lehetne.
house-contradiction-name = A kontrák neve (`kontra_names`) 1–32 betűs lehet.
house-contradiction-names = Több kontranév van (`kontra_names`), mint ahány kontra lehet: legfeljebb 15.
house-contradiction-kontra = Ennyi kontrával (`kontra_limit`) egy játék 10 000 000 pontnál is többet érhetne: legyen kisebb a határ vagy az érték.
