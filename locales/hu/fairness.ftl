# Tisztességes volt-e egy osztás keverése: mit mivel vetünk össze.

verify-title = A #{ $deal } osztás keverése
verify-holds = ✅ egyezik
verify-fails = ❌ nem egyezik
verify-seed = A keverés magja a feljegyzésben: `{ $seed }` · az este { $number }. osztása
verify-computed = **1.** A mag és az osztás este belüli számának pecsétje (SHA-256): `{ $commitment }` · a feljegyzésben álló pecséttel { $ok }
verify-posted = **2.** Az asztal naplója szerint az osztás előtt ezt tettem ki: `{ $commitment }` · az 1. pontban kiszámolttal { $ok }
verify-not-posted = **2.** ❓ Az asztal naplójában nincs nyoma annak, mit tettem ki az osztás előtt, ezért csak a feljegyzést tudom önmagával összevetni.
verify-cards = **3.** A magból újra kiosztott lapok: mindhárom kéz { $ok }
verify-other-cards = **3.** A magból újra kiosztott lapok: { $ok } nála: { $names }
verify-fair = ✅ Minden egyezik: a lapok már a licit előtt eldőltek, és senki sem nyúlt hozzájuk.
verify-consistent = A feljegyzés önmagával egyezik. Azt, hogy a pecsét már az osztás előtt megvolt, itt nem tudom igazolni.
verify-unfair = ❌ Nem minden egyezik: a lapok nem a feljegyzésben álló keverésből valók.
verify-yourself = -# A naplót én vezetem, ezért ne csak nekem higgy: a pecsét az asztal üzenete és az eredmény alatti **Tiszta keverés** gomb azonosítójában van. Az 1. pont nálad: `{ $command }` · a lapok: töltsd le az osztást fájlban, és futtasd ezt: `ulti verify`
verify-no-seed = Ennek az osztásnak a feljegyzésében nincs benne a keverés magja, ezért nincs mit ellenőrizni.
verify-broken-seed = ❌ A feljegyzésben álló mag nem olvasható: 64 hexadecimális számjegynek kellene lennie.
verify-no-commitment = ❌ A feljegyzésben álló pecsét nem olvasható: 64 hexadecimális számjegynek kellene lennie.
