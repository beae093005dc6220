# Void deals.

cmd-void =
    .description = Declares a deal void: it counts no more. For those who manage the server; everybody sees it
    .option-deal = The deal's number; a player's name or a contract finds it too
    .option-reason = Why; everybody sees it, and it stays with the deal
cmd-unvoid =
    .description = Lets a void deal count again. For those who manage the server; everybody sees it
    .option-deal = The deal's number

void-done = 🚫 { $who } declared this deal void: { $deal }. Reason: { $reason }
void-undone = { $who } restored this deal, so it counts again: { $deal }
void-manage-only = Only those who have the permission **{ $permission }** can declare deals void or let them count again.
void-no-reason = Give a reason too. Everybody who played in the deal can read it.
