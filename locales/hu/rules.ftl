# A `/szabályok` oldalai. A számok a szabálykészletből jönnek, nem innen; az is, hogy két játékmód közül
# melyik áll, azokkal a nevekkel, amelyeken a szabálykészlet hívja őket.
# Fluentben sor nem kezdődhet csillaggal, ezért áll {""} a félkövér szavak előtt.
# Az a sor, amelyben csak ∅ áll, kimarad.

# A fejezetek csoportjai; a menüben a fejezetek alatt állnak.
topic-group-basics = Az első lépések
topic-group-deal = Az osztás
topic-group-points = Pontok és elszámolás
topic-group-table = Az asztalotok

topic-overview =
    Az ulti háromszemélyes kártyajáték. Mindenki kitesz egy lapot, és a legerősebb viszi mind a hármat: ez egy **ütés**. Minden osztásban egy játékos, a **felvevő** vállal valamit, a másik kettő, a **védők**, közösen próbálják megakadályozni.

    {""}**Egy osztás lépésről lépésre**
    1. **Osztás.** Harminckét lap van, mindenki tízet kap, az első játékos tizenkettőt.
    2. **Licit.** Sorban passzoltok, vagy többet vállaltok az előző bemondásnál. Aki licitál, felveszi a két félretett lapot, a **talont**, és két lapot lerak.
    3. **Adu.** { $bid-suits ->
        [all] A bemondás színt is megnevez. A legtöbb játékban ez az adu, amely üti a másik hármat.
       *[hearts] Az utolsó licitáló a felvevő. Ha nem pirosat mondott be, most választ egy másik színt adunak, amely üti a többit. { $lone-durchmars-trump ->
            [none] Betliben és egymagában álló durchmarsban nincs adu.
           *[other] Betliben nincs adu.
        }
    }
    4. **Lejátszás.** Tíz ütés. A hívott színből kell tenni; ha nincs, adut{ $must-beat ->
        [yes] . Aki felül tudja ütni az eddigi legjobb lapot, annak muszáj
       *[no] {""}
    }.
    5. **Elszámolás.** A felvevő minden játéka külön sikerül vagy bukik. A pontját mindkét védőtől megkapja, vagy mindkettőnek kifizeti.

    {""}**Mit lehet vállalni?**
    - **parti**: több pontot ütni, mint a védők. Minden ász, minden tízes és az utolsó ütés 10 pont.
    - **ulti**: az utolsó ütést az adu { $seven } viszi el.
    - **betli**: egyetlen ütést sem vinni.
    - **durchmars**: minden ütést elvinni.
    - **40-100** és **20-100**: 100 pont egy azonos színű király és { $over } segítségével.
    { $bid-suits ->
        [all] A drágább szín mindent megszoroz: { $factors }.
       *[hearts] Pirosban szinte minden duplát ér.
    }

    {""}**Az első osztásaid.** A bot csak szabályos lapot enged kitenni. A **Súgó** megmondja, mit tehetsz most, a **Tipp** pedig, mit tenne egy erős robot. Utána olvasd el ezeket: „A lapok”, „Bemondások”, „Lejátszás”.

    Ezek a szabályok: **{ $rules }**{ $is-house ->
        [yes] , a „Házi szabályok” oldalon felsorolt eltérésekkel
       *[no] {""}
    }.
    .title = Az ulti egy oldalon

topic-house = { $is-house ->
        [yes] Amit játszotok: **{ $rules }**, a következő eltérésekkel.
       *[no] Amit játszotok: **{ $rules }**, változtatás nélkül. Ha a szerver kezelője átír egy szabályt, az itt olvasható lesz.
    }
    .title = Házi szabályok

# Mindegyik átírható szabályról egy mondat: hogyan áll most.
changed-tie_break = { $tie-break ->
        [fewer_games] Egyforma értékű bemondások közül a kevesebb játékból álló az erősebb
       *[over_parti] Egyforma értékű bemondások közül az az erősebb, amelyikben nincs parti
    }
changed-self_raise = { $self-raise ->
        [may_leave_talon] A saját bemondásodra a talon felvétele nélkül is rálicitálhatsz
       *[take_talon] A saját bemondásodra csak úgy licitálhatsz rá, ha felveszed a talont
    }
changed-bid_suits = { $bid-suits ->
        [all] Minden bemondásban színt kell mondani, és a szín megszorozza az értékét
       *[hearts] Licitkor csak a pirosat kell megnevezni
    }
changed-suit_factors = A színek szorzói: { $factors }
changed-hearts_open = { $hearts-open ->
        [bid] A piros terített durchmars külön bemondás
        [never] Pirosban nincs terített játék
       *[synonym] A terített betlinek és durchmarsnak nincs külön piros változata
    }
changed-lone_durchmars_trump = { $lone-durchmars-trump ->
        [chosen] Az egymagában álló durchmarsnál a felvevő a licit után dönti el, legyen-e adu
        [bid] Az egymagában álló durchmarsban van adu; a „színtelen” külön bemondás
       *[none] Az egymagában álló durchmarsban soha nincs adu
    }
changed-re_durchmars = { $re-durchmars ->
        [bid] A redurchmars külön bemondás
        [synonym] A redurchmars a terített durchmars másik neve
       *[none] Redurchmars nincs
    }
changed-ulti_seven_locked = { $seven-locked ->
        [yes] Aki ultit mondott, annál az adu { $seven } az utolsó ütésig marad
       *[no] Az adu hetest ultiban is bármikor ki szabad tenni
    }
changed-claim = { $claim ->
        [yes] A felvevő terítéssel befejezheti az osztást, ha már minden eldőlt
       *[no] Terítéssel nem lehet befejezni az osztást
    }
changed-marriages_at_most = Egy oldal bélái együtt legfeljebb { $marriages-at-most } pontot érnek
changed-marriage_needs_trick = { $marriage-needs-trick ->
        [yes] A béla csak annak számít, aki maga is ütött
       *[no] A védő bélája akkor is számít, ha csak a társa ütött
    }
changed-hundred_announced = { $hundred-announced ->
        [yes] 40-100-ban és 20-100-ban a bot bemondja a felvevő szükséges béláját
       *[no] 40-100-ban és 20-100-ban a szükséges bélát a bot nem mondja be
    }
changed-parti_needs_points = { $parti-needs-points ->
        [yes] Akinek az oldala se ászt, se tízest nem üt, és az utolsó ütést sem viszi, elveszti a partit, bármit mondott be
       *[no] A partit egyetlen ütéssel, pusztán bélákkal is meg lehet nyerni
    }
changed-kontra_items = { $kontra-items ->
        [ulti_and_rest] Külön csak az ultit lehet kontrázni, a többi játékot egyben
       *[each_game] Minden játékot külön lehet kontrázni
    }
changed-kontra_names = { $kontra-limit ->
        [0] Kontra nincs, így neve sincs
       *[other] A fokozatok neve: { $kontra-names }
    }
changed-lost = { $lost ->
        [double] A legtöbb bukott játék kétszer annyiba kerül, mint amennyit sikerülve érne
       *[value] A bukott játék annyiba kerül, amennyit sikerülve érne
    }
changed-lost_ulti_again = { $lost-ulti-again ->
        [yes] A bukott ultit még egyszer ki kell fizetni
       *[no] A bukott ultinak nincs ráadása
    }
changed-renonsz = { $renonsz ->
        [yes] Aki osztás közben végleg feláll, renonszot fizet
       *[no] Osztás közben felállni semmibe sem kerül
    }
changed-renonsz_partner = { $renonsz-partner ->
        [yes] Ha egy védő feláll, a társa is fizeti a renonszot
       *[no] A renonszot csak az fizeti, aki felállt
    }
changed-renonsz_lost = { $renonsz-lost ->
        [yes] Ha a felvevő áll fel, annak a kétszeresét fizeti, amennyibe a bukott játékok kerülnek
       *[no] Ha a felvevő áll fel, a bemondás értékének kétszeresét fizeti
    }
changed-renonsz_certain = { $renonsz-certain ->
        [yes] Aki feláll, legalább annyit fizet, amennyi a többieknek már biztosan járt
       *[no] Aki feláll, csak a renonszot fizeti, akkor is, ha több volt már biztos
    }
changed-lost_silent_ulti_again = { $lost-silent-ulti-again ->
        [yes] A bukott csendes ultit még egyszer ki kell fizetni
       *[no] A bukott csendes ulti annyi, amennyi a sikerült
    }
changed-silent_ulti_spares_parti = { $spares-parti ->
        [yes] Ha egy kontrázott parti csendes ultival végződik, a partit nem kell fizetni
       *[no] A partit csendes ulti mellett is fizetni kell
    }
changed-silent_durchmars_lost = { $silent-durchmars-lost ->
        [yes] Kilenc ütés a tizedik nélkül bukott csendes durchmars
       *[no] A csendes durchmars nem bukhat
    }
changed-silent_kontra = { $silent-kontra ->
        [highest] A csendes játékokat a bemondás legmagasabb kontrája szorozza
       *[never] A csendes játékokat kontra nem szorozza
    }
changed-silent_table = { $has-table ->
        [yes] Hogy melyik bemondásban milyen csendes játék van, azt a bemondások táblázata mondja meg
       *[no] Minden bemondásban minden hozzá illő csendes játék megvan
    }
changed-value = { $game }: { $now } pont, nem { $before }
changed-value-silent-20-100 = csendes száz egyetlen hússzal
changed-unknown = Saját szabályokkal játszotok

topic-cards =
    Négy szín van: **{ $acorns }**, **{ $leaves }**, **{ $hearts }**, **{ $bells }**. { $faces ->
        [french] A magyar kártya makkja, zöldje, pirosa és tökje helyett állnak, de a kőrt a bemondásokban pirosnak hívjuk. Mindegyikben nyolc lap: hetes (7), nyolcas (8), kilences (9), tízes (10), bubi, dáma, király, ász. A bubi a magyar kártya alsója, a dáma a felsője.
       *[hungarian] Mindegyikben nyolc lap: hetes (VII), nyolcas (VIII), kilences (IX), tízes (X), alsó, felső, király, ász. Az alsó és a felső hasonlít: az alsón lent van a szín jele, a felsőn fent.
    }

    {""}**Erősorrend, a leggyengébbtől:**
    - adus játékban: { $numerals }, { $under }, { $over }, király, **{ $ten }**, ász
    - adu nélkül: { $numerals }, **{ $ten }**, { $under }, { $over }, király, ász

    A tízes tehát adus játékban a király fölött van, adu nélküliben { $the-under } alatt. Ezt a legkönnyebb eltéveszteni.

    Az adu minden más színt üt: az adu { $seven } bármelyik másik szín ászát elviszi.

    {""}**Pontot** csak az ászok és a tízesek érnek, mindegyik 10-et, és az utolsó ütés, szintén 10-et. Ez összesen 90; a többi pont a bélákból jön. Tíz pont egy **zsír**: sokan így számolnak.

    {""}**Így írhatod a lapokat:** { $faces ->
        [french] `h7`, `♥7`, `kőr hetes`, `kőr 7` és a magyar kártya szerint `piros hetes` mind ugyanaz; a színek angol betűi `c` `s` `h` `d`. A `p`, a `t` és a `k` betű két színt is jelenthet, ezért ott visszakérdezek. A gombokon B a bubi, D a dáma, K a király, Á az ász.
       *[hungarian] `h7`, `p7`, `♥7`, `piros hetes`, `piros VII` mind ugyanaz; a színek betűi `m` `z` `p` `t`, vagy angolul: `A` `L` `H` `B`. A gombokon Al az alsó, F a felső, K a király, A az ász. Ha a francia kártyát szoktad meg, válaszd azt: `/beállítások`.
    }
    .title = A lapok

topic-deal =
    Igazi asztalnál az osztás, a licit és a lejátszás az óramutató járásával ellentétesen halad, itt a nevek sorrendjében.

    Az első osztót húzás dönti el: a legkisebb lap oszt, azonos lapok újra húznak. Utána mindenki sorban oszt.

    Az osztó utáni játékos tizenkét lapot kap, és ő kezdi a licitet. A másik kettő tízet-tízet kap.

    { $four-players ->
        [yes] **Négyen** is ülhettek az asztalnál. Ilyenkor az osztó pihen: nem kap lapot, és abban az osztásban nem nyer és nem veszít.
       *[no] Az asztalnál **hárman** ültök, senki sem pihen.
    }

    {""}**Tiszta keverés.** Az első licit előtt az asztal alatti **Tiszta keverés** gomb már megmutatja a keverést rögzítő számot, a **pecsétet**. Az osztás után megmutatja a mögötte lévő számot, a **magot**. Ebből a kettőből bárki ellenőrizheti, hogy a lapok már a licit előtt eldőltek, és senki nem nyúlt hozzájuk: nyomd meg az eredmény alatt a **Tiszta keverés** gombot, vagy írd be: `/ellenőrzés`.
    .title = Osztás és keverés

topic-auction =
    Az első játékos tizenkét lappal kezd: **muszáj** bemondania valamit, aztán lerak két lapot. Ez a **talon** (skart).

    Utána sorban mindenki választ:
    - **passz** vagy „mehet”: most nem kéri. Ez csak erre a körre szól, később még beszállhat;
    - **felveszi a talont**: ekkor tizenkét lapja van, és köteles **erősebbet** bemondani, majd két lapot lerakni. A talonba bármelyik két lap mehet, az is, amit most vett fel.

    Ha a másik kettő passzolt, az utolsó licitálónak még joga van a sajátjára rálicitálni{ $self-raise ->
        [may_leave_talon] , akár a talon felvétele nélkül is
       *[take_talon] , ehhez is fel kell vennie a talont
    }. Ha nem él vele, ő a **felvevő**. Ha már nincs erősebb bemondás, a licit magától lezárul.

    {""}**Melyik bemondás erősebb?** Amelyik több pontot ér. { $tie-break ->
        [fewer_games] Egyenlő pontnál az, amelyik kevesebb játékból áll. Az ulti partival együtt két játék, ezért az ugyanannyit érő betli üti.
       *[over_parti] Egyenlő pontnál az, amelyikben nincs parti, üti azt, amelyikben van; így a betli az ugyanannyit érő ultit.
    } Ha így is egyformák, egyik sem üti a másikat.

    { $bid-suits ->
        [all] **Minden bemondásban színt kell mondani**, és a játékok ennyiszer többet érnek: { $factors }. Ugyanazt a játékot tehát drágább színben újra be lehet mondani.
       *[hearts] Licitkor csak a **pirosat** kell megnevezni, a többi adut majd a licit után.
    }

    Lehetetlent is szabad bemondani, például ultit adu { $seven } nélkül. Biztosan bukik, de néha így is megéri elvenni a másiktól a játékot.

    Ha már biztosan nem licitálsz, a **Passz a licit végéig** gombbal előre is passzolhatsz („minden kontra”). Amíg tart a licit, a **Mégsem passzolok végig** gombbal meggondolhatod magad.
    .title = Licit

topic-contracts =
    Egy bemondás egy vagy több játékból áll. Zárójelben a pont, { $bid-suits ->
        [all] sorban ezekben a színekben: { $suits }.
       *[hearts] a perjel után a piros változaté.
    }

    - **parti** ({ $parti }): több pontot szerezni, mint a védők. Az asztalnál többnyire passznak hívják; a bot partit mond, hogy ne keveredjen a passzolással.
    - **40-100** ({ $forty }): adu { $over } és király legyen a kézben, és legalább 60 pont az ütésekből.
    - **20-100** ({ $twenty }): nem adu színű { $over } és király legyen a kézben, és legalább 80 pont az ütésekből.
    - **ulti** ({ $ulti }): az utolsó ütést az adu { $seven } viszi el.
    { $four-aces ->
        [yes] - **négy ász** ({ $four-aces-worth }): mind a négy ászt ütésben elvinni. Ha egy is a talonban van, bukott.
       *[no] ∅
    }
    { $four-tens ->
        [yes] - **négy tízes** ({ $four-tens-worth }): mind a négy tízest ütésben elvinni. Ha egy is a talonban van, bukott.
       *[no] ∅
    }
    - **betli** ({ $betli }): egyetlen ütés se legyen; adu nincs.{ $re-betli ->
        [yes] {""}
       *[no] {" "}Pirosban nem lehet bemondani.
    }
    - **durchmars** ({ $durchmars }): minden ütést elvinni.
    { $lone-durchmars-trump ->
        [bid] - **színtelen durchmars** ({ $colourless-durchmars }), **színtelen terített durchmars** ({ $colourless-open-durchmars }): adu nélkül.
       *[other] ∅
    }
    { $re-durchmars ->
        [bid] - **redurchmars** ({ $re-durchmars-worth }): { $lone-durchmars-trump ->
            [bid] a lejátszása olyan, mint a színtelen durchmarsé, de erősebb bemondás, és más az ára.
           *[other] durchmars adu nélkül, zárt kézzel.
        }
       *[other] ∅
    }
    - **terített betli** ({ $open-betli }), **terített durchmars** ({ $open-durchmars }): ugyanaz, de az első ütés után a felvevő leteríti a lapjait.{ $re-durchmars ->
        [synonym] {" "}Más néven rebetli és redurchmars.
        [bid] { $bid-suits ->
            [all] {""}
           *[hearts] { $re-betli ->
                [yes] {" "}A *rebetli* itt mást jelent: piros betlit.
               *[no] {""}
            }
        }
       *[none] {""}
    }

    {""}**Mit mivel lehet?**
    - A betli egyedül áll{ $re-durchmars ->
        [bid] , és a redurchmars is
       *[other] {""}
    }{ $lone-durchmars-trump ->
        [bid] . Színtelen csak az egymagában álló durchmars lehet
       *[other] {""}
    }.
    - A parti is egyedül áll, kivéve az egymagában bemondott ultit: abban benne van, ki sem mondjuk. Így együtt { $lone-ulti } pont.{ $fours ->
        [none] {""}
        [aces] {" "}Ugyanígy benne van a négy ászban, akár magában áll, akár ultival.
        [tens] {" "}Ugyanígy benne van a négy tízesben, akár magában áll, akár ultival.
       *[both] {" "}Ugyanígy benne van a négy ászban és a négy tízesben, akár magukban állnak, akár ultival.
    }
    - 40-100 és 20-100 együtt nem megy{ $four-aces ->
        [yes] ; négy ász és durchmars sem
       *[no] {""}
    }.
    - Minden más szabadon összerakható: 40-100 ulti, ulti terített durchmars…

    { $open-in-hearts ->
        [all] Terített játékot is színben kell bemondani, mint a többit.
        [bid] A terített durchmarsot pirosban is be lehet mondani, a terített betlit nem.
        [never] Pirosban nincs terített játék, se magában, se mással együtt.
       *[synonym] A terített betlinek és durchmarsnak nincs külön piros változata.
    } A „Minden bemondás” oldalon mind ott van, a leggyengébbtől.
    .title = Bemondások

topic-trumps =
    Az **adu** a kitüntetett szín: üt minden más színt. { $bid-suits ->
        [all] Minden bemondás megnevez egy színt; ha a játékban van adu, akkor ez az.
       *[hearts] A felvevő választja, de a licitben csak akkor mondja ki, ha **piros**, mert akkor a játékok többet érnek. Különben a másik három szín közül a licit után, az első hívás előtt nevez meg egyet.
    }

    {""}**Mindig van adu** a partiban, a 40-100-ban, a 20-100-ban{ $fours ->
        [none] {" "}és az ultiban.
        [aces] , az ultiban és a négy ászban.
        [tens] , az ultiban és a négy tízesben.
       *[both] , az ultiban, a négy ászban és a négy tízesben.
    }

    {""}**Soha nincs adu** a betliben. { $bid-suits ->
        [all] Ott a szín csak az értékét szorozza: { $betli }.
       *[hearts] { $re-betli ->
            [yes] A piros betli csak abban más, hogy többet ér: { $betli }.
           *[no] {""}
        }
    }{ $re-durchmars ->
        [bid] {" "}A redurchmarsban sincs.
       *[other] {""}
    }

    Az egymagában álló **durchmars** { $lone-durchmars-trump ->
        [chosen] adujáról a felvevő az első hívás előtt dönt: { $bid-suits ->
            [all] adu nélkül játssza, vagy a bemondott szín lesz az adu.
           *[hearts] adu nélkül játssza, vagy színt nevez meg. A simában bármit, csak pirosat nem; a piros durchmarsban csak a pirosat{ $hearts-open ->
                [never] ; a terítettben is bármit, csak pirosat nem.
               *[other] ; a terítettben bármelyik színt.
            }
        }
        [bid] ugyanúgy adus játék, mint a többi. A „**színtelen**” durchmars, zárva vagy terítve, külön bemondás: abban nincs adu{ $bid-suits ->
            [all] , a szín csak az értékét szorozza.
           *[hearts] .
        }
       *[none] adu nélküli{ $bid-suits ->
            [all] ; a szín csak az értékét szorozza: { $durchmars }.
           *[hearts] , a piros is: ott a „piros” csak az értékén változtat ({ $durchmars }).
        }
    } Ha mással együtt mondják be, például ulti durchmars, akkor mindig van adu.

    Ne feledd: ahol nincs adu, ott a tízes { $the-under } alatt áll.
    .title = Adu

topic-play =
    Az első ütésre a felvevő hív, utána mindig az, aki az előzőt vitte. Az ütést a legerősebb adu viszi, ha nincs benne adu, akkor a hívott szín legerősebb lapja.

    {""}**Mit kell tenni?**
    - **Színre színt.** Ha van a hívott színből, abból kell.
    - **Ha nincs, adut.** (Ha egyáltalán van adu.)
    - **Ha az sincs, bármit.**
    { $must-beat ->
        [yes] - **Felülütés kötelező.** Ha a fenti szabályok szerint kitehető lapjaid között van, amelyik üt, olyat kell tenned. Ha a hívott színt már elvitte egy adu, és te színt teszel, nem tudod felülütni, így nem is kell.
       *[no] - Felülütni nem kötelező: a fenti szabályokon belül kicsit is, nagyot is tehetsz.
    }
    { $seven-locked ->
        [yes] - Aki ultit mondott, annál az adu { $seven } az utolsó ütésig marad, hacsak nem az az egyetlen szabályos lapja.
       *[no] - Az adu hetest ultiban is bármikor ki lehet tenni, csak akkor az ultinak vége.
    }

    A bot szabálytalan lapot nem fogad el, és megmondja, mit tehetsz helyette.

    {""}**Terített játékban** az első ütés után { $open-hands ->
        [all] mindhárom kéz nyitva van.
        [declarer_others_may] a felvevő lapjai nyitva vannak, és ha akarja, bármelyik védő is teríthet.
       *[declarer] a felvevő lapjai nyitva vannak, a védőké nem.
    }

    Az egymagában álló betlinek vége, amint a felvevő üt; az egymagában álló durchmarsnak, amint egy ütést elveszít. { $last-trick-hidden ->
        [yes] Az előző ütést az **Előző ütés** gombbal csak a következő hívásig lehet megnézni.
       *[no] Az előző ütést az **Előző ütés** gombbal bárki megnézheti, a korábbiakat a bot sem mutatja meg.
    }
    .title = Lejátszás

topic-marriages =
    {""}**Béla** az azonos színű { $over } és király egy kézben. Aduból 40 pontot ér, más színből 20-at.

    Pontot csak akkor ér, ha a játékban van **parti**: partiban, és ott, ahol beleértjük, például az egymagában bemondott ultiban{ $silent-hundred ->
        [table] ; továbbá azokban a bemondásokban, amelyekben a csendes száz külön jár (`+` a „Minden bemondás” oldalon)
       *[other] {""}
    }. A bot mindenki helyett bemondja, amikor az illető az első ütésben lapot tesz. A többiek csak a színt tudják meg.

    A béla annak számít, akinél a lejátszás elején volt. A védők bélái összeadódnak.

    { $marriages-capped ->
        [yes] Akárhány bélája van egy oldalnak, azok együtt legfeljebb **{ $marriages-at-most }** pontot érnek.
       *[no] ∅
    }

    A **40-100**-hoz adu béla kell a felvevő kezében, a **20-100**-hoz nem adu színű. Ezeket nem lehet külön pontért bemondani, és más béla sem számít: a 60, illetve 80 pontot ütésekből kell összehozni. { $hundred-announced ->
        [yes] Ezt a bélát a bot a felvevő első lapjával bemondja. Ha a felvevőnek nincs meg, a bot nem mond be semmit. Ebből mindenki tudja, hogy hiányzik, és a védők kontrázhatnak.
       *[no] A bot ezt a bélát nem mondja be, így a védők nem tudják, megvan-e.
    }

    Ha az egyik fél egyetlen ütést sem visz el, a bélái is elvesznek.{ $marriage-needs-trick ->
        [yes] {" "}Annak a védőnek a bélája is elvész, aki nem ütött, hiába ütött a társa.
       *[no] {""}
    }
    .title = Bélák: húsz és negyven

topic-points =
    Pontot ér minden **ütésben elvitt ász és tízes** (10-10), az **utolsó ütés** (10) és partiban a **bélák** (20, aduból 40).

    A **talonba lerakott ász és tízes a védőké**, a partiban, a 40-100-ban és a 20-100-ban is. Gondold meg, mielőtt leraksz egyet.

    Akinek az oldala egyetlen ütést sem vitt, annak nulla pontja van, hiába volt bélája vagy zsír a talonban.{ $parti-needs-points ->
        [yes] {" "}Annak is, aki ütött ugyan, de **se ászt, se tízest, se az utolsó ütést** nem vitte: pusztán bélával nem lehet partit nyerni.
       *[no] {""}
    }

    {""}**Partiban** az nyer, akinek az oldala több pontot gyűjtött. Döntetlen nem lehet, mert a pontok összege mindig páratlan számú tíz.

    {""}**40-100**-hoz 60, **20-100**-hoz 80 pont kell az ütésekben, az utolsó ütést is beleszámítva, a bélát nem.
    .title = Pontok

topic-kontra = { $kontra-limit ->
        [0] Ezeknél a szabályoknál **nincs kontra**: minden játék annyit fizet, amennyit ér.
       *[other] A védő, ha kételkedik, **kontrázhat**: a játék értéke duplázódik, akár sikerül, akár bukik. { $kontra-items ->
            [ulti_and_rest] Külön csak az ultit lehet kontrázni, a bemondás többi játékát egyben.
           *[each_game] Minden játékot külön lehet: ultinál például mehet kontra az ultira, és maradhat a parti.
        }
    }

    { $kontra-limit ->
        [0] ∅
        [1] **Mikor?** Az első ütésben, mielőtt a védő lapot tesz. A kontrára nincs válasz. Aki akkor nem szólt, később már nem szólhat.
       *[other] **Mikor?** Az első ütésben, mielőtt a védő lapot tesz. Ha már kint van mind a három lap, a felvevő visszakontrázhatja (rekontra), amit megkontráztak{ $kontra-limit ->
            [2] , és ezzel vége.
            [15] , aztán megint a védők, amíg valaki tovább emel.
           *[other] , aztán megint a védők, amíg valaki tovább emel, vagy el nem érik a határt.
        } Amelyik játéknál egyszer nem emeltél, annál később már nem emelhetsz.
    }

    { $kontra-limit ->
        [0] ∅
        [1] **A neve:** { $kontra-names }.
        [15] **Fokozatok**: { $kontra-names } és így tovább. Határ nincs, csak a bot nem tud { $kontra-limit } fölé számolni. Mindegyik duplázza az előzőt.
       *[other] **Fokozatok** (legfeljebb { $kontra-limit }): { $kontra-names }. Mindegyik duplázza az előzőt.
    }

    { $kontra-limit ->
        [0] ∅
       *[other] **Kire szól?** { $individual-kontra ->
            [never] A kontra mindig mindkét védőre érvényes.
            [no_trump_games] A kontra mindkét védőre érvényes, kivéve az adu nélkül játszott betlit és durchmarsot: ott mindenki csak a maga nevében kontráz, és csak ő fizet vagy kap érte többet.
           *[betli_and_durchmars] A kontra mindkét védőre érvényes, kivéve a betlit és a durchmarsot: ott mindenki csak a maga nevében kontráz, és csak ő fizet vagy kap érte többet.
        }
    }

    { $kontra-limit ->
        [0] ∅
       *[other] Egy példa: az ulti { $bid-suits ->
            [all] ({ $acorns }) { $ulti-plain }
           *[hearts] { $ulti-plain }
        } pont, kontrával { $ulti-twice }{ $kontra-limit ->
            [1] .
           *[other] , még egyszer duplázva { $ulti-four }.
        }
    }
    .title = Kontra

topic-payment =
    A felvevő minden bemondott játéka **külön** sikerül vagy bukik. Ami sikerült, annak értékét mindkét védőtől megkapja; ami bukott, azért mindkettőjüknek fizet. Az érték a játék pontja (lásd „Bemondások”){ $has-kontra ->
        [yes] {" "}szorozva a kontrájával.
       *[no] .
    }

    { $lost ->
        [double] **A bukott játék duplán fizet**: az értéke kétszeresét. Kivétel, tehát csak az értékébe kerül: a betli; a más játékba beleértett parti{ $four-aces ->
            [yes] ; az egymagában bemondott négy ász
           *[no] {""}
        }{ $lost-ulti-again ->
            [yes] ; és az ulti, arra külön szabály van.
           *[no] .
        } Az egymagában bemondott parti viszont duplán fizet.
       *[value] **A bukott játék** az értékébe kerül, ugyanannyiba, amennyit sikerülve hozott volna.
    }

    { $lost-ulti-again ->
        [yes] **A bukott ulti** értékét ráadásul még egyszer ki kell fizetni{ $bid-suits ->
            [all] {" "}({ $acorns })
           *[hearts] {""}
        }: { $ulti-plain } + { $ulti-plain } = { $ulti-lost }{ $has-kontra ->
            [yes] , kontrával { $ulti-twice } + { $ulti-plain } = { $ulti-lost-kontra }. Erre a ráadásra a kontra nem hat.
           *[no] .
        }
       *[no] A bukott ultinak nincs ráadása.
    }

    Példa: sima ulti{ $bid-suits ->
        [all] {" "}({ $acorns })
       *[hearts] {""}
    }, az ulti { $ulti-plain } pont, a parti { $parti-plain }. Ha az ulti megvan, de a parti bukott, a felvevő védőnként { $ulti-plain } pontot kap és { $parti-plain } pontot fizet. Ha mindkettő bukik, védőnként { $both-lost } pontot fizet.

    Az elszámolás mindig nullára jön ki: amit az egyik kap, azt a másik fizeti{ $window ->
        [yes] , vagy az ablak adja
       *[no] {""}
    }. Az eredmény soronként megmutatja, miért mennyi jár. A „Minden bemondás” oldal megmondja, mi mennyit fizet, ha sikerül, és ha bukik; a `/szabályok számoló` pedig bármilyen osztást kiszámol.
    .title = Elszámolás

topic-silent =
    {""}**Csendes** az a játék, amelyet nem mondtak be, mégis megvan. { $bid-suits ->
        [all] A számok sorban ezekre a bemondott színekre vonatkoznak: { $suits }.
       *[hearts] A perjel utáni szám akkor érvényes, ha piros az adu.
    }

    { $silent-hundred ->
        [item] - **Csendes száz** ({ $silent-hundred-worth }): ha van parti, és az egyik fél bélával együtt eléri a 100 pontot. Ha annak a félnek egyetlen bélája volt, egy húsz, akkor { $silent-twenty-worth }. A partin felül jár{ $has-kontra ->
            [yes] , és kontra nem szorozza.
           *[no] .
        }
        [doubles_parti] - **Csendes száz**: ha van parti, és az egyik fél bélával együtt eléri a 100 pontot. Ilyenkor a parti **duplán** fizet{ $has-kontra ->
            [yes] , a kontráján felül.
           *[no] .
        }
        [table] - **Csendes száz**: ha az egyik fél bélával együtt eléri a 100 pontot. Van, ahol (`2` a „Minden bemondás” oldalon) ilyenkor a parti fizet kétszer annyit{ $has-kontra ->
            [yes] , a kontráján felül; van, ahol (`+`) külön jár ({ $silent-hundred-worth }), a bemondás legmagasabb kontrájával szorozva.
           *[no] ; van, ahol (`+`) külön jár ({ $silent-hundred-worth }).
        }
       *[none] - Csendes száz nincs.
    }
    { $silent-ulti ->
        [none] - Csendes ulti nincs.
       *[other] - **Csendes ulti** ({ $silent-ulti-worth }): nem mondtak ultit, van adu, és valaki az utolsó ütésbe az adu hetest teszi. { $silent-ulti ->
            [sides] Ha viszi vele az ütést, az ő oldalának fizet a másik. Ha elviszik tőle, ők fizetnek
           *[alone] Ha viszi vele az ütést, a másik kettő fizet neki, **a társa is**. Ha elviszik tőle, ő fizet mindkettőnek
        }{ $lost-silent-ulti-again ->
            [yes] , aztán simán még egyszer: kontra nélkül összesen { $silent-ulti-lost-worth }.
           *[no] {" "}ugyanennyit.
        }{ $spares-parti ->
            [yes] { $has-kontra ->
                [yes] {" "}Ha egy kontrázott, egymagában álló parti csendes ultival végződik, a partit nem kell fizetni.
               *[no] {""}
            }
           *[no] {""}
        }
    }
    { $silent-durchmars ->
        [item] - **Csendes durchmars** ({ $silent-durchmars-worth }): valamelyik fél mind a tíz ütést elviszi, és nem betlit vagy durchmarsot játszottak.{ $silent-durchmars-lost ->
            [yes] {" "}Aki az első kilencet elviszi, a tizediket nem, annak **bukott** csendes durchmarsa van.
           *[no] {""}
        }
        [triples_parti] - **Csendes durchmars**: ha van parti, és valamelyik fél mind a tíz ütést elviszi. Ilyenkor a parti **háromszor** annyit fizet{ $has-kontra ->
            [yes] , a kontráján felül
           *[no] {""}
        }{ $silent-hundred ->
            [doubles_parti] ; csendes száz már nem jön hozzá
            [table] ; olyan csendes száz, amelyik duplázná, már nem jön hozzá
           *[other] {""}
        }.
       *[none] - Csendes durchmars nincs.
    }
    { $silent-four-aces ->
        [yes] - **Csendes négy ász** ({ $silent-four-aces-worth }): van adu, és a felvevő mind a négy ászt ütésben elviszi (ha sem négy ászt, sem durchmarsot nem mondott be), vagy egy védő egymaga.
       *[no] ∅
    }

    { $has-kontra ->
        [yes] { $silent-kontra ->
            [highest] A többi külön járó csendes játékot a bemondás bármelyik játékának **legmagasabb kontrája** szorozza.
           *[never] { $silent-hundred ->
                [table] A többi külön járó csendes játékot kontra nem szorozza.
               *[other] Azt a csendes játékot, amely külön jár, kontra nem szorozza.
            }
        }
       *[no] ∅
    }
    { $has-table ->
        [yes] Nem minden bemondásban van meg mindegyik: a „Minden bemondás” oldal jelöli, hol mi van.
       *[no] ∅
    }

    { $silent-ulti ->
        [none] ∅
       *[other] Vigyázz, ha nálad az adu { $seven }! Ha az utolsó ütésig ott marad, és nem tudsz vele ütni, sokba kerülhet.
    }
    .title = Csendes játékok

topic-window =
    { $window ->
        [yes] Előfordul, hogy egy osztásban volt nyert és bukott játék is, de a végén mindenki **nullán** áll. Ilyenkor azt mondják: pénz az ablakba. Mindenki annyit fizet be, amennyit a felvevő megnyert játékaiért egy védő fizetne.
       *[no] Ezeknél a szabályoknál nincs ablak: ha egy osztásban minden kiegyenlíti egymást, senki sem fizet.
    }

    { $window ->
        [yes] Példa: a felvevő megcsinálja az ultit ({ $ulti-plain }), de a többiért ugyanannyit kell fizetnie. Senki sem nyer, ezért mindhárman { $ulti-plain } pontot tesznek az ablakba.

        {""}**Ki viszi el?** Aki **piros ultit** mond be és meg is csinálja, az a nyereségén felül az ablak egész tartalmát megkapja.

        Ha az est végéig senki sem viszi el, egyenlően szétosztjuk. Ami nem osztható, az a legrosszabbul állóké.

        Az állások és az ablak összege mindig nulla.
       *[no] {""}
    }
    .title = Az ablak

topic-fold =
    { $fold ->
        [never] { $concede ->
            [yes] Az első hívás előtt nem lehet bedobni.
           *[no] Ezeknél a szabályoknál nem lehet bedobni: ami be van mondva, azt le kell játszani.
        }
       *[other] A licit után, de az első hívás **előtt** a felvevő { $fold ->
            [plain_parti] bedobhatja **az egymagában álló, nem piros partit**; mást nem.
           *[other] bedobhatja a lapját, ha reménytelennek látja. Ezzel megúszhatja a védők csendes játékait{ $has-kontra ->
                [yes] {" "}és a magasabb kontrákat.
               *[no] .
            }
        }
    }

    { $fold ->
        [kontra_lost] Az ára: minden bemondott játéka úgy számít, mintha **{ $has-kontra ->
            [yes] kontrázva
           *[no] duplázva
        } bukott** volna.{ $lost-ulti-again ->
            [yes] {" "}A bukott ulti ráadása is jár.
           *[no] {""}
        } Sima ultit bedobni védőnként { $ulti-folded } pont{ $bid-suits ->
            [all] {" "}({ $acorns }); a szín szorozza ({ $factors }).
           *[hearts] , pirosat { $ulti-folded-hearts }.
        }
        [twice_won] Az ára: minden bemondott játék értékének **kétszerese**. Sima ultit bedobni védőnként { $ulti-folded } pont, partit { $parti-folded }{ $bid-suits ->
            [all] {" "}({ $acorns }); a szín szorozza ({ $factors }).
           *[hearts] ; pirosban { $ulti-folded-hearts } és { $parti-folded-hearts }.
        }
        [plain_parti] Az ára: az értéke kétszerese, védőnként { $parti-folded } pont{ $bid-suits ->
            [all] {" "}({ $acorns }); a szín szorozza ({ $factors }).
           *[hearts] .
        }
       *[never] ∅
    }

    { $fold ->
        [kontra_lost] Kivétel az egymagában álló **parti**: azt ingyen lehet bedobni, nem fizet senki, az ablakba sem kerül semmi.
       *[other] ∅
    }

    { $concede ->
        [yes] A másodiktól a kilencedik ütésig a felvevő bármikor **feladhatja** a lapok alatti gombbal vagy a `/bedobom` paranccsal. A hátralévő ütéseket ekkor mind a védők viszik, és aszerint számolunk el minden játékot. A betli bukik. A védő már biztosnak vehető csendes ultija és csendes négy ásza ettől még jár.
       *[no] ∅
    }
    .title = Bedobás

topic-claim =
    A felvevő bármikor **teríthet**: megmutatja a lapjait, és nyitott kézzel játszik tovább.

    { $claim ->
        [yes] Ha úgy gondolja, hogy a többi ütés már nem változtat semmin, a **Terítek, szerintem eldőlt** gombot nyomja meg. A bot ilyenkor végigszámolja, hogyan oszolhatnak meg a védők között azok a lapok, amelyeket a felvevő nem lát, és hogyan játszhatnak a védők. Ha a felvevő találgatás nélkül, minden esetben el tudja érni ugyanazt az elszámolást, az osztásnak azonnal vége. Ha nem, a játék nyitott lapokkal folytatódik: ami csak találgatással jön ki, az még nem dőlt el.

        Az első ütés közben ez még csak terítés{ $has-kontra ->
            [yes] , mert addig a kontra is változhat.
           *[no] .
        } A védőknek nem kell beleegyezniük: nincs vita, a bot számol.
       *[no] Ezzel itt nem ér véget az osztás: végig kell játszani.
    }
    .title = Terítés

topic-leaving =
    {""}**Szünet kell?** Nyugodtan menj el: ha kétszer lejár az időd, egy robot tartja a helyedet, és bármikor visszaülhetsz a **Visszaülök a helyemre** gombbal. Ez semmibe sem kerül.

    {""}**Végleg felállni** osztás közben is lehet, de { $renonsz ->
        [yes] az **renonsznak** számít: a bemondás minden játékáért az értéke **kétszeresét** fizeted mindkét másik játékosnak{ $has-kontra ->
            [yes] , a játék saját kontrájával szorozva (ha a két védőé eltér, a nagyobbal).
           *[no] .
        }{ $renonsz-lost ->
            [yes] {" "}Ha te vagy a felvevő, **ehelyett** annak a kétszeresét fizeted mindkettőjüknek, amennyibe a bukott játékok kerülnek.
           *[no] {""}
        } Licit közben az éppen álló bemondás számít, az első bemondás előtt a legkisebb. A bot előbb megmutatja, mennyi az, és megkérdezi, biztos vagy-e benne.{ $renonsz-partner ->
            [yes] {" "}Ha védő vagy, a társad is **ugyanannyit** fizet; amivel egymásnak tartoznátok, az kiesik.
           *[no] {" "}Ha védő vagy, a társad nem fizet helyetted.
        }{ $renonsz-certain ->
            [yes] {" "}A második ütéstől ennél több is lehet: ha valakinek már biztosan több járt (vagy kevesebbet kellett volna fizetnie), akárhogyan oszlanak is el az általad nem látott lapok, **a különbözetet** is te fizeted neki.
           *[no] {""}
        }
       *[no] az osztás ezzel véget ér. Fizetni nem kell érte.
    }

    Két osztás között bárki szabadon felállhat.

    Más szabálytalanság (rossz szín, soron kívüli lap, jogtalan bemondás) itt nem fordulhat elő, mert a bot nem fogadja el.

    Az este közös megegyezéssel ér véget (`/ulti vége`), vagy amikor a megbeszélt osztások lementek{ $score-limit ->
        [0] {""}
       *[other] , vagy az után az osztás után, amelyben valaki összesen már { $score-limit } pontot nyert vagy veszített
    }{ $time-limit ->
        [0] .
       *[other] , vagy { $time-limit } perc játék után. Az éppen futó osztást még végig kell játszani.
    }
    .title = Felállás és renonsz

topic-rating =
    {""}**Rangsorolt osztás.** Egy osztás akkor rangsorolt, ha három különböző ember játssza, és egyik helyen sem robot ül.
    - Az az osztás, amelyben nincs ütés, és senki sem fizet (például az ingyen bedobott parti), nem rangsorolt.
    - Aki osztás közben feláll, az elveszti. Úgy csökken az értékszáma, mint a bukott felvevőé; a másik kettőé nem változik.
    - Ha valaki helyett robotnak kellett lépnie, az osztás akkor rangsorolt, ha az illető vesztett, és akkor nem, ha a robot nyert neki.
    - Ugyanannak a három embernek naponta (a szezon időzónája szerint) legfeljebb { $daily } rangsorolt osztása van. A többiben csak a pontok számítanak.
    - Az érvénytelen osztás nem számít. Ami megbeszéltnek látszik, azt a szerver kezelője látja, és ő dönt róla.

    {""}**Az értékszám** két szám: milyen erős játékosnak látszol, és mennyire bizonytalan ez. Mindenki így kezd: { $start } ± { $unsure }. Weng és Lin módszere (2011) szerint a `skillratings` programkönyvtár számolja. Csak az számít, ki nyert, az nem, hogy mennyit. A felvevő akkor nyer, ha többet kapott, mint a védők átlagosan; egyenlő pontnál döntetlen. A felvevőt a két védő átlagához mérjük. Erősebbet megverni többet ér, és minden osztással kisebb a bizonytalanság.

    {""}**A ranglista** az erősség mínusz háromszoros bizonytalanság szerint rendez: szinte biztosan legalább ilyen jó vagy. A kezdőé { $least }. { $established } rangsorolt osztásig a helyed ideiglenes, külön listán. Az értékszámok minden szezonban elölről indulnak.

    {""}**Egy példa.** Három kezdő játszik, Anna a felvevő. Ha nyer: { $won }, legalább { $won-least }; a két védő: { $beaten }. Ha bukik: { $lost }, a két védő: { $beating }. Ha tíz ilyen osztást nyer egymás után: { $ten }, legalább { $ten-least }.
    .title = Értékszám és rangsor

topic-clock =
    {""}**Óra.** Minden lépésre van időd. Ha az asztal már egy ideje rád vár, a bot egyszer megpingel (a `/beállítások` paranccsal kikapcsolhatod). Ha lejárt, ezt az egy lépést egy robot teszi meg helyetted. A második után a robot addig játszik a helyeden, amíg vissza nem ülsz.

    Amíg a bot nem elérhető, az óra áll. Amíg a Discord nem fogadja el a bot üzeneteit a csatornában, nem lép helyetted robot.

    {""}**Kényszerű lapok.** Ha csak egy lapot tehetsz le, a bot leteheti helyetted (`/beállítások`). Ehhez előbb látnia kell, ahogy az asztalnál három lapot te választasz. Ezután nagyjából annyit vár, amennyit te vártál valamelyiknél, hogy az idő ne árulja el, hogy nem volt választásod. Kihagyott lépés után, vagy ha általában tíz másodpercnél tovább gondolkodsz, te teszed le a lapot.

    A következő osztás egy szünet után magától is elindulhat (`/ulti beállítások`). Nem indul el, ha az előző osztásban egyetlen ember sem lépett, ha valaki befejezné az estét, vagy ha a bot közben nem volt elérhető, vagy nem jutottak el az üzenetei: ilyenkor a **Következő osztás** gombbal mehet tovább.

    {""}**Robotok** akkor ülhetnek le, ha háromnál kevesebben vagytok: `/ulti robot`. A robot csak azt látja, amit a helyén egy játékos látna. Három fokozata van, a `szint` beállítás választja ki.

    {""}**Tipp.** A lapjaid alatti **Tipp** gomb vagy a `/tipp` megmondja, mit tenne az erős robot. A gombot a `/beállítások` paranccsal kikapcsolhatod.

    Egyedül is gyakorolhatsz: `/ulti új`, majd két robot.
    .title = Óra és robotok

topic-commands =
    A játék minden gombjának van parancspárja. A parancsok neve a Discordod nyelvét követi: ha angol, az `/ulti új` neve **/ulti new**.

    - `/ulti új` · `beülök` · `meghívok` · `felállok` · `kezdjük` · `robot` · `beállítások` · `vége`: asztal nyitása, beülés, meghívás, felállás, kezdés, robot, az asztal beállításai, az este vége
    - `/lapjaim`: a lapjaid, csak neked · `/tipp`: mit tenne egy erős robot · `/asztal`: az asztal újra, alulra
    - `/felveszem`: felveszed a talont · `/licit`: bemondás és a két lerakott lap · `/passz`: passz
    - `/adu`: adu bemondása · `/bedobom`: bedobás
    - `/kiteszem`: lap kitétele, például `h7`, `♥7`, `{ $example }`
    - `/kontra`: kontra és a továbbiak
    - `/terítek`: terítés
    - `/szabályok oldal`: ezek az oldalak · `bemondások`: minden bemondás · `számoló`: mennyit fizetne egy osztás · `értékszám`: értékszám és rangsor
    - `/ranglista`: ranglista · `/statisztika`: egy ember számai · `/szezon állás` · `lista`: szezonok · `/este`: egy este és az ablaka
    - `/osztások`: a lejátszott osztások · `/visszajátszás`: az egyikük lépésről lépésre · `/ellenőrzés`: tisztán keverték-e
    - `/beállítások`: nyelv, kártya, pingelés, tippek, csak szöveg képek nélkül · `/adataim`: az adataid
    - `/súgó`: mit tehetsz most
    - a szerver kezelőinek: `/ulti-kezelés beállítások` · `szabályok` · `szezon indítás` · `lezárás` · `átnevezés` · `havonta` · `összefoglaló` · `átnézés` · `érvénytelen` · `érvényes` · `bezárás`
    - jobb gomb egy játékoson (telefonon hosszú nyomás), majd **Alkalmazások**: *Ulti-statisztika*; egy osztás eredményén: *Visszajátszás*, *Elemzés*

    A `/licit` csak azt kínálja, ami erősebb a mostaninál, a `/kiteszem` csak azt, amit tehetsz. Ha egy gomb már elavult, a bot nem haragszik: megmutatja, hogyan áll most az asztal.
    .title = Parancsok

topic-book =
    .title = Minden bemondás

# A bemondások táblázata: az oszlopok feje röviden, és mit jelentenek a jelei.
book-title = A leggyengébbtől. Az azonos sorszámúak nem ütik egymást. Ennyit kapsz mindkét védőtől, ha minden megvan, és ennyit fizetsz mindkettőnek, ha minden bukik (kontra nélkül).
book-order = #
book-won = van
book-lost = buk
book-contract = bemondás
book-suits = Színek: `M` makk, `Z` zöld, `P` piros, `T` tök.
book-signs = A bemondás utáni jelek a csendes játékok, amelyek bemondás nélkül is számítanak: { $signs }.
book-sign-item = `+` száz
book-sign-doubles = `2` száz: a parti duplán fizet
book-sign-ulti = `u` ulti
book-sign-durchmars = `d` durchmars
book-sign-triples = `3` durchmars: a parti háromszorosan fizet
book-sign-four-aces = `a` négy ász
# A bemondások felsorolása szöveges módban.
book-list-line = { $order }: { $contract }. Kapsz { $won }, fizetsz { $lost } pontot.
book-list-silent = Csendes játék: { $games }.
book-list-legend = A csendes játékok bemondás nélkül is számítanak.
book-spoken-item = száz
book-spoken-doubles = száz (a parti duplán fizet)
book-spoken-ulti = ulti
book-spoken-durchmars = durchmars
book-spoken-triples = durchmars (a parti háromszorosan fizet)
book-spoken-four-aces = négy ász

# Ugyanez a táblázat dokumentumban.
document-title = Szabályok: { $rules }
document-contents = Tartalom
document-about = A bot egyik szabálykészlete, úgy, ahogyan a bot játssza. Ezt az oldalt az `{ $command }` parancs írja; ugyanaz a szöveg, amelyet a `/szabályok oldal` mutat.
document-points = pont
document-won = ha megvan
document-lost = ha bukik
document-trumps = adu
document-silent = csendes játékok
document-contract = bemondás
document-order = sorrend
document-table = A leggyengébbtől. A magasabb sorszámú üti az alacsonyabbat; az azonos sorszámúak nem ütik egymást. A két összeg: mennyit fizet vagy kap egy-egy védő, ha minden megvan, illetve ha minden bukik, kontra és csendes játékok nélkül.
document-signs = A csendes játékoknál { $signs }.
document-sign-item = `+` a külön járó száz
document-sign-doubles = `2` az a száz, amelyiknél a parti duplán fizet
document-sign-triples = `3` az a durchmars, amelyiknél háromszorosan
document-hundred = száz (`+`)
document-hundred-doubles = száz (`2`)
document-ulti = ulti
document-durchmars = durchmars
document-durchmars-triples = durchmars (`3`)
document-four-aces = négy ász
document-or = { $first } vagy { $last }

rules-page = { $rules } · { $page }/{ $pages }. oldal
rules-shared = 📖 { $name } megmutat egy oldalt a szabályokból:
