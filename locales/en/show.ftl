# What messages and buttons say beside the words of the game.

show-deal-discarded = The table was closed during this deal, so the deal does not count.
show-deal-over = This deal is over.
show-house-rules = { $rules }, with house rules
show-lobby-over = Play has begun.
show-lobby-host = { $name } (host)
show-more = More actions:
show-button-book = All contracts
show-last-deal = This is the last deal of the evening.
show-agreed = Agreed to end the evening: { $names } ({ $votes } of { $needed }). { $dealing ->
        [yes] If everybody agrees, this deal is the last one.
       *[no] It ends when everybody agrees.
    }

show-to-call = Pass, or take the two cards of the talon and bid { $contract } or more.
show-choose-both = You hold twelve cards{ $opens ->
        [yes] {" "}and open the auction, so you have to bid
       *[no] {""}
    }. Choose a contract from the menu and tap two cards to discard.
show-chosen-cards = You discard: { $cards }.
show-picked = { $card } (chosen)
show-confirm-bid = Confirm: { $contract }
show-confirm-unwinnable = { $contract } (cannot be won)…
show-weaker-bids = Previous bids…

show-duty-follow = You have to follow suit: { $suit }.
show-duty-trump = You have no { $suit }, so you have to play a trump: { $trump }.
show-duty-beat = You can beat { $card }, so you have to.
show-duty-seven = You bid ulti, so you keep the { $seven } of trumps for the last trick.

show-sure-open = Lay your hand open for everybody? Play goes on, and you can't undo this.

show-ping = { $mention }, it is your turn.

show-table-exists = This channel already has a table.
show-deal-running = A deal is being played. Finish it first.
show-not-started = Play has not begun yet: **Start** begins it.
show-already-agreed = You already agreed to end. The evening ends when the others agree too.
show-busy = I couldn't work this out in time, so nothing changed. Try again in a moment.
show-gone = I could not reach the table for a moment. Press again.

show-ended-agreed = The players ended the evening.
show-ended-played = You have played all the deals you agreed on.
show-ended-score = Somebody has reached the score you agreed on.
show-ended-time = The time you agreed on is up.
show-ended-empty = Nobody was left at the table.
show-ended-abandoned = Nobody has played here for a long time.
show-ended-manager = A server manager closed the table.

show-choose-topic = Choose a chapter…
show-page-before = ◀ Previous page
show-page-after = Next page ▶

show-language-auto = As in my Discord
show-faces-auto = As on the server
show-pings-on = Ping me if the table waits for me
show-pings-off = Don't ping me
show-text-on = Text only
show-text-off = Show pictures and emoji
show-forced-on = Play forced cards for me
show-forced-off = Don't play forced cards for me
show-hints-on = Offer me hints
show-hints-off = No hints for me

show-button-share = Share
show-button-read-on = Read on
