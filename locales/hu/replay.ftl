# Egy lejátszott osztás lépésről lépésre, minden lappal.

# what: az eredeti osztás, „3. ütés” vagy az eredmény.
replay-title = #{ $deal } · { $what } ({ $step }/{ $steps })
replay-dealt = osztás és licit
replay-end = eredmény
replay-bid = { $name }: **{ $contract }** · lerakta: { $cards }
replay-trump = { $name } bemondta az adut: { $trump }
replay-kontra = { $name } kontrázta: { $games }
replay-rekontra = { $name } visszakontrázta: { $games }
replay-taken = Vitte: { $name }
replay-points = Az ütésekben eddig: a felvevőé { $declarer } pont, a védőké { $defence }
replay-no-cards = { $name }: nincs több lapja
replay-talon = Végül a talonba került: { $cards }
replay-first = ⏮ Elejére
replay-back = ◀ Vissza
replay-on = Tovább ▶
replay-last = Végére ⏭
replay-export = Az osztás letöltése
replay-export-evening = Az este letöltése
replay-verify = Keverés ellenőrzése
replay-broken = Ezt az osztást nem tudom visszajátszani: a feljegyzése megsérült. A részletek a naplómban vannak.
replay-which = Melyik osztást? Add meg a számát, például `12`; az `/osztások` felsorolja őket.

export-deal = A #{ $deal } osztás `ulti-record/1` formában: egyetlen sor JSON.
export-evening = { $deals ->
    [one] Az este egyetlen osztása `ulti-record/1` formában.
   *[other] Az este { $deals } osztása `ulti-record/1` formában: soronként egy, a játék sorrendjében.
}
export-too-long = Ennek az estének több osztása van, mint amennyi egy fájlba fér. A bot üzemeltetője mindet ki tudja írni: `ulti records`.
export-not-here = Itt nem csatolhatok fájlt, ezért nem tudom odaadni. Kérd olyan csatornában, ahol megvan a **Fájlok csatolása** engedélyem.
menu-no-deal = Ebben az üzenetben nincs befejezett osztás. Olyan üzeneten válaszd, amely egy osztás eredményét mutatja.
