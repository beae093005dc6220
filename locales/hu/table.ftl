# Az asztal üzenete és a kéz: licit, talon, adu, lejátszás, kontra.

table-title = { $number }. osztás
table-title-of = { $number }/{ $deals }. osztás
table-dealer = Osztó: { $name }
table-sits-out = Pihen: { $name } (osztó)
table-until = lejár: { $when }
table-turn = ➡️ { $name } következik.
table-your-turn = ➡️ Te jössz.
table-without-hand = { $names }: a lapokat a **Lapjaim** gomb mutatja meg.
table-thinking = 🤖 { $name } gondolkodik…
table-window = Az ablakban: { $points } pont.

auction-title = Licit
auction-turn = ➡️ { $name } dönt: passzol, vagy felveszi a talont.
auction-turn-own = ➡️ { $name } dönt: lejátssza a bemondását, vagy emeli.
auction-turn-until = ➡️ { $name } dönt: passzol, vagy felveszi a talont. Az idő lejár: { $until }.
auction-holding-public = ➡️ { $name } felvette a talont, és licitál.
auction-first = ➡️ { $name } kezdi a licitet tizenkét lappal.
auction-calls = Eddigi bemondások
auction-no-calls = Még senki sem licitált.
auction-call-bid = { $name }: **{ $contract }**
auction-call-pass = { $name }: passz
auction-best = Most ez áll: **{ $contract }** ({ $name })
auction-own-raise = Mindketten passzoltak. Lejátszhatod a bemondásodat ({ $contract }), vagy felveheted a talont, és bemondhatsz legalább ennyit: { $next }.
auction-cheapest = A legkisebb tétű bemondás most ez: { $contract }, védőnként { $stake } pont.
auction-weakest-cheapest = Ekkor védőnként legalább { $stake } pont a tét.
auction-passing-rest = A licit végéig passzolsz: ha rád kerül a sor, én mondom helyetted.
auction-stopped-passing = Már nem passzolok helyetted: ha rád kerül a sor, te döntesz.
auction-not-passing = Most nem passzolsz a licit végéig, így nincs mit visszavonni.

# Mi kell egy bemondáshoz, és mennyit fizet, legfeljebb 100 betű: a bemondások menüjében és a választás alatt.
terms = { $goals } · { $same ->
        [yes] fejenként ±{ $won }
       *[no] fejenként +{ $won } / −{ $lost }
    }
# Ennyi pont múlik egy bemondáson, például ±5 vagy +5 / −9.
stake = { $same ->
        [yes] ±{ $won }
       *[no] +{ $won } / −{ $lost }
    }
take-expensive = ⚠️ Felveszed a talont? Ha felveszed, legalább ennyit be kell mondanod, akkor is, ha a két lap nem segít: { $next }.
take-expensive-own = ⚠️ Rálicitálsz? Ha felveszed a talont, legalább ennyit be kell mondanod: { $next }.
terms-out-of-reach = ⚠️ ezekkel a lapokkal lehetetlen · { $terms }
goal-parti = több pont, mint a védőknek
goal-parti-too = parti is
goal-20-100 = nem adu { $king } és { $over }, ütésekből 80 pont
goal-40-100 = az adu { $king } és { $over }, ütésekből 60 pont
goal-ulti = az utolsó ütést az adu { $seven } viszi
goal-four-aces = mind a négy ász ütésben
goal-four-tens = mind a négy tízes ütésben
goal-durchmars = mind a tíz ütés
goal-betli = egyetlen ütés sem
goal-no-trumps = adu nélkül
goal-no-trumps-in-suit = adu nélkül, a szín csak az árát adja
goal-open = terítve

discard-contract = Mit mondasz be?
discard-cards = A bemondásod: **{ $contract }**. Melyik két lapot rakod le?
discard-one-more = A bemondásod: **{ $contract }**. Lerakod: { $card }. Még egyet!
discard-confirm = A bemondásod: **{ $contract }**. A talonba kerül: { $cards }. Mehet így?
discard-ace-warning = A lerakott ász és tízes a védőknek számít.

unwinnable-ulti = { $reason ->
        [laid] A { $suits } { $seven } a talonba kerülne
       *[missing] Nincs nálad { $suits } { $seven }
    }, ezért az ulti biztosan bukik.
unwinnable-forty = { $reason ->
        [laid] A { $suits } { $king } vagy { $over } a talonba kerülne
       *[missing] Nincs nálad együtt a { $suits } { $king } és { $over }
    }, ezért a 40-100 biztosan bukik.
unwinnable-twenty = { $reason ->
        [laid] A { $suits } { $king } vagy { $over } a talonba kerülne
        [trumps] Így a { $king } és a { $over } adu lenne
       *[missing] Nincs nálad azonos színű { $king } és { $over } az adun kívül
    }, ezért a 20-100 biztosan bukik.
unwinnable-twenty-points = Ha két ász vagy tízes van a talonban, túl kevés pont marad, ezért a 20-100 biztosan bukik.
unwinnable-aces = Ász kerülne a talonba, ezért a négy ász biztosan bukik.
unwinnable-tens = Tízes kerülne a talonba, ezért a négy tízes biztosan bukik.
unwinnable-together = Ezekkel a lapokkal egyik aduval sem nyerhető meg az egész bemondás.
unwinnable-seven = Az ulti csak akkor van meg, ha az utolsó ütést viszi ez a lap: { $card }. Ha most kiteszed, az ulti elbukik.
unwinnable-warning = ⚠️ { $why } { $question }
unwinnable-bid = Így is bemondod: { $contract }?
unwinnable-trump = Így is { $suit } legyen az adu?
unwinnable-play = Így is kiteszed?

naming-public = ➡️ Most { $name } mondja be az adut. A játék: **{ $contract }**.
naming-yours = A játék: **{ $contract }**. Mi legyen az adu?
naming-not-hearts = -# Csak piros bemondásban lehet { $hearts } az adu.
naming-only = Ezekkel a lapokkal csak { $trumps } aduval nyerhető meg az egész bemondás.

# The declarer's goal during the play. name: the declarer
aim-own = Célod: { $goals }
aim-of = { $name } célja: { $goals }
aim-parti = legalább { $points } pont (összesen { $total }{ $marriages ->
        [0] {""}
       *[other] , ebből { $marriages } béla: { $king } és { $over } azonos színből{ $pending ->
            [0] {""}
           *[other] ; ebből { $pending } csak akkor számít, ha a gazdája üt
        }
    })
aim-lost = { $goal }. Már bukott: { $games }
aim-all-lost = { $name } már elbukta: { $games }
aim-40-100 = 100 pont a negyvennel ({ $points } ütésekből)
aim-20-100 = 100 pont egy hússzal ({ $points } ütésekből)
aim-ulti = az utolsó ütést a { $card } viszi

play-declarer = Felvevő: { $name }
play-trick = { $number }. ütés
play-trick-empty = { $name } hív.
play-card = { $name }: { $card }
play-last-trick = Előző ütés: { $cards } · vitte: { $name }
play-no-last-trick = Még nem volt ütés.
play-last-trick-hidden = Ezeknél a szabályoknál az előző ütést csak a következő hívásig lehet megnézni.
play-tricks = Ütések: { $counts }
play-tricks-seat = { $name } { $count }
play-announced = { $name } bemondta: { $marriages }
play-will-announce = Az első lapoddal bemondod: { $marriages }.
play-not-announced = { $name } nem mondott be { $marriage ->
        [forty] negyvenet
       *[twenty] húszat
    }
play-marriage-twenty = húsz ({ $suit })
play-marriage-forty = negyven ({ $suit })
play-open = { $name } terített: { $cards }

kontra-state = { $game }: { $level } (×{ $times })
kontra-state-individual = { $game }: { $level } (×{ $times }, csak { $name } ellen)
# kind: „kontra”, ha a fok neve erre végződik; prefix: ami előtte áll, például „re”.
kontra-offered = ➡️ { $name } válaszolhat a { $kind ->
        [kontra] { $prefix }kontrára
       *[other] duplázásra ({ $level })
    }: { $games }.
kontra-offered-you = { $by ->
        [defenders] A védők { $kind ->
            [kontra] { $prefix }kontrázták { $games } (most ×{ $times })
           *[other] megduplázták { $games } ({ $level }, most ×{ $times })
        }
       *[player] { $name } { $kind ->
            [kontra] { $prefix }kontrázta { $games } (most ×{ $times })
           *[other] megduplázta { $games } ({ $level }, most ×{ $times })
        }
    }. { $next }: duplázod még egyszer?
kontra-before-playing = Mielőtt lapot teszel, megkontrázhatod { $games }.

hand-title = A lapjaid
hand-cards = { $count ->
        [0] Nincs több lapod.
       *[other] { $count } lap: { $cards }
    }
hand-playable = Ezeket teheted: { $cards }
table-time-left = ⏰ Az este vége: { $until }. A megkezdett osztást még lejátsszátok.
table-next-deal = ⏭ A következő osztás: { $when }.
table-next-deal-waits = ⏭ A következő osztás most nem indul magától: a **Következő osztás** gombbal indíthatjátok.
table-time-up = ⏰ Letelt az idő: ezzel az osztással vége az estének.
hand-expires = Ez az üzenet már nem frissül. Az asztal alatti **Lapjaim** gomb újat küld.
hand-replaced = Lejjebb egy újabb üzenet mutatja, hol tartunk.
hand-languages = Az asztal a szerver nyelvén jelenik meg, a lapjaid a te nyelveden. Itt állíthatod át: `/beállítások`
hand-from-talon = A talonból: { $cards }
hand-talon = A talonban (te raktad le): { $cards }
hand-waiting = Még nem te jössz. A lapjaid frissülnek, amikor sorra kerülsz.
hand-your-turn = Te jössz!
hand-tap = Koppints annak a lapnak a gombjára, amelyiket kiteszed.
hand-not-dealt = Ebben az osztásban te pihensz, ezért nincs lapod.

fold-confirm = Bedobod a lapot? Az osztásnak azonnal vége: { $result }.{ $pays ->
        [yes] {" "}A bedobott játék duplán számít.
       *[no] {""}
    }
concede-confirm = Feladod? A hátralévő ütéseket mind a védők viszik, és aszerint számolunk el minden játékot: { $result }.
claim-confirm = Terítesz? Abból, amit látsz, az eredmény biztos: { $result }. Az osztás ezzel véget ér.
claim-uncertain = Abból, amit látsz, az eredmény még nem biztos. Az osztás a terítéssel nem érne véget: nyitott lapokkal játszanál tovább. Terítesz? Ezt nem lehet visszavonni.
claim-uncertain-open = Abból, amit látsz, az eredmény még nem biztos. Már terítettél, így ez most semmin sem változtatna. Játssz tovább!
claim-not-decided = Az eredmény még nem biztos, ezért a játék folytatódik. A lapjaidat mostantól mindenki látja.
hand-laid-open = Terítettél: a lapjaidat mostantól mindenki látja. A játék folytatódik.
early-end-changed = Közben továbbment a játék. Most így áll:
early-end-result = { $sign ->
    [pays] összesen { $points } pontot fizetsz
    [gets] összesen { $points } pontot kapsz
   *[nothing] nem fizetsz, és nem is kapsz pontot
}
early-end-range = az eredményed { $least } és { $most } pont között van, olyan lapoktól függően, amelyeket nem látsz
