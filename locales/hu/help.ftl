# A Súgó gomb szövegei: mi a teendő most.

help-title = Mit tehetek most?
help-lobby =
    Aki játszani szeretne, a **Beülök** gombbal foglal helyet. Hárman kelletek{ $four-players ->
        [yes] ; négyen is lehet, akkor mindig az osztó pihen
       *[no] {""}
    }. Üres helyre robotot is ültethettek.
    Ha megvagytok, az asztal nyitója vagy bárki, aki ül, elindítja: **Kezdjük**.
help-auction =
    A bemondások sorban egyre erősebbek. Ha te jössz, választhatsz:
    • **Passz (mehet)**: ebben a körben nem kéred a talont.
    • **Felveszem a talont**: tizenkét lapod lesz, és kötelező erősebbet bemondanod, majd két lapot lerakni.
    Ha a másik kettő passzolt, az utolsó licitáló a felvevő. Nézd meg: `/rules page`, „Licit” és „Bemondások”.
help-discard =
    Tizenkét lap van nálad. Válaszd ki a bemondást, aztán jelöld ki azt a két lapot, amelyik a talonba kerül, végül **Rendben**. Amíg nem hagytad jóvá, az **Elölről** gombbal újrakezdheted.
    A lerakott ász és tízes a védőknek számít!
help-naming =
    A licit lezárult. A felvevő megmondja, melyik szín az adu, és hív.{ $fold ->
        [never] {""}
        [plain_parti] {" "}Az egymagában álló, nem piros partit az első hívás előtt még be lehet dobni.
       *[other] {" "}Ha reménytelennek látja, az első hívás előtt még bedobhatja.
    }
help-play =
    Koppints egy lapra a **Lapjaim** alatt, vagy írd be: `/play h7`. A szürke lapokat most nem teheted.
    Sorrendben: színre színt; ha nincs, adut{ $must-beat ->
        [yes] ; és ha tudsz, felül kell ütnöd
       *[no] ; felülütni nem kötelező
    }. Ha egyik sem megy, bármit tehetsz.
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
        [1] Válasz nincs rá.
        [2] Ha az első ütés három lapja kint van, a felvevő még egyszer duplázhat.
       *[other] Ha az első ütés három lapja kint van, a felvevő visszamondhatja, aztán megint a védők, és így tovább.
    }
help-over =
    Az osztásnak vége. Az eredmény megmutatja, melyik játék sikerült, mennyit ér, és ki kinek fizet. Tovább: **Következő osztás**. Ha elég volt mára: **Befejezzük az estét**.
