# Void deals.

void-done = 🚫 { $who } declared this deal void: { $deal }. Reason: { $reason }
void-undone = { $who } restored this deal, so it counts again: { $deal }
void-no-reason = Give a reason too. Everybody who played in the deal can read it.
