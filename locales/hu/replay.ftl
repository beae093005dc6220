# Egy lejátszott leosztás lépésről lépésre, minden lappal.

cmd-replay =
    .description = Végignéz egy befejezett leosztást, ütésről ütésre, minden lappal; csak te látod
    .option-deal = A leosztás száma; játékosra és bemondásra is kereshetsz

# what: az eredeti leosztás, „3. ütés” vagy az elszámolás.
replay-title = #{ $deal } · { $what } ({ $step }/{ $steps })
replay-dealt = leosztás és licit
replay-end = elszámolás
replay-bid = { $name }: **{ $contract }** · lerakta: { $cards }
replay-trump = { $name } bemondta az adut: { $trump }
replay-kontra = { $name } kontrázta: { $games }
replay-rekontra = { $name } visszakontrázta: { $games }
replay-taken = Vitte: { $name }
replay-points = Az ütésekben eddig: a felvevőé { $declarer } pont, a védőké { $defence }
replay-no-cards = { $name }: nincs több lapja
replay-talon = A talonban: { $cards }
picture-took = vitte
replay-first = ⏮ Elejére
replay-back = ◀ Vissza
replay-on = Tovább ▶
replay-last = Végére ⏭
replay-export = Ez a leosztás fájlban
replay-export-evening = Az egész este fájlban
replay-verify = Keverés ellenőrzése
replay-broken = Ezt a leosztást nem tudom lejátszani: a feljegyzése hibás. Szóltam annak, aki a botot üzemelteti.
replay-which = Melyik leosztást? A számát írd, például `12`; a `/history` felsorolja őket.

export-deal = A #{ $deal } leosztás `ulti-record/1` formában: soronként egy leosztás, JSON-ban.
export-evening = { $deals ->
    [one] Az este egyetlen leosztása `ulti-record/1` formában.
   *[other] Az este { $deals } leosztása `ulti-record/1` formában: soronként egy, a játék sorrendjében.
}
export-not-here = Itt nem csatolhatok fájlt, ezért nem tudom odaadni. Kérd olyan csatornában, ahol megvan a **Fájlok csatolása** engedélyem.
