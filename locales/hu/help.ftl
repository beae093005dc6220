# A `/súgó` és a Súgó gomb szövegei: mi az ulti, és mi a teendő most.

help-title = Mit tehetek most?
help-lobby-join = Ha játszanál, nyomd meg: **Beülök**.
help-lobby-seated = Már van helyed.
help-lobby-host = Te nyitottad ezt az asztalt.
help-lobby =
    Hárman kelletek{ $four-players ->
        [yes] ; négyen is lehet, akkor mindig az osztó pihen
       *[no] {""}
    }. Ha hárman sem vagytok, robotot is ültethettek az üres helyekre.
    Ha megvagytok, az asztalnál bárki elindíthatja a játékot: **Kezdjük**.
help-lobby-settings = Addig a házigazda módosíthatja a szabályokat és az osztások számát: **Asztal beállításai**.
help-lobby-settings-host = Addig te módosíthatod a szabályokat és az osztások számát: **Asztal beállításai**.
help-auction =
    A licitben azt vállalod, hogy mit érsz el a lapjaiddal; minden bemondásnak erősebbnek kell lennie az előzőnél. Ha te jössz, választhatsz:
    • **Passz (mehet)**: most nem licitálsz.
    • **Felveszem**: tizenkét lapod lesz, erősebbet kell bemondanod, és két lapot le kell raknod.
    Ha a másik kettő passzolt, az utolsó licitáló lejátssza a bemondását, vagy rálicitál. Bővebben lent, a „Licit” és a „Bemondások” fejezetben.
help-discard =
    Tizenkét lap van nálad. Válaszd ki a bemondást, aztán jelöld ki azt a két lapot, amelyik a talonba kerül, végül **Rendben**. Amíg nem hagytad jóvá, az **Újrakezdem** gombbal elölről kezdheted.
    A lerakott ász és tízes a védőknek számít!
help-naming =
    A licit lezárult. A felvevő megmondja, melyik szín az adu, és hív.{ $fold ->
        [never] {""}
        [plain_parti] {" "}Az egymagában álló, nem piros partit az első hívás előtt még be lehet dobni.
       *[other] {" "}Ha reménytelennek látja, az első hívás előtt még bedobhatja.
    }
help-play =
    Koppints az egyik gombra a lapjaid alatt, vagy válassz lapot a `/kiteszem` paranccsal. A szürke lapokat most nem teheted ki.
    Sorrendben: színre színt; ha nincs, adut{ $must-beat ->
        [yes] ; és ha tudsz, felül kell ütnöd
       *[no] ; felülütni nem kötelező
    }. Ha egyik sem megy, bármit tehetsz.
help-play-no-trumps =
    Koppints az egyik gombra a lapjaid alatt, vagy válassz lapot a `/kiteszem` paranccsal. A szürke lapokat most nem teheted ki.
    Ebben a játékban nincs adu. Színre színt kell tenned{ $must-beat ->
        [yes] , és ha tudsz, felül kell ütnöd
       *[no] ; felülütni nem kötelező
    }. Ha nincs a hívott színből, bármit tehetsz.
help-fold = A **Bedobom** vagy a **Feladom** rögtön véget vet az osztásnak: a felvevő feladja a játékot. A bot előbb megmutatja, mennyibe kerül.
help-open = A **Terítek** gombbal mindenki látja a lapjaidat. A második ütéstől kezdve az osztásnak is vége, ha a többi már biztos.
help-kontra =
    { $kontra-limit ->
        [0] Ezeknél a szabályoknál nincs kontra.
       *[other] Ha védő vagy, az első ütésben, mielőtt lapot teszel, kontrázhatod a felvevő játékait: { $kontra-items ->
            [ulti_and_rest] az ultit külön, a többit egyben
           *[each_game] mindegyiket külön
        }. A kontra a játék értékét duplázza, akár megvan, akár bukik.
    }
    { $kontra-limit ->
        [0] ∅
        [1] Visszakontrázni nem lehet.
        [2] Ha az első ütés három lapja kint van, a felvevő még egyszer duplázhat (rekontra).
       *[other] Ha az első ütés három lapja kint van, a felvevő visszakontrázhat (rekontra), aztán megint a védők, és így tovább.
    }
help-over =
    Az osztásnak vége. Az eredmény megmutatja, melyik játék lett meg, melyik bukott, és ki kinek fizet. Tovább: **Következő osztás**. Ha mára elég volt: **Befejezzük az estét**. A **Továbbiak** alatt az **Asztal beállításai** gombbal megadhatjátok, hogy a következő osztás egy szünet után magától induljon.

help-what = Az **ulti** magyar kártyajáték három játékosnak. Egyikük vállal valamit a lapjaival, például hogy az utolsó ütést az adu { $seven } viszi; a másik kettő megpróbálja megakadályozni.
help-new-here = -# Most ismerkedsz az ultival? A **Hogy megy ez?** gomb egyetlen oldalon elmondja, hogyan zajlik egy osztás.
help-no-table =
    Ebben a csatornában még nincs asztal. Választhatsz:
    • **Játék robotok ellen**: rögtön lapot kapsz, és alatta a **Tipp** megmondja, mit tenne egy erős játékos.
    • **Asztal a barátoknak**: mindenki megnyomja, hogy **Beülök**, aztán valaki azt, hogy **Kezdjük**.
    • **Hogy megy ez?**: egy osztás lépésről lépésre. A menüben az összes szabály megvan.
help-direct =
    Játszani egy szerver csatornájában lehet, két baráttal vagy robotok ellen: hívj meg egy szerverre, és írd be ott: `/ulti új`
    Itt a szabályokat és a statisztikádat nézheted meg: `/szabályok oldal`, `/statisztika`.
help-your-turn = **Te jössz.**
help-not-your-turn = Most { $name } következik; neked még nincs dolgod.
help-watching = Nézed a játékot: azt látod, amit mindenki.
help-watching-free = Ha játszanál, ülj le a szabad helyre (**Beülök**), vagy nyiss asztalt egy másik csatornában: `/ulti új`
help-watching-full = Minden hely foglalt. Ha játszanál, nyiss asztalt egy másik csatornában: `/ulti új`
help-managers = **A szerver kezelőinek:** nyelv, kártya, szabályok és időzóna a **Szerver beállításai** gombbal vagy az `/ulti-kezelés beállítások` paranccsal. Szezonok: `/ulti-kezelés szezon`. Osztás érvénytelenítése: `/ulti-kezelés érvénytelen`.
help-button-how = Hogy megy ez?
help-button-robots = Játék robotok ellen
help-button-table = Asztal a barátoknak
help-button-stats = Statisztikám
help-button-own = Beállításaim
help-button-server = Szerver beállításai

# Egyszer jelenik meg egy szerveren, amely éppen meghívta a botot.
welcome-text = Sziasztok! **Ultit** osztok: hárman játszhatjátok, barátokkal vagy robotok ellen. Keverek, tudom az összes szabályt, számolom a pontokat, és a lapjaidat csak te látod.
welcome-button-settings = Beállítások
