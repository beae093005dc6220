# What the rules do not allow, and what would work instead.

refusal-deal-over = This deal is over.
refusal-not-your-turn = It is { $name }'s turn; yours will come.
refusal-not-in-auction = That belongs to the auction, and the auction is closed.
refusal-not-in-play = Play has not begun yet: the auction has to close first.
refusal-trump-not-named = The declarer names the trumps first, then leads.
refusal-take-first = Take the talon up first, then bid.
refusal-already-taken = You have the talon already: name a contract and lay two cards down.
refusal-must-bid = You hold the talon, so you can't pass now: bid, and lay two cards down.
refusal-nothing-overcalls = Nothing overcalls { $best }: there is no stronger bid.
refusal-not-in-book = These rules have no such contract: { $contract }. What comes nearest is { $nearest }; `/bid` offers all there are.
refusal-too-low = Too low: { $contract } does not overcall { $best }. Bid something stronger; `/bid` offers nothing else.
refusal-discard-two = { $count ->
        [0] You also have to lay two cards down.
        [one] Lay down exactly two cards; you chose { $count }.
       *[other] Lay down exactly two cards; you chose { $count }.
    }
refusal-nothing-to-discard = You left the talon alone, so you lay nothing down: just name the contract.
refusal-not-held = You don't hold this: { $cards }.
refusal-only-declarer = Only the declarer can do that, and that is { $name }.
refusal-not-a-choice = These can't be trumps here. You can choose: { $choices }.
refusal-trump-settled = The trumps are settled; there is nothing to name.
refusal-must-follow = Follow suit: you have to play { $suit }. You can play: { $cards }.
refusal-must-trump = You have none of the suit led, so you have to play a trump: { $suit }. You can play: { $cards }.
refusal-must-beat = You have to beat the best card of the trick, { $best }. You can play: { $cards }.
refusal-seven-locked = You bid ulti: the trump { $seven } is kept for the last trick. You can play: { $cards }.
# games: the games by name; them: the same as the object of a sentence, "the parti and the ulti".
refusal-cannot-kontra = { $reason ->
        [not-in-contract] This is not in the contract: { $games }.
        [not-doubled] Nobody has doubled { $them }, so you have nothing to answer.
        [limit-reached] These rules don't let anyone double { $them } any further.
        [already-doubled] Your side has doubled { $them } already. Now it is up to the other side.
        [not-yet] You can't double { $them } yet. Defenders may do so in the first trick, just before they play; the declarer may answer when the trick is complete.
       *[too-late] It is too late to double { $them }. Kontra is possible in the first trick only, just before you play, and a missed chance does not come back.
    }
refusal-kontra-open = You may double { $open }.
refusal-splits-item = The ulti is doubled by itself, all the other games together.
refusal-nothing-offered = There is nothing to answer: no raise is being offered to you.
refusal-raise-offered = { $name } decides first whether to double further.
refusal-too-late-to-fold = Folding is possible only before the first lead.
refusal-too-early-to-concede = Conceding is possible only after the first trick.
refusal-no-folding = These rules know no folding: the deal has to be played.
refusal-only-plain-parti-folds = By these rules only a lone parti that is not in hearts can be folded: this one has to be played.
refusal-cannot-open = This hand can't be laid open now: either it lies open already, or its time has not come.

# What was not understood.
refusal-card-unknown = I know no such card: “{ $found }”. Write it like this: `h7`, `♥7`, `{ $one }`, `{ $other }`.
refusal-card-ambiguous = “{ $found }” may be more than one card: { $cards }. Write the name or the sign of the suit.
refusal-suit-ambiguous = “{ $found }” may be more than one suit: { $suits }. Write its name or its sign.
refusal-contract-unknown = I don't understand this bid: “{ $found }”. Write it like this: `ulti`, `hearts 40-100 + ulti`, `open betli`.
refusal-contract-word = I don't understand this word: “{ $word }”. Did you mean `{ $nearest }`?
refusal-cards-apart = The two cards that you lay down are options of their own, `first:` and `second:`.
refusal-contract-suits = A contract has one suit. Which one did you mean: { $suits }? Write its name or its sign.
refusal-contract-combine = These can't be bid together: { $one } and { $other }.
refusal-contract-not-open = Only betli and durchmars can be played open.
refusal-contract-not-re = Only a durchmars that stands alone can be a re-durchmars.
refusal-contract-not-colourless = Only a durchmars that stands alone can be colourless.
refusal-contract-no-game = Name at least one game, such as `ulti` or `hearts betli`.
