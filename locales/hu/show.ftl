# Amit az üzenetek és a gombok a játék szavain túl mondanak.

show-deal-discarded = Az asztalt osztás közben bezárták, ezért ez az osztás nem számít.
show-deal-over = Ennek az osztásnak vége.
show-house-rules = { $rules }, házi szabályokkal
show-lobby-over = Elkezdődött a játék.
show-lobby-host = { $name } (házigazda)
show-more = További lehetőségek:
show-button-book = Minden bemondás
show-last-deal = Ez az este utolsó osztása.
show-agreed = { $votes ->
        [1] Befejezné mára
       *[other] Befejeznék mára
    }: { $names } ({ $votes }/{ $needed }). { $dealing ->
        [yes] Ha mindenki beleegyezik, ez az utolsó osztás.
       *[no] Akkor van vége, ha mindenki beleegyezik.
    }

show-to-call = Passzolj, vagy vedd fel a talon két lapját, és mondj be legalább ennyit: { $contract }.
show-choose-both = Tizenkét lap van nálad{ $opens ->
        [yes] , és te nyitod a licitet, ezért be kell mondanod valamit
       *[no] {""}
    }. Válassz bemondást a menüből, és koppints a két lapra, amelyet leraksz.
show-chosen-cards = Lerakod: { $cards }.
show-picked = { $card } (lerakod)
show-confirm-bid = Rendben: { $contract }
show-confirm-unwinnable = { $contract } (nem nyerhető)…
show-weaker-bids = Előző bemondások…

show-duty-follow = Színre színt kell tenned ({ $suit }).
show-duty-trump = Ebből a színből nincs lapod ({ $suit }), ezért aduznod kell ({ $trump }).
show-duty-beat = Ezt felül kell ütnöd: { $card }.
show-duty-seven = Ultit mondtál, az adu { $seven } az utolsó ütésig marad.

show-sure-open = Terítesz? A játék nyitott lapokkal folytatódik, és ezt nem lehet visszavonni.

show-ping = { $mention }, rád várunk.

show-table-exists = Ebben a csatornában már van asztal.
show-deal-running = Folyik egy osztás, előbb azt játsszátok le.
show-not-started = Még nem kezdődött el a játék: a **Kezdjük** gomb indítja.
show-already-agreed = Te már beleegyeztél. Akkor van vége az estének, ha a többiek is.
show-busy = Ezt most nem sikerült időben kiszámolni, ezért nem változott semmi. Próbáld újra egy pillanat múlva.
show-gone = Az asztal egy pillanatra nem volt elérhető. Nyomd meg újra.

show-ended-agreed = Mára ennyi.
show-ended-played = Minden megbeszélt osztást lejátszottatok.
show-ended-score = Valaki elérte a megbeszélt pontszámot.
show-ended-time = Letelt a megbeszélt idő.
show-ended-empty = Senki sem maradt az asztalnál.
show-ended-abandoned = Itt már régóta senki sem játszott.
show-ended-manager = A szerver egyik kezelője bezárta az asztalt.

show-choose-topic = Miről szeretnél olvasni?
show-page-before = ◀ Előző oldal
show-page-after = Következő oldal ▶

show-language-auto = Ahogy a Discordom
show-faces-auto = Ahogy a szerveren
show-pings-on = Szólj, ha már egy ideje rám vártok
show-pings-off = Ne szólj
show-text-on = Csak szöveget kérek
show-text-off = Kérek képet és emojit
show-forced-on = Tedd le helyettem a kényszerű lapokat
show-forced-off = Ne tedd le helyettem a kényszerű lapokat
show-hints-on = Kérek tippet
show-hints-off = Nem kérek tippet

show-button-share = Megmutatom mindenkinek
show-button-read-on = Továbbolvasom
