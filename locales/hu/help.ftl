# A Súgó gomb szövegei: mi a teendő most.

help-title = Mit tehetek most?
help-lobby =
    Aki játszani szeretne, a **Beülök** gombbal foglal helyet. Hárman kelletek; négyen is lehet, akkor mindig az osztó pihen. Üres helyre robotot is ültethettek.
    Ha megvagytok, az asztal nyitója vagy bárki, aki ül, elindítja: **Kezdjük**.
help-auction =
    A bemondások sorban egyre erősebbek. Ha te jössz, választhatsz:
    • **Passz (mehet)**: ebben a körben nem kéred a talont.
    • **Felveszem a talont**: tizenkét lapod lesz, és kötelező erősebbet bemondanod, majd két lapot lerakni.
    Ha a másik kettő passzolt, az utolsó licitáló a felvevő. Nézd meg: `/rules`, „Licit” és „Bemondások”.
help-discard =
    Tizenkét lap van nálad. Válaszd ki a bemondást, aztán jelöld ki azt a két lapot, amelyik a talonba kerül, végül **Rendben**. Amíg nem hagytad jóvá, az **Elölről** gombbal újrakezdheted.
    A lerakott ász és tízes a védőknek számít!
help-naming =
    A licit lezárult. A felvevő megmondja, melyik szín az adu, és hív. Ha reménytelennek látja, az első hívás előtt még bedobhatja.
help-play =
    Koppints egy lapra a **Lapjaim** alatt, vagy írd be: `/play h7`. A szürke lapokat most nem teheted.
    Sorrendben: színre színt; ha nincs, adut; és ha tudsz, felül kell ütnöd. Ha egyik sem megy, bármit tehetsz.
help-kontra =
    Ha védő vagy, az első ütésben, mielőtt lapot teszel, kontrázhatod a felvevő játékait: mindegyiket külön. A kontra a játék értékét duplázza, akár megvan, akár bukik.
    Ha az első ütés három lapja kint van, a felvevő visszamondhatja, aztán megint a védők, és így tovább.
help-over =
    Az osztásnak vége. Az elszámolás megmutatja, melyik játék sikerült, mennyit ér, és ki kinek fizet. Tovább: **Következő osztás**. Ha elég volt mára: **Befejezzük az estét**.
help-more = Bővebben: `/rules`
