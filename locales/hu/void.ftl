# Érvénytelen osztások.

void-done = 🚫 { $who } érvénytelenítette ezt az osztást: { $deal }. Indok: { $reason }
void-undone = { $who } visszavonta az érvénytelenítést, ez az osztás újra számít: { $deal }
void-no-reason = Írd le azt is, hogy miért: ez mindenkinek szól, aki játszott benne.
