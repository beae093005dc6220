# Amit a szerveren lejátszottak: egy sor egy osztás.

history-title = Lejátszott osztások
history-only = Csak ezek: { $what }
history-empty = Ilyen osztás itt még nem volt.
history-no-older = Ezeknél régebbi nincs.
history-no-bid = bemondás nélkül
history-won = { $name } nyert: { $points }
history-lost = { $name } bukott: { $points }
history-even = { $name } nullára jött ki: { $points }
history-seat = { $name } { $points }
history-void = 🚫 érvénytelen: { $reason } ({ $who })
history-void-by-nobody = 🚫 érvénytelen: { $reason }
history-no-reason = indok nélkül
history-unranked-robot = nem rangsorolt: nem három ember játszott
history-deserted = { $name } felállt, rangsorolt vereség
history-unranked-stood-in = nem rangsorolt: robot is lépett valaki helyett, aki nem vesztett
history-unranked-left = nem rangsorolt: valaki felállt
history-unranked-not-played = nem rangsorolt: nem volt ütés, és senki sem fizetett
history-unranked-capped = nem rangsorolt: ez a három játékos aznap elérte a napi korlátot
history-unranked-older = nem rangsorolt: akkor még nem volt rangsor
history-unranked-imported = máshonnan áthozva, sehol sem számít
history-hidden = Ez a játékos nem szerepel a listákon, ezért az osztásait csak ő kérheti le.
history-choose = Melyiket nézzük vissza?
history-newest = Legújabbak
history-older = Régebbiek ▶
