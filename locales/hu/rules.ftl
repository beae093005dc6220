# A `/rules` oldalai. A számok a szabálykészletből jönnek, nem innen.
# Fluentben sor nem kezdődhet csillaggal, ezért áll {""} a félkövér szavak előtt.

topic-overview =
    Az ulti háromszemélyes ütésszerző játék, harminckét lapos magyar kártyával. Minden osztásban egy játékos, a **felvevő** vállal valamit, a másik kettő, a **védők**, közösen próbálják megakadályozni.

    Egy osztás így zajlik:
    - **Osztás.** Tíz lapot kap mindenki, az első játékos tizenkettőt.
    - **Licit.** Sorban mindenki eldönti, vállal-e erősebb játékot, mint ami áll. Aki igen, felveszi a két lapból álló talont, bemond, és két lapot visszarak.
    - **Adu.** A felvevő megmondja, melyik szín az adu, ha a játékhoz jár.
    - **Lejátszás.** Tíz ütés. Színre színt kell tenni, ha nincs, adut{ $must-beat ->
        [yes] , és aki tud, annak felül kell ütnie
       *[no] {""}
    }.
    - **Elszámolás.** A felvevő minden játéka külön sikerül vagy bukik; mindkét védővel külön számol el.

    A játékok dióhéjban: a **parti** arról szól, ki üt több pontot; az **ulti** arról, hogy az utolsó ütést az adu { $seven } viszi; a **betli** arról, hogy a felvevő semmit sem üt; a **durchmars** arról, hogy mindent. A **40-100** és a **20-100** bélával és sok ponttal nyerhető. Pirosban szinte minden duplát ér.

    Ha most tanulod, kezdd ezekkel: „A lapok”, „Bemondások”, „Lejátszás”. Játék közben a **Súgó** gomb mindig megmondja, mi a teendőd.
    .title = Az ulti egy oldalon

topic-cards =
    Négy szín van: **{ $acorns }**, **{ $leaves }**, **{ $hearts }**, **{ $bells }**. { $faces ->
        [french] A magyar kártya makkja, zöldje, pirosa és tökje helyett állnak, de a kőrt a bemondásokban pirosnak hívjuk. Mindegyikben nyolc lap: hetes (7), nyolcas (8), kilences (9), tízes (10), bubi, dáma, király, ász. A bubi a magyar kártya alsója, a dáma a felsője.
       *[hungarian] Mindegyikben nyolc lap: hetes (VII), nyolcas (VIII), kilences (IX), tízes (X), alsó, felső, király, ász.
    }

    {""}**Erősorrend, a leggyengébbtől:**
    - adus játékban: { $numerals }, { $under }, { $over }, király, **{ $ten }**, ász
    - adu nélkül: { $numerals }, **{ $ten }**, { $under }, { $over }, király, ász

    A tízes tehát adus játékban a király fölött van, adu nélküliben { $the-under } alatt. Ezt a legkönnyebb eltéveszteni.

    Az adu minden más színt üt: az adu { $seven } bármelyik másik szín ászát elviszi.

    {""}**Pontot** csak az ászok és a tízesek érnek, mindegyik 10-et, és az utolsó ütés, szintén 10-et. Ez összesen 90; a többi pont a bélákból jön. Tíz pont egy **zsír**: sokan így számolnak.

    {""}**Így írhatod a lapokat:** { $faces ->
        [french] `h7`, `♥7`, `kőr hetes`, `kőr 7` és a magyar kártya szerint `piros hetes` mind ugyanaz; a színek angol betűi `c` `s` `h` `d`. A `p`, a `t` és a `k` betű két színt is jelenthet, ezért ott visszakérdezek. A gombokon B a bubi, D a dáma, K a király, Á az ász.
       *[hungarian] `h7`, `p7`, `♥7`, `piros hetes`, `piros VII` mind ugyanaz; a színek betűi `m` `z` `p` `t`, vagy ahogy a jegyzőkönyvben: `A` `L` `H` `B`. A gombokon Al az alsó, F a felső, K a király, A az ász. Ha a francia kártyát szoktad meg, válaszd azt: `/settings faces`.
    }
    .title = A lapok

topic-deal =
    Az osztás, a licit és a lejátszás is az óramutató járásával ellentétesen halad: a botban egyszerűen sorban, ahogy a neveket látod.

    Az első osztót húzás dönti el: a legkisebb lap oszt, azonos rangúak újra húznak. Utána mindenki sorban oszt.

    Az osztó utáni játékos tizenkét lapot kap, és ő kezdi a licitet; a másik kettő tízet-tízet.

    {""}**Négyen** is ülhettek az asztalnál: ilyenkor mindig az osztó pihen. Nem lát lapot, nem nyer és nem veszít, de az estén végig a helyén marad.

    {""}**Tiszta keverés.** Minden osztás előtt a bot kiteszi a keverés pecsétjét, utána pedig azt a számot, amelyből a keverés készült. Ebből bárki bármikor újraszámolhatja a lapokat, így biztos lehet benne, hogy senki nem válogatott.
    .title = Osztás és keverés

topic-auction =
    Az első játékos tizenkét lappal kezd: **muszáj** bemondania valamit, aztán lerak két lapot. Ez a **talon** (skart).

    Utána sorban mindenki választ:
    - **passz** vagy „mehet”: most nem kéri. Ez csak erre a körre szól, később még beszállhat;
    - **felveszi a talont**: ekkor tizenkét lapja van, és köteles **erősebbet** bemondani, majd két lapot lerakni. A talonba bármelyik két lap mehet, az is, amit most vett fel.

    Ha a másik kettő passzolt, az utolsó licitálónak még joga van a sajátjára rálicitálni{ $may-leave-talon ->
        [yes] , akár a talon felvétele nélkül is
       *[no] , ehhez is fel kell vennie a talont
    }. Ha nem él vele, ő a **felvevő**. Ha már nincs erősebb bemondás, a licit magától lezárul.

    {""}**Melyik bemondás erősebb?** Amelyik több pontot ér. { $fewer-games ->
        [yes] Egyenlő pontnál az, amelyik kevesebb játékból áll. Az ulti partival együtt két játék, ezért a betli ({ $betli }) üti az ultit ({ $lone-ulti }).
       *[no] Egyenlő pontnál az, amelyikben nincs parti, erősebb annál, amelyikben van.
    } Ha így is egyformák, egyik sem üti a másikat.

    Licitkor csak a **pirosat** kell megnevezni, a többi adut majd a licit után.

    Lehetetlent is szabad bemondani, például ultit adu { $seven } nélkül. Biztosan bukik, de néha így is megéri elvenni a másiktól a játékot.

    „**Minden kontra!**”: ha már biztosan nem licitálsz, előre is passzolhatsz a licit végéig.
    .title = Licit

topic-contracts =
    Egy bemondás egy vagy több játékból áll. Zárójelben a pont, a perjel után a piros változaté.

    - **parti** ({ $parti }/{ $parti-hearts }): több pontot szerezni, mint a védők. Az asztalnál többnyire passznak hívják; a bot partit mond, hogy ne keveredjen a passzolással.
    - **40-100** ({ $forty }/{ $forty-hearts }): adu { $over } és király legyen a kézben, és legalább 60 pont az ütésekben.
    - **20-100** ({ $twenty }/{ $twenty-hearts }): nem adu színű { $over } és király a kézben, és legalább 80 pont az ütésekben.
    - **ulti** ({ $ulti }/{ $ulti-hearts }): az utolsó ütést az adu { $seven } vigye el.
    - **betli** ({ $betli }/{ $betli-hearts }): egyetlen ütés se legyen. Nincs adu, pirosban sem.
    - **durchmars** ({ $durchmars }/{ $durchmars-hearts }): minden ütést elvinni. Magában adu nélkül játsszuk.
    - **terített betli** vagy rebetli ({ $open-betli }/{ $open-betli-hearts }) és **terített durchmars** vagy redurchmars ({ $open-durchmars }/{ $open-durchmars-hearts }): ugyanaz, csak az első ütés után a felvevő leteríti a lapjait.
    { $four-aces ->
        [yes] - **négy ász** ({ $four-aces-points }/{ $four-aces-points-hearts }): mind a négy ászt ütésben elvinni.
       *[no] {""}
    }
    { $four-tens ->
        [yes] - **négy tízes** ({ $four-tens-points }/{ $four-tens-points-hearts }): mind a négy tízest ütésben elvinni.
       *[no] {""}
    }
    {""}**Mit mivel lehet?**
    - A betli egyedül áll.
    - A parti is, kivéve a sima ultit: abban benne van, ki sem mondjuk. Az ulti így { $lone-ulti } pont, pirosban { $lone-ulti-hearts }.
    - 40-100 és 20-100 együtt nem megy.
    - Minden más szabadon összerakható: 40-100 ulti, ulti terített durchmars, piros 20-100 ulti durchmars…

    A bemondás ereje a játékai pontjainak összege. Terített játék pirosban sem ér többet, mint amennyi a perjel után áll.
    .title = Bemondások

topic-trumps =
    Az **adu** a kitüntetett szín: üt minden más színt. A felvevő választja, de a licitben csak akkor mondja ki, ha **piros**, mert akkor a játékok többet érnek. A másik három szín közül a licit után, az első hívás előtt nevez meg egyet.

    {""}**Mindig van adu** a partiban, a 40-100-ban, a 20-100-ban és az ultiban.

    {""}**Soha nincs adu** a betliben. A piros betli csak annyiban más, hogy többet ér: { $betli-hearts }, nem { $betli }.

    {""}**A durchmars** magában adu nélküli, a piros is: ott a „piros” csak a pontot emeli ({ $durchmars-hearts }). Ha viszont mással együtt mondják be, például ulti durchmars, akkor van adu.

    A „piros terített betli” ugyanaz, mint a terített betli, nem külön bemondás; ugyanígy a magában álló terített durchmars.

    Ne feledd: ahol nincs adu, ott a tízes { $the-under } alatt áll.
    .title = Adu

topic-play =
    Az első ütésre a felvevő hív, utána mindig az, aki az előzőt vitte. Az ütést a legerősebb adu viszi, ha nincs benne adu, akkor a hívott szín legerősebb lapja.

    {""}**Mit kell tenni?**
    - **Színre színt.** Ha van a hívott színből, abból kell.
    - **Ha nincs, adut.** (Ha egyáltalán van adu.)
    - **Ha az sincs, bármit.**
    { $must-beat ->
        [yes] - **Felülütés kötelező.** Aki a fenti szabályok szerint rakott lapjával ütni tud, annak ütnie kell. Ha a hívott színt már elvitte egy adu, és te színt teszel, nem tudod felülütni, így nem is kell.
       *[no] - Felülütni nem kötelező.
    }
    { $seven-locked ->
        [yes] - Aki ultit mondott, annál az adu { $seven } az utolsó ütésig marad, hacsak nem az az egyetlen szabályos lapja.
       *[no] - Az adu hetest ultiban is bármikor ki lehet tenni, csak akkor az ultinak vége.
    }

    A bot szabálytalan lapot nem fogad el, és megmondja, mit tehetsz helyette.

    {""}**Terített játékban** az első ütés után { $open-hands ->
        [all] mindhárom kéz nyitva van.
        [others-may] a felvevő lapjai nyitva vannak, és ha akarja, bármelyik védő is teríthet.
       *[declarer] a felvevő lapjai nyitva vannak, a védőké nem.
    }

    A magában álló betlinek vége, amint a felvevő üt; a magában álló durchmarsnak, amint egy ütést elveszít. A legutóbbi ütést az **Utolsó ütés** gombbal bárki megnézheti, a korábbiakat a bot sem mutatja meg.
    .title = Lejátszás

topic-marriages =
    {""}**Béla** az azonos színű { $over } és király egy kézben. Adu színből 40 pontot ér, más színből 20-at.

    Bemondani csak akkor lehet, ha a játékban van **parti**, tehát partiban és sima ultiban. A bot mindenki helyett bemondja, amikor az illető az első ütésben lapot tesz. A többiek csak a színt tudják meg.

    A béla annak számít, akinél a lejátszás elején volt. A védők bélái közösek.

    A **40-100**-hoz adu béla kell a felvevő kezében, a **20-100**-hoz nem adu színű. Ezeket nem lehet külön pontért bemondani, és más béla sem számít: a 60, illetve 80 pontot ütésekből kell összehozni.

    Ha az egyik fél egyetlen ütést sem visz el, a bélái is elvesznek.
    .title = Bélák: húsz és negyven

topic-points =
    Pontot ér minden **ütésben elvitt ász és tízes** (10-10), az **utolsó ütés** (10) és partiban a **bélák** (20, adu színből 40).

    A **talonba lerakott ász és tízes a védőké**: a felvevő tehát rosszul jár vele, akkor is, ha ő rakta le. Ez a partira, a 40-100-ra és a 20-100-ra is igaz.

    Akinek az oldala egyetlen ütést sem vitt, annak nulla pontja van, hiába volt bélája vagy zsír a talonban.

    {""}**Partiban** az nyer, akinek az oldala több pontot gyűjtött. Döntetlen nem lehet, mert páratlan számú tízes jön ki.

    {""}**40-100**-hoz 60, **20-100**-hoz 80 pont kell az ütésekben, az utolsó ütést is beleszámítva, a bélát nem.
    .title = Pontok

topic-kontra =
    A védő, ha kételkedik, **kontrázhat**: a játék értéke duplázódik, akár sikerül, akár bukik. { $each-game ->
        [yes] Minden játékot külön lehet kontrázni: mehet kontra az ultira, és maradhat a parti.
       *[no] Külön csak az ultit lehet, a többi játékot egyben.
    }

    {""}**Mikor?** Az első ütésben, mielőtt a védő lapot tesz. Ha már kint van mind a három lap, a felvevő **rekontrázhatja** azt, amit megkontráztak, aztán megint a védők, amíg valaki tovább emel, vagy el nem érik a határt. Aki egyszer nem emelt, abba a játékba már nem száll be.

    {""}**Fokozatok** (legfeljebb { $kontra-limit }): { $kontra-names }. Mindegyik duplázza az előzőt.

    {""}**Kiért szól?** { $individual ->
        [never] A kontra mindig mindkét védőre érvényes.
        [no-trump-games] A kontra mindkét védőre érvényes, kivéve az adu nélküli betlit és durchmarsot: ott mindenki csak a maga nevében kontráz.
       *[betli-and-durchmars] A kontra mindkét védőre érvényes, kivéve a betlit és a durchmarsot: ott mindenki csak a maga nevében kontráz, és csak ő fizet vagy kap érte többet.
    }

    Egy példa: az ulti { $ulti } pont. Kontrával a duplája, rekontrával a négyszerese.
    .title = Kontra

topic-payment =
    A felvevő minden bemondott játéka **külön** sikerül vagy bukik. Ami sikerült, annak értékét mindkét védőtől megkapja; ami bukott, azt mindkettőjüknek kifizeti. Az érték a játék pontja szorozva a kontrával.

    - parti: { $parti }, pirosban { $parti-hearts }
    - 40-100: { $forty }, pirosban { $forty-hearts }
    - 20-100: { $twenty }, pirosban { $twenty-hearts }
    - ulti: { $ulti }, pirosban { $ulti-hearts }
    - betli: { $betli }, pirosban { $betli-hearts }; terített { $open-betli }
    - durchmars: { $durchmars }, pirosban { $durchmars-hearts }; terített { $open-durchmars }

    { $lost-ulti-again ->
        [yes] **A bukott ulti drágább:** a kontrázott értéken felül még egyszer kifizeti az ulti alapértékét ({ $ulti }, pirosban { $ulti-hearts }). Erre a ráadásra a kontra nem hat.
       *[no] A bukott ulti ugyanannyi, mint a sikerült.
    }

    Példa: sima ulti, kontra nélkül. Ha az ulti megvan, de a parti elveszett, a felvevő védőnként { $ulti } pontot kap és { $parti } pontot fizet.

    Az elszámolás mindig nullára jön ki: amit az egyik kap, azt a másik fizeti{ $window ->
        [yes] , vagy az ablak adja
       *[no] {""}
    }. Soronként látod, miért mennyi jár.
    .title = Elszámolás

topic-silent =
    {""}**Csendes** az a játék, amelyet nem mondtak be, mégis megvan. Kontrázni nem lehet.

    { $has-silent-hundred ->
        [yes] - **Csendes száz:** ha van parti, és az egyik fél eléri a 100 pontot. Értéke { $silent-hundred } pont, pirosban { $silent-hundred-hearts }. Ha annak a félnek egyetlen bélája volt, egy húsz, akkor { $silent-twenty }, pirosban { $silent-twenty-hearts }. A partin felül jár.
       *[no] - Csendes száz nincs.
    }
    { $has-silent-ulti ->
        [yes] - **Csendes ulti:** ha nem mondtak ultit, és valaki az utolsó ütésbe az adu hetest teszi. Ha viszi vele az ütést, a másik kettő fizet neki { $silent-ulti } pontot fejenként (pirosban { $silent-ulti-hearts }). Ha elviszik tőle, ő fizet mindkettőnek { $silent-ulti-lost } pontot (pirosban { $silent-ulti-lost-hearts }). Ezt mindenki **egyedül** játssza: a védőnek a saját társa is fizet.
       *[no] - Csendes ulti nincs.
    }
    { $has-silent-durchmars ->
        [yes] - **Csendes durchmars:** ha valamelyik fél mind a tíz ütést elviszi, és nem betlit vagy durchmarsot játszottak. Értéke { $silent-durchmars } pont, pirosban { $silent-durchmars-hearts }.
       *[no] - Csendes durchmars nincs.
    }

    „Pirosban” itt azt jelenti: piros bemondásban. Adu nélküli játékban csendes ulti nem létezik.

    Vigyázz, ha nálad az adu { $seven }! Ha az utolsó ütésig ott marad, és nem tudsz vele ütni, sokba kerülhet.
    .title = Csendes játékok

topic-window =
    { $window ->
        [yes] Előfordul, hogy egy osztásban volt nyert és bukott játék is, de a végén mindenki **nullán** áll. Ilyenkor azt mondják: pénz az ablakba. Mindenki annyit fizet be, amennyit a felvevő megnyert játékaiért egy védő fizetne.
       *[no] Ezeknél a szabályoknál nincs ablak.
    }

    { $window ->
        [yes] Példa: a felvevő megcsinálja az ultit ({ $ulti }), de elveszti a kontrázott partit, és a védők csendes százat is csinálnak. Ha ez épp kiegyenlíti egymást, mindhárman { $ulti } pontot tesznek az ablakba.

        {""}**Ki viszi el?** Aki **piros ultit** mond be és meg is csinálja, az a nyereségén felül az ablak egész tartalmát megkapja.

        Ha az est végéig senki sem viszi el, egyenlően szétosztjuk. Ami nem osztható, az a legrosszabbul állóké.

        Az állások és az ablak összege mindig nulla.
       *[no] {""}
    }
    .title = Az ablak

topic-fold =
    { $fold ->
        [yes] A licit után, de az első hívás **előtt** a felvevő bedobhatja a lapját, ha reménytelennek látja. Ezzel megúszhatja a védők csendes játékait és a magasabb kontrákat.

        Az ára: minden bemondott játéka úgy számít, mintha **kontrázva bukott** volna. { $lost-ulti-again ->
            [yes] A bukott ulti ráadása is jár.
           *[no] {""}
        } Sima ulti bedobása így elég borsos, gondold meg.

        Kivétel a magában álló **parti**: azt ingyen lehet bedobni, nem fizet senki, az ablakba sem kerül semmi.
       *[no] Ezeknél a szabályoknál nem lehet bedobni: ami be van mondva, azt le kell játszani.
    }
    .title = Bedobás

topic-claim =
    A felvevő bármikor **teríthet**: kiteszi a lapjait, és nyitott kézzel játszik tovább.

    { $claim ->
        [yes] Ha úgy gondolja, hogy a többi ütés sorsa eldőlt, a **Terítek, a többi az enyém** gombbal az egészet is kérheti. A bot ilyenkor végigszámolja az összes védekezést. Ha semmi sem változtathat az elszámoláson, az osztásnak azonnal vége. Ha mégis van esély, a játék nyitott lapokkal folytatódik.

        Első ütés közben még nem lehet kérni, mert addig a kontra is változhat.
       *[no] A többi ütést kérni nem lehet: végig kell játszani.
    }

    A védőknek nem kell semmit elfogadniuk: vita nélkül, számítás dönt.
    .title = Terítés

topic-leaving =
    {""}**Szünet kell?** Nyugodtan menj el: ha kétszer lejár az időd, egy robot tartja a helyedet, és bármikor visszaülhetsz a **Visszaülök a helyemre** gombbal. Ez semmibe sem kerül.

    {""}**Végleg felállni** osztás közben is lehet, de az { $renonsz ->
        [yes] **renonsznak** számít: mindkét ellenfélnek a bemondás teljes értékének kétszeresét fizeted, a legmagasabb elhangzott kontrával szorozva. A bot előbb megmutatja, mennyi az, és megkérdezi, biztos vagy-e benne.
       *[no] osztás ezzel véget ér. Fizetni nem kell érte.
    }

    Két osztás között bárki szabadon felállhat.

    Más szabálytalanság (rossz szín, elmulasztott felülütés, jogtalan bemondás) itt nem fordulhat elő, mert a bot nem fogadja el.

    Az este közös megegyezéssel ér véget (`/ulti end`), vagy amikor a megbeszélt osztások lementek.
    .title = Felállás és renonsz

topic-clock =
    {""}**Óra.** Minden lépésre van időd. Ha lassan lejár, a bot egyszer megpingel; ezt a `/settings pings` kapcsolja ki. Ha a végső határidő is elmúlik, abban a körben egy robot lép helyetted. Két ilyen után a robot addig tartja a helyedet, amíg vissza nem veszed.

    Ha a bot maga nem volt elérhető, annyival minden határidő kitolódik.

    {""}**Robotok.** Üres helyre robotot is ültethettek: `/ulti robot`. A robot pontosan annyit lát, mint egy játékos: a saját lapjait és azt, ami az asztalon történt. Más lapját soha.

    Robotokkal egyedül is gyakorolhatsz: `/ulti new`, majd két robot.
    .title = Óra és robotok

topic-commands =
    Minden gombnak van parancs párja, ugyanazt csinálják.

    - `/ulti new` · `join` · `leave` · `start` · `robot` · `end`: asztal nyitása, beülés, felállás, kezdés, robot, az este vége
    - `/hand`: a lapjaid, csak neked · `/table`: az asztal újra, alulra
    - `/take`: felveszed a talont · `/bid`: bemondás és a két lerakott lap · `/pass`: passz
    - `/trump`: adu bemondása · `/fold`: bedobás
    - `/play`: lap kitétele, például `h7`, `♥7`, `{ $example }`
    - `/kontra`: kontra és a továbbiak
    - `/claim`: terítés
    - `/rules`: ezek az oldalak · `/leaderboard`: ranglista
    - `/settings language` · `faces` · `pings`: nyelv, magyar vagy francia kártya, pingelés

    A `/bid` csak azt kínálja, ami erősebb a mostaninál, a `/play` csak azt, amit tehetsz. Ha egy gomb már elavult, a bot nem haragszik: megmutatja, hogyan áll most az asztal.
    .title = Parancsok

book-title = **Bemondások, a leggyengébbtől** · { $rules } · { $page }/{ $pages }
