# What messages and buttons say beside the words of the game.

show-deal-over = This deal is over.
show-house-rules = { $rules }, with house rules
show-lobby-over = Play has begun.
show-lobby-host = { $name } (host)
show-more = What else you can do here:
show-button-book = All contracts
show-agreed = Wants to stop for today: { $names } ({ $votes } of { $needed }). The evening ends when everybody agrees.

show-to-call = Pass, or take the two cards of the talon. Then you must bid { $contract } or more.
show-choose-both = You hold twelve cards. Choose a contract from the menu and tap two cards to lay down.
show-chosen-cards = You lay down: { $cards }.
show-picked = { $card } (chosen)
show-confirm-bid = Confirm: { $contract }
show-weaker-bids = Weaker bids…

show-duty-follow = You have to follow suit ({ $suit }).
show-duty-trump = You have no { $suit }, so you have to trump ({ $trump }).
show-duty-beat = Among these, you have to beat { $card }.
show-duty-seven = You bid ulti, so the trump { $seven } has to wait for the last trick.

show-sure-open = Lay your hand open for everyone? It can't be taken up again.
show-sure-claim = Lay your hand open and claim the rest? If it is not certain yet, play goes on with your cards open.

show-ping = { $mention }, it is your turn.

show-table-exists = There is a table in this channel already.
show-deal-running = A deal is being played; finish it first.
show-not-started = Play has not begun yet: **Start** begins it.
show-already-agreed = You have agreed to end already. The evening ends when the others agree too.
show-gone = The table was just being put away. Press again and it is back.

show-ended-agreed = You agreed to stop here.
show-ended-played = All the deals you agreed on have been played.
show-ended-score = Somebody has reached the score you agreed on.
show-ended-time = The time you agreed on is up.
show-ended-empty = Nobody was left at the table.

show-choose-topic = What would you like to read about?
show-page-before = ◀ Previous page
show-page-after = Next page ▶

show-language-auto = As in my Discord
show-faces-auto = As on the server
show-pings-on = Ping me when it is my turn
show-pings-off = Don't ping me
show-text-on = Words alone, please
show-text-off = Show pictures and emoji
show-hints-on = Offer me hints
show-hints-off = No hints for me

show-button-share = Share
show-button-read-on = Read on
