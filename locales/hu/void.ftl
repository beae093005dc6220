# Érvénytelen osztások.

void-done = 🚫 { $who } érvénytelenítette ezt az osztást: { $deal }. Indok: { $reason }
void-undone = { $who } visszavonta az érvénytelenítést, ez az osztás újra számít: { $deal }
void-no-reason = Add meg az indokot is: elolvashatja mindenki, aki játszott az osztásban.
