# Érvénytelen leosztások.

cmd-void =
    .description = Érvénytelenít egy leosztást: nem számít többé. Annak, aki a szervert kezeli; mindenki látja
    .option-deal = A leosztás száma; játékosra és bemondásra is kereshetsz
    .option-reason = Miért; mindenki látja, és a leosztás mellett marad
cmd-unvoid =
    .description = Egy érvénytelen leosztás újra számít. Annak, aki a szervert kezeli; mindenki látja
    .option-deal = A leosztás száma

void-done = 🚫 { $who } érvénytelenítette ezt a leosztást: { $deal }. Indok: { $reason }
void-undone = { $who } visszavonta az érvénytelenítést, ez a leosztás újra számít: { $deal }
void-manage-only = Leosztást érvényteleníteni vagy újra érvényessé tenni csak az tud, akinek megvan ez a joga: **{ $permission }**.
void-no-reason = Írd le azt is, hogy miért: ez mindenkinek szól, aki játszott benne.
