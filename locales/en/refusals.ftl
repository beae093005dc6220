# What the rules do not allow, and what would work instead.

refusal-deal-over = This deal is over.
refusal-not-your-turn = It is { $name }'s turn. Yours comes later.
refusal-not-in-auction = This is possible in the auction only, and the auction is over.
refusal-not-in-play = Play begins after the auction.
refusal-trump-not-named = First the declarer names the trumps, then leads.
refusal-take-first = Take the talon first (`/take`), then bid.
refusal-already-taken = You already have the talon. Choose a contract and lay two cards down.
refusal-must-bid = You hold the talon, so you can't pass. Make a bid and lay two cards down.
refusal-nothing-overcalls = No bid is stronger than { $best }.
refusal-not-in-book = These rules have no contract { $contract }.{ $similar ->
        [yes] {" "}The nearest one is { $nearest }.
       *[no] {""}
    } `/rules bids` lists all contracts.
refusal-too-low = Too low: { $contract } does not beat { $best }. `/bid` lists the stronger bids.
refusal-discard-two = { $count ->
        [0] You also have to lay two cards down.
       *[other] Lay down exactly two cards, not { $count }.
    }
refusal-nothing-to-discard = You did not take the talon, so you don't lay cards down. Give the contract only.
refusal-not-held = Not in your hand: { $cards }.
refusal-only-declarer = Only the declarer can do this: { $name }.
refusal-not-a-choice = This suit can't be trumps here. You can choose { $choices }.
refusal-trump-settled = The trumps are already fixed.
refusal-must-follow = Follow suit: play { $suit }. You can play: { $cards }.
refusal-must-trump = You have none of the suit led, so play a trump: { $suit }. You can play: { $cards }.
refusal-must-beat = You can beat { $best }, so you have to. You can play: { $cards }.
refusal-seven-locked = You bid ulti, so you keep the { $seven } of trumps for the last trick. You can play: { $cards }.
# games: the games by name; them, any: the same as the object of a sentence, "the parti and the ulti", "the
# parti or the ulti".
refusal-cannot-kontra = { $reason ->
        [not-in-contract] This is not in the contract: { $games }.
        [not-doubled] Nobody has doubled { $any }, so you have nothing to answer.
        [limit-reached] These rules don't let anyone double { $any } any further.
        [already-doubled] Your side has doubled { $them } already, so you can't double again now.
        [not-yet] You can't double { $any } yet, because another player acts first.
       *[too-late] It is too late to double { $any }. A defender can say kontra only before playing to the first trick, and the declarer can answer only when that trick is complete.
    }
refusal-kontra-open = You may double { $open }.
refusal-splits-item = The ulti is doubled on its own, all other games together.
refusal-nothing-offered = There is no kontra that you could answer now.
refusal-raise-offered = Answer the kontra before you play a card.
refusal-too-late-to-fold = Folding is possible only before the first lead.
refusal-too-early-to-concede = Conceding is possible only after the first trick.
refusal-too-late-to-concede = The last trick can't be conceded: its cards are forced anyway.
refusal-no-folding = Folding is not possible under these rules. Play the deal to the end.
refusal-only-plain-parti-folds = Under these rules you can fold only a parti on its own that is not in hearts.
refusal-no-claims = Under these rules a claim doesn't end the deal. You can lay your hand open and play on: with the button under your cards, or with `/claim only_open:True`.
refusal-already-claimed = You have claimed in this trick already. You can claim again in the next one.
refusal-already-open = Your hand is already open.
refusal-cannot-open = Only the declarer can lay the hand open now.

# What works now. It follows the sentence that says why something else did not.
next-bid = Now bid, and lay two cards down: `/bid`.
next-pass = Nothing beats the highest bid, so you can only pass: `/pass`.
next-take-or-pass = Now you can take the talon (`/take`) or pass (`/pass`).
next-raise-or-pass = Your bid is the highest: `/pass` ends the auction, and with `/take` you can bid more.
next-raise-any-way-or-pass = Your bid is the highest: `/pass` ends the auction. To raise it, bid again without the talon (`/bid`), or take the talon first (`/take`).
next-name-trumps = Now name the trumps: `/trump`.
next-answer-kontra = Now you can double again (`/kontra`) or decline (`/kontra games:none`).
next-play = Now play a card: `/play`.
next-kontra-or-play = Now play a card (`/play`), or say kontra first (`/kontra`).
next-deal = `/ulti start` begins the next deal.
next-wait = Now it is { $name }'s turn.

# What was not understood.
refusal-card-unknown = I don't know the card “{ $found }”. Type it like this: `{ $one }`, `{ $other }`, or `{ $short }` for short.
refusal-card-ambiguous = “{ $found }” could be several cards: { $cards }. Type the name or the sign of the suit.
refusal-suit-ambiguous = “{ $found }” could be several suits: { $suits }. Type the name or the sign.
refusal-contract-unknown = I don't understand the bid “{ $found }”. Type it like this: `ulti`, `hearts 40-100 + ulti`, `open betli`.
refusal-contract-word-unknown = I don't understand the word “{ $word }” in this bid.
refusal-contract-word = I don't understand “{ $word }”. Did you mean `{ $nearest }`?
bid-card-twice = You chose { $card } twice. Choose a different second card.
refusal-cards-apart = Give the two cards to discard in the options `first:` and `second:`.
refusal-contract-suits = A contract has one suit. Which one: { $suits }? Type the name or the sign.
refusal-contract-no-suit = Under these rules a bid names its suit. Which one: { $suits }?
refusal-contract-combine = { $one } and { $other } can't be bid together.
refusal-contract-not-open = Only betli and durchmars can be played open.
refusal-contract-not-re = Only a durchmars on its own can be a re-durchmars.
refusal-contract-not-colourless = Only a durchmars on its own can be colourless.
refusal-contract-no-game = That names no game yet. Add one, such as `ulti` or `hearts betli`.
