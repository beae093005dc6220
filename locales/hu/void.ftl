# Érvénytelen osztások.

cmd-void =
    .description = Érvénytelenít egy osztást: nem számít többé. Annak, aki a szervert kezeli; mindenki látja
    .option-deal = Az osztás száma; játékosra és bemondásra is kereshetsz
    .option-reason = Miért; mindenki látja, és az osztás mellett marad
cmd-unvoid =
    .description = Egy érvénytelen osztás újra számít. Annak, aki a szervert kezeli; mindenki látja
    .option-deal = Az osztás száma

void-done = 🚫 { $who } érvénytelenítette ezt az osztást: { $deal }. Indok: { $reason }
void-undone = { $who } visszavonta az érvénytelenítést, ez az osztás újra számít: { $deal }
void-manage-only = Osztást érvényteleníteni vagy újra érvényessé tenni csak az tud, akinek megvan ez az engedélye: **{ $permission }**.
void-no-reason = Írd le azt is, hogy miért: ez mindenkinek szól, aki játszott benne.
