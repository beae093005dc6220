# The pages of `/rules`. The figures come from the rule set, not from here; so does every choice
# between two ways of playing, by the names that a rule set gives them.
# A line can't begin with an asterisk in Fluent, hence {""} before what is bold.
# A line that is nothing but ∅ is left out.

topic-overview =
    Ulti is a trick-taking game for three, played with the 32 cards of the Hungarian deck. In each deal one player, the **declarer**, undertakes something, and the two others, the **defenders**, try together to prevent it.

    A deal goes like this:
    - **The deal.** Everybody gets ten cards, the first player twelve.
    - **The auction.** In turn, everybody decides whether to undertake something stronger than what stands. Whoever does takes up the two cards of the talon, bids, and lays two cards down again.
    - **Trumps.** { $bid-suits ->
        [all] The bid has named a suit; in most contracts it is trumps.
       *[hearts] If hearts was not bid, the declarer now names another trump suit, where the contract has trumps.
    }
    - **Play.** Ten tricks. Follow suit; if you can't, trump{ $must-beat ->
        [yes] ; and beat the trick if you are able to
       *[no] {""}
    }.
    - **The reckoning.** Each of the declarer's games is won or lost by itself, and settled with each defender.

    The games in a nutshell: **parti** is about who wins more points; **ulti** about winning the last trick with the { $seven } of trumps; **betli** about winning no trick at all; **durchmars** about winning every one. **40-100** and **20-100** take a marriage and many points. { $bid-suits ->
        [all] The suit of the bid multiplies everything: { $factors }.
       *[hearts] In hearts nearly everything counts double.
    }

    If you are learning, read “The cards”, “Contracts” and “Play” first. During a deal the **Help** button always says what you can do.

    These pages tell the rules called **{ $rules }**{ $is-house ->
        [yes] , with the changes that “House rules” lists
       *[no] {""}
    }.
    .title = Ulti on one page

topic-house = { $is-house ->
        [yes] You play **{ $rules }**, except for this:
       *[no] You play **{ $rules }** as it stands: there are no house rules here. Any single rule can be changed, though, and then this page says which.
    }
    .title = House rules

# One sentence a rule that a house can change, as it is now.
changed-tie_break = { $tie-break ->
        [fewer_games] Of two bids worth the same, the one of fewer games is stronger
       *[over_parti] Of two bids worth the same, one without a parti overcalls one with a parti
    }
changed-self_raise = { $self-raise ->
        [may_leave_talon] You may raise your own bid without taking up the talon
       *[take_talon] You may raise your own bid only by taking up the talon
    }
changed-bid_suits = { $bid-suits ->
        [all] Every bid names a suit, which multiplies what it is worth
       *[hearts] Only hearts is named in a bid
    }
changed-suit_factors = The suits multiply like this: { $factors }
changed-hearts_open = { $hearts-open ->
        [bid] Open durchmars in hearts is a bid of its own
        [never] There are no open games in hearts
       *[synonym] A lone open game in hearts is the same as the plain one
    }
changed-lone_durchmars_trump = { $lone-durchmars-trump ->
        [chosen] For a lone durchmars the declarer chooses, after the auction, whether there are trumps
        [bid] A lone durchmars has trumps; “colourless” is a bid of its own
       *[none] A lone durchmars never has trumps
    }
changed-re_durchmars = { $re-durchmars ->
        [bid] Re-durchmars is a bid of its own
        [synonym] Redurchmars is another word for open durchmars
       *[none] There is no re-durchmars
    }
changed-ulti_seven_locked = { $seven-locked ->
        [yes] Whoever bid ulti keeps the { $seven } of trumps for the last trick
       *[no] The { $seven } of trumps may be played at any time, in an ulti too
    }
changed-claim = { $claim ->
        [yes] The declarer may claim the rest
       *[no] The rest can't be claimed
    }
changed-marriages_at_most = A side's marriages count { $marriages-at-most } points at most
changed-parti_needs_points = { $parti-needs-points ->
        [yes] A side that wins no Ace, no ten and not the last trick loses the parti, whatever it announced
       *[no] Marriages alone can win a parti, with any one trick
    }
changed-kontra_items = { $kontra-items ->
        [ulti_and_rest] The ulti is doubled by itself, all other games together
       *[each_game] Each game is doubled by itself
    }
changed-kontra_names = { $kontra-limit ->
        [0] There is no kontra to name
       *[other] The doublings are called { $kontra-names }
    }
changed-lost = { $lost ->
        [double] Most lost games cost twice what they would have won
       *[value] A lost game costs what it would have won
    }
changed-lost_ulti_again = { $lost-ulti-again ->
        [yes] A lost ulti is paid once more
       *[no] A lost ulti is not paid once more
    }
changed-renonsz = { $renonsz ->
        [yes] Leaving in mid-deal costs a renonsz
       *[no] Leaving in mid-deal costs nothing
    }
changed-renonsz_partner = { $renonsz-partner ->
        [yes] When a defender leaves, the partner pays the renonsz too
       *[no] Whoever leaves pays the renonsz alone
    }
changed-lost_silent_ulti_again = { $lost-silent-ulti-again ->
        [yes] A lost silent ulti is paid once more
       *[no] A lost silent ulti costs what a made one brings
    }
changed-silent_ulti_spares_parti = { $spares-parti ->
        [yes] A kontra'd lone parti that ends in a silent ulti made is not paid
       *[no] A silent ulti leaves the parti to be paid
    }
changed-silent_durchmars_lost = { $silent-durchmars-lost ->
        [yes] Nine tricks without the tenth are a silent durchmars lost
       *[no] A silent durchmars can't be lost
    }
changed-silent_kontra = { $silent-kontra ->
        [highest] Silent games are multiplied by the highest kontra of the bid
       *[never] No kontra multiplies silent games
    }
changed-silent_table = { $has-table ->
        [yes] Which bids have which silent games stands in the table of contracts
       *[no] Every bid has all the silent games that go with it
    }
changed-value = { $game }: worth { $now } instead of { $before }
changed-value-silent-20-100 = silent hundred with a single twenty
changed-unknown = You play by rules of your own

topic-cards =
    There are four suits: **{ $acorns }**, **{ $leaves }**, **{ $hearts }** and **{ $bells }**. { $faces ->
        [french] They stand for the acorns, leaves, hearts and bells of the Hungarian deck. Each has eight cards: 7, 8, 9, 10, Jack, Queen, King, Ace. The Jack stands for the Under of the Hungarian deck, the Queen for its Over.
       *[hungarian] Each has eight cards: VII, VIII, IX, X, Under, Over, King, Ace. The Under and the Over are the two knaves: look where their suit sign is, at the bottom or at the top.
    }

    {""}**From the weakest to the strongest:**
    - with trumps: { $numerals }, { $under }, { $over }, King, **{ $ten }**, Ace
    - without trumps: { $numerals }, **{ $ten }**, { $under }, { $over }, King, Ace

    So the ten stands above the King where there are trumps, and below { $the-under } where there are none. Nothing is easier to forget.

    A trump beats every card of another suit: the { $seven } of trumps takes any foreign Ace.

    {""}**Points** come only from Aces and tens, 10 each, and from the last trick, another 10. That makes 90; all other points come from marriages. Hungarians call a unit of ten points “grease”.

    {""}**How to write a card:** { $faces ->
        [french] `h7`, `♥7`, `hearts 7`, `7 of hearts` and the Hungarian `kőr hetes` and `piros hetes` are all the same. The letters of the suits are `c` `s` `h` `d`, those of the ranks `7` `8` `9` `10` `J` `Q` `K` `A`; the rank may come first, as in `Qs`.
       *[hungarian] `h7`, `♥7`, `hearts VII`, `VII of hearts` and the Hungarian `piros hetes` are all the same. The letters of the suits are `A` `L` `H` `B`, those of the ranks `7` `8` `9` `X` `U` `O` `K` `A`. If the French deck is more familiar, choose it with `/settings faces`.
    }
    .title = The cards

topic-deal =
    Dealing, bidding and play all go counter-clockwise round a real table; here it is simply the order in which the names stand.

    The first dealer is drawn: the lowest card deals, and equal ranks draw again. After that everybody deals in turn.

    The player after the dealer gets twelve cards and opens the auction; the two others get ten each.

    { $four-players ->
        [yes] **Four** can sit at the table too: then the dealer always sits out, sees no cards, and neither wins nor loses in that deal.
       *[no] The table seats **three**; there is no fourth player.
    }

    {""}**A fair shuffle.** Before each deal the bot posts a seal of the shuffle, and afterwards the number that the shuffle was made from. Anybody can recompute the cards from it at any time, and be sure that nobody picked them.
    .title = Deal and shuffle

topic-auction =
    The first player starts with twelve cards and **must** bid something, then lays two cards down. These two are the **talon**.

    After that each player in turn chooses:
    - **pass**: not this time. It holds for this turn only; you may come back later;
    - **take the talon**: you then hold twelve cards, must bid something **stronger**, and lay two cards down. Any two will do, those just taken included.

    When the two others have passed, the last bidder still has the right to raise their own bid{ $self-raise ->
        [may_leave_talon] , even without touching the talon
       *[take_talon] , but has to take up the talon again for it
    }. Without a raise, that player is the **declarer**. Where no stronger bid exists, the auction closes by itself.

    {""}**Which bid is stronger?** The one worth more points. { $tie-break ->
        [fewer_games] At equal points, the one made of fewer games. An ulti with its parti is two games, so a betli worth as much overcalls it.
       *[over_parti] At equal points, one without a parti overcalls one with a parti; so a betli overcalls an ulti that is worth as much.
    } If they are still equal, neither overcalls the other.

    { $bid-suits ->
        [all] **Every bid names a suit**, and its games are worth that many times more: { $factors }. So the same games can be bid again in a dearer suit.
       *[hearts] Only **hearts** is named in a bid; any other trump suit stays secret until the auction is over.
    }

    You may bid the impossible, such as ulti without the { $seven } of trumps. It is certain to be lost, but sometimes worth it to take the deal away from somebody.

    If you are sure not to bid any more, you can **pass for the rest of the auction** in advance.
    .title = Auction

topic-contracts =
    A contract is one game or several. In brackets: its points, { $bid-suits ->
        [all] in { $suits }.
       *[hearts] and after the slash those in hearts.
    }

    - **parti** ({ $parti }): win more points than the defenders. At the table it is often called “pass”; here it is always parti, so that it can't be mistaken for passing.
    - **40-100** ({ $forty }): hold the { $over } and King of trumps, and win at least 60 points in tricks.
    - **20-100** ({ $twenty }): hold the { $over } and King of another suit, and win at least 80 points in tricks.
    - **ulti** ({ $ulti }): win the last trick with the { $seven } of trumps.
    { $four-aces ->
        [yes] - **four aces** ({ $four-aces-worth }): win all four Aces in tricks. An Ace in the talon loses it.
       *[no] ∅
    }
    { $four-tens ->
        [yes] - **four tens** ({ $four-tens-worth }): win all four tens in tricks.
       *[no] ∅
    }
    - **betli** ({ $betli }): win no trick, without trumps.
    - **durchmars** ({ $durchmars }): win every trick.
    { $lone-durchmars-trump ->
        [bid] - **colourless durchmars** ({ $colourless-durchmars }), **colourless open durchmars** ({ $colourless-open-durchmars }): without trumps.
       *[other] ∅
    }
    { $re-durchmars ->
        [bid] - **re-durchmars** ({ $re-durchmars-worth }): a durchmars without trumps, the hand closed.
       *[other] ∅
    }
    - **open betli** ({ $open-betli }), **open durchmars** ({ $open-durchmars }): the same, with the declarer's cards face up after the first trick.{ $re-durchmars ->
        [synonym] {" "}Hungarians also say *rebetli* and *redurchmars*.
        [bid] { $bid-suits ->
            [all] {""}
           *[hearts] {" "}*Rebetli* is something else here: a betli in hearts.
        }
       *[none] {""}
    }

    {""}**What goes with what?**
    - Betli stands alone{ $re-durchmars ->
        [bid] , and so does re-durchmars
       *[other] {""}
    }{ $lone-durchmars-trump ->
        [bid] . Only a durchmars that stands alone can be colourless
       *[other] {""}
    }.
    - Parti stands alone too, except that it is part of a lone ulti, unspoken: together { $lone-ulti }.{ $fours ->
        [none] {""}
        [aces] {" "}It is understood in the same way with four aces, alone or with ulti.
        [tens] {" "}It is understood in the same way with four tens, alone or with ulti.
       *[both] {" "}It is understood in the same way with four aces and four tens, alone or with ulti.
    }
    - 40-100 and 20-100 exclude each other{ $four-aces ->
        [yes] ; so do four aces and durchmars
       *[no] {""}
    }.
    - Everything else combines freely: 40-100 + ulti, ulti + open durchmars…

    { $open-in-hearts ->
        [all] An open game is bid in a suit like any other.
        [bid] Open durchmars can be bid in hearts, open betli can't.
        [never] No open game can be bid in hearts, neither alone nor with others.
       *[synonym] In hearts, a lone open game is the same bid as the plain one, and worth no more.
    } “All contracts” lists every one, weakest first.
    .title = Contracts

topic-trumps =
    {""}**Trumps** are the suit that beats all others. { $bid-suits ->
        [all] Every bid names a suit; where the contract has trumps, this suit is trumps.
       *[hearts] The declarer chooses it, but says so during the auction only if it is **hearts**, because then the games are worth more. Otherwise one of the three other suits is named after the auction, before the first lead.
    }

    There are **always trumps** in parti, 40-100, 20-100{ $fours ->
        [none] {" "}and ulti.
        [aces] , ulti and four aces.
        [tens] , ulti and four tens.
       *[both] , ulti, four aces and four tens.
    }

    There are **never trumps** in betli. { $bid-suits ->
        [all] There the suit only multiplies what it is worth: { $betli }.
       *[hearts] A betli in hearts is just worth more: { $betli }.
    }{ $re-durchmars ->
        [bid] {" "}Nor are there any in re-durchmars.
       *[other] {""}
    }

    A **durchmars** that stands alone { $lone-durchmars-trump ->
        [chosen] is played as the declarer says before the first lead: { $bid-suits ->
            [all] without trumps, or with the suit of the bid.
           *[hearts] without trumps, or with a suit. For the plain one it is any suit but hearts, for durchmars bid in hearts it is hearts{ $hearts-open ->
                [never] , and for the open one any suit but hearts too.
               *[other] , and for the open one any suit at all.
            }
        }
        [bid] is played with trumps like other games. “**Colourless**” durchmars, closed or open, is a bid of its own, without trumps{ $bid-suits ->
            [all] ; its suit only multiplies what it is worth.
           *[hearts] .
        }
       *[none] has no trumps{ $bid-suits ->
            [all] ; its suit only multiplies what it is worth: { $durchmars }.
           *[hearts] , not even in hearts: there “hearts” only changes what it is worth ({ $durchmars }).
        }
    } Together with another game, as in ulti + durchmars, it always has trumps.

    Remember: where there are no trumps, the ten stands below { $the-under }.
    .title = Trumps

topic-play =
    The declarer leads to the first trick, then whoever won the last one. The highest trump wins the trick, or, where there is none in it, the highest card of the suit led.

    {""}**What must I play?**
    - **Follow suit** if you can.
    - **If you can't, trump.** (Where there are trumps.)
    - **If you can't do that either, anything goes.**
    { $must-beat ->
        [yes] - **Beat the trick.** If, within these rules, you can beat the best card so far, you have to. If a trump has already taken the trick and you still follow the suit led, you can't beat it and need not.
       *[no] - You don't have to beat the trick: within these rules, play high or low as you like.
    }
    { $seven-locked ->
        [yes] - Whoever bid ulti keeps the { $seven } of trumps for the last trick, unless it is the only card allowed.
       *[no] - You may play the { $seven } of trumps at any time in an ulti; only then the ulti is gone.
    }

    The bot takes no illegal card, and tells you what you can play instead.

    In an **open game**, after the first trick, { $open-hands ->
        [all] all three hands lie face up.
        [declarer_others_may] the declarer's hand lies face up, and each defender may lay their own hand open too.
       *[declarer] the declarer's hand lies face up, the defenders' do not.
    }

    A lone betli ends as soon as the declarer wins a trick, a lone durchmars as soon as one is lost. Anybody can look at the **Last trick** again; earlier ones the bot does not show.
    .title = Play

topic-marriages =
    A **marriage** is the { $over } and King of one suit in one hand. It is worth 40 points in trumps, 20 in any other suit.

    Marriages can be announced only where there is a **parti**: in parti itself, and where it is understood, as in a lone ulti{ $silent-hundred ->
        [table] ; and in the contracts whose silent hundred is paid by itself (`+` in “All contracts”)
       *[other] {""}
    }. The bot announces them for everybody as they play to the first trick. The others learn the suit and nothing else.

    What counts is the hand at the start of play. The defenders' marriages count together.

    { $marriages-capped ->
        [yes] However many a side has, its marriages count **{ $marriages-at-most }** points at most.
       *[no] ∅
    }

    {""}**40-100** needs the marriage of trumps in the declarer's hand, **20-100** one of another suit. They are not announced for points, and no other marriage counts: the 60 or 80 points have to come from tricks.

    A side without a single trick loses its marriages too.
    .title = Marriages: twenty and forty

topic-points =
    Points come from **Aces and tens won in tricks** (10 each), from the **last trick** (10) and, where there is a parti, from **marriages** (20, in trumps 40).

    An Ace or ten **in the talon counts for the defenders**: so it costs the declarer, who laid it down. That is so in parti, 40-100 and 20-100.

    A side that won no trick has no points at all, whatever it announced and whatever lies in the talon.{ $parti-needs-points ->
        [yes] {" "}Nor has one that won tricks but **no Ace, no ten and not the last trick**: marriages alone don't win a parti.
       *[no] {""}
    }

    In **parti** the side with more points wins. There can be no tie, as the tens in a deal are odd in number.

    {""}**40-100** takes 60 and **20-100** takes 80 points in tricks, the last trick included, marriages not.
    .title = Points

topic-kontra = { $kontra-limit ->
        [0] These rules know **no kontra**: every game is paid as it stands.
       *[other] A defender who doubts may say **kontra**: the game's value doubles, whether it is made or lost. { $kontra-items ->
            [ulti_and_rest] The ulti is doubled by itself, all other games of the contract together.
           *[each_game] Each game is doubled by itself: in an ulti, say, the ulti can be kontra'd and the parti left alone.
        }
    }

    { $kontra-limit ->
        [0] ∅
        [1] **When?** In the first trick, before the defender plays. There is no answer to a kontra. Whoever lets the chance go by has lost it.
       *[other] **When?** In the first trick, before the defender plays. Once all three cards lie, the declarer may double again what was doubled{ $kontra-limit ->
            [2] ; that is the end of it.
           *[other] , then the defenders, and so on, until nobody goes on or the limit is reached.
        } Whoever lets a chance go by is out of it for that game.
    }

    { $kontra-limit ->
        [0] ∅
        [1] **It is called** { $kontra-names }.
       *[other] **The steps** (at most { $kontra-limit }): { $kontra-names }. Each doubles the one before.
    }

    { $kontra-limit ->
        [0] ∅
       *[other] **For whom?** { $individual-kontra ->
            [never] A kontra always binds both defenders.
            [no_trump_games] A kontra binds both defenders, except in betli and durchmars played without trumps, where each speaks for themselves and alone pays or gets more.
           *[betli_and_durchmars] A kontra binds both defenders, except in betli and durchmars, where each speaks for themselves and alone pays or gets more.
        }
    }

    { $kontra-limit ->
        [0] ∅
       *[other] For example, an ulti { $bid-suits ->
            [all] ({ $acorns }) is
           *[hearts] is
        } worth { $ulti-plain }; with kontra it is { $ulti-twice }{ $kontra-limit ->
            [1] .
           *[other] , doubled again { $ulti-four }.
        }
    }
    .title = Kontra

topic-payment =
    Each game of the contract is made or lost **by itself**. For one that is made, the declarer gets its value from each defender; for one that is lost, the declarer pays each of them. The value is the game's points (see “Contracts”){ $has-kontra ->
        [yes] {" "}times its kontra.
       *[no] .
    }

    { $lost ->
        [double] **A lost game costs double**: twice its value. Some games are an exception and cost just their value: betli; a parti that is understood with another game{ $four-aces ->
            [yes] ; four aces bid alone
           *[no] {""}
        }{ $lost-ulti-again ->
            [yes] ; and ulti, which has a rule of its own.
           *[no] .
        } A parti bid alone does cost double.
       *[value] **A lost game** costs its value, just what it would have won.
    }

    { $lost-ulti-again ->
        [yes] **A lost ulti** is paid once more on top{ $bid-suits ->
            [all] {" "}({ $acorns })
           *[hearts] {""}
        }: { $ulti-plain } + { $ulti-plain } = { $ulti-lost }{ $has-kontra ->
            [yes] , with kontra { $ulti-twice } + { $ulti-plain } = { $ulti-lost-kontra }. No kontra touches this extra.
           *[no] .
        }
       *[no] A lost ulti has no extra charge.
    }

    An example: an ulti{ $bid-suits ->
        [all] {" "}({ $acorns })
       *[hearts] {""}
    }, { $ulti-plain } for the ulti and { $parti-plain } for the parti. If the ulti is made and the parti lost, the declarer gets { $ulti-plain } from each defender and pays { $parti-plain } to each. If both are lost, the declarer pays each { $both-lost }.

    It always adds up to nothing: what one gets another pays{ $window ->
        [yes] , or the window gives
       *[no] {""}
    }. Line by line you see what is paid for what. “All contracts” says of each bid what it pays won and lost; `/rules score` works out any deal you can think of.
    .title = Payment

topic-silent =
    A **silent** game is one that nobody bid and that came about all the same. { $bid-suits ->
        [all] The figures are for bids in { $suits }.
       *[hearts] The figure after a slash holds where hearts are trumps.
    }

    { $silent-hundred ->
        [item] - **Silent hundred** ({ $silent-hundred-worth }): where there is a parti and one side reaches 100 points, marriages included. If that side's only marriage is one twenty, it is { $silent-twenty-worth }. It comes on top of the parti{ $has-kontra ->
            [yes] , and no kontra touches it.
           *[no] .
        }
        [doubles_parti] - **Silent hundred**: where there is a parti and one side reaches 100 points, marriages included. The parti then pays **double**{ $has-kontra ->
            [yes] , its kontra included.
           *[no] .
        }
        [table] - **Silent hundred**: one side reaches 100 points, marriages included. In some bids (`2` in “All contracts”) the parti then pays double what it otherwise would{ $has-kontra ->
            [yes] , its kontra included. In others (`+`) it is an item of its own ({ $silent-hundred-worth }), times the highest kontra of the bid.
           *[no] . In others (`+`) it is an item of its own ({ $silent-hundred-worth }).
        }
       *[none] - There is no silent hundred.
    }
    { $silent-ulti ->
        [none] - There is no silent ulti.
       *[other] - **Silent ulti** ({ $silent-ulti-worth }): no ulti was bid, there are trumps, and somebody plays the { $seven } of trumps to the last trick. { $silent-ulti ->
            [sides] If it wins, that player's side is paid by the other. If it is taken, they pay instead
           *[alone] If it wins, each of the two others pays for it, **the partner too**. If it is taken, its player pays each of them
        }{ $lost-silent-ulti-again ->
            [yes] , and then once more as it stands: { $silent-ulti-lost-worth } in all where nothing is doubled.
           *[no] , just as much.
        }{ $spares-parti ->
            [yes] { $has-kontra ->
                [yes] {" "}A lone parti that was kontra'd is not paid when a silent ulti is made.
               *[no] {""}
            }
           *[no] {""}
        }
    }
    { $silent-durchmars ->
        [item] - **Silent durchmars** ({ $silent-durchmars-worth }): one side wins all ten tricks, and neither betli nor durchmars was bid.{ $silent-durchmars-lost ->
            [yes] {" "}Whoever wins the first nine and not the tenth has **lost** it.
           *[no] {""}
        }
        [triples_parti] - **Silent durchmars**: where there is a parti and one side wins all ten tricks. The parti then pays **three times**{ $has-kontra ->
            [yes] , its kontra included
           *[no] {""}
        }{ $silent-hundred ->
            [doubles_parti] ; the silent hundred does not come on top
            [table] ; a silent hundred that doubles it does not come on top
           *[other] {""}
        }.
       *[none] - There is no silent durchmars.
    }
    { $silent-four-aces ->
        [yes] - **Silent four aces** ({ $silent-four-aces-worth }): there are trumps, and the declarer has all four Aces in tricks (where neither four aces nor durchmars was bid), or one defender alone has them.
       *[no] ∅
    }

    { $has-kontra ->
        [yes] { $silent-kontra ->
            [highest] Other silent games that are paid by themselves are multiplied by the **highest kontra** of any game of the bid.
           *[never] { $silent-hundred ->
                [table] No kontra multiplies any other silent game that is paid by itself.
               *[other] No kontra multiplies a silent game that is paid by itself.
            }
        }
       *[no] ∅
    }
    { $has-table ->
        [yes] Not every bid has them all: “All contracts” marks which.
       *[no] ∅
    }

    { $silent-ulti ->
        [none] ∅
       *[other] Mind the { $seven } of trumps! If it is still with you in the last trick and does not win it, it can be dear.
    }
    .title = Silent games

topic-window =
    { $window ->
        [yes] It happens that games were won and lost in a deal, and yet everybody ends on **zero**. Then the money goes to the window: everybody pays in what the declarer won from one defender.
       *[no] These rules have no window: a deal in which everything cancels out is simply worth nothing.
    }

    { $window ->
        [yes] An example: the declarer makes the ulti ({ $ulti-plain }), but has to pay just as much for the rest. Nobody gains anything, so all three pay { $ulti-plain } into the window.

        {""}**Who gets it?** Whoever bids and makes an **ulti in hearts** takes all that is in the window on top of the winnings.

        If nobody has taken it by the end of the evening, it is shared out evenly. What can't be divided goes to those who stand lowest.

        Standings and window together always come to zero.
       *[no] {""}
    }
    .title = The window

topic-fold =
    { $fold ->
        [never] These rules know no folding: what was bid has to be played.
       *[other] After the auction, but **before** the first lead, the declarer may fold { $fold ->
            [plain_parti] **a lone parti that was not bid in hearts**, and nothing else.
           *[other] if it looks hopeless. That escapes the defenders' silent games{ $has-kontra ->
                [yes] {" "}and any higher kontra.
               *[no] .
            }
        }
    }

    { $fold ->
        [kontra_lost] The price: every game of the contract counts as **lost { $has-kontra ->
            [yes] with kontra
           *[no] and doubled
        }**.{ $lost-ulti-again ->
            [yes] {" "}The extra for a lost ulti is paid too.
           *[no] {""}
        } To fold an ulti costs { $ulti-folded } to each defender{ $bid-suits ->
            [all] {" "}in { $acorns }; the suit multiplies it ({ $factors }).
           *[hearts] , in hearts { $ulti-folded-hearts }.
        }
        [twice_won] The price: **twice** what each game of the contract would have won. To fold an ulti costs { $ulti-folded } to each defender, to fold a lone parti { $parti-folded }{ $bid-suits ->
            [all] {" "}in { $acorns }; the suit multiplies it ({ $factors }).
           *[hearts] ; in hearts { $ulti-folded-hearts } and { $parti-folded-hearts }.
        }
        [plain_parti] The price: twice its worth, { $parti-folded } to each defender{ $bid-suits ->
            [all] {" "}in { $acorns }; the suit multiplies it ({ $factors }).
           *[hearts] .
        }
       *[never] ∅
    }

    { $fold ->
        [kontra_lost] A lone **parti** is the exception: it is folded for free; nobody pays, nor does anything go to the window.
       *[other] ∅
    }
    .title = Folding

topic-claim =
    The declarer may lay the hand **open** at any time and play on like that.

    { $claim ->
        [yes] If the rest looks decided, **Lay open and claim the rest** asks for all of it. The bot then works through every defence there is. If none can change what is paid, the deal is over at once. If one can, play goes on with the hand open.

        During the first trick a claim only lays the hand open{ $has-kontra ->
            [yes] , as kontra may still change the stakes.
           *[no] .
        } The defenders need not agree to anything: it is worked out, not argued.
       *[no] There is no claiming: every deal is played to the end.
    }
    .title = Claiming

topic-leaving =
    {""}**Need a break?** Just go: once your time has run out twice a robot holds your seat, and **Take my seat back** returns it to you at any time. It costs nothing.

    {""}**Leaving for good** in mid-deal is possible too, { $renonsz ->
        [yes] but counts as a **renonsz**: for every game of the contract you pay each of the others **twice** its value{ $has-kontra ->
            [yes] , times its own kontra (the higher one, if the defenders' kontras differ).
           *[no] .
        } During the auction the standing bid counts as the contract; before the first bid, the weakest contract there is. The bot first shows what that comes to and asks whether you are sure.{ $renonsz-partner ->
            [yes] {" "}If you are a defender, your partner pays **the same**; what you two owe each other cancels out.
           *[no] {" "}Your partner, if you are a defender, does not pay for you.
        }
       *[no] and ends the deal. There is nothing to pay.
    }

    Between deals anybody may leave freely.

    No other irregularity can happen here (a card out of turn, the wrong suit, a false announcement), as the bot accepts none.

    The evening ends when you agree to (`/ulti end`), or when the deals agreed on have been played.
    .title = Leaving and renonsz

topic-rating =
    {""}**A ranked deal** is one that three different people play, no robot among them. Going away saves nobody: who gets up in the middle of it has lost it, and their rating falls as a declarer's does who loses against the other two, whose ratings stay; where a robot had to make a move for somebody, the deal is ranked if they lost it, and not if the robot won it for them, nor where it held their seat from the start. Points count as they were paid. The same three have { $daily } ranked deals a day (UTC) at most; further ones count among the points of all deals alone. A deal that was declared void does not count. What looks arranged is shown to whoever manages the server, who decides (`/season review`).

    {""}**The rating** is two numbers: how strong you seem to be, and how uncertain that is. Everybody begins with { $start } ± { $unsure }. It moves by the method of Weng and Lin (2011; worked out by the library `skillratings`). What counts is who won, not how much: the declarer, who got more than each defender did on average, or the defenders, if it was less; where all paid alike it is a draw. The declarer is measured against the average of the two defenders. Beating stronger players counts for more, and with every deal the uncertainty shrinks.

    {""}**The leaderboard** goes by the value less three times the uncertainty: as good as certainly you are that strong at least. For a beginner it is { $least }, and it rises as it turns out what you can do. With fewer than { $established } ranked deals your place is provisional, in a list of its own. Every season everybody begins anew.

    {""}**An example.** Of three beginners Anna is the declarer and wins: { $won }, as good as certainly { $won-least } at least; the two defenders: { $beaten }. If she loses: { $lost }, the defenders: { $beating }. If she is the declarer ten times in a row against the same two and always wins: { $ten }, at least { $ten-least }.
    .title = Ratings and ranked deals

topic-clock =
    {""}**The clock.** There is time for every move. When it is running out the bot pings you once; `/settings pings` switches that off. When the last deadline passes, a robot plays that turn for you. After two of those it holds your seat until you take it back.

    If the bot itself was away, every deadline moves by as much.

    {""}**Robots** can fill empty seats: `/ulti robot`. A robot sees just what a player sees: its own cards and what happened on the table. Never anybody else's hand. There are three levels, `/ulti robot level:`. When you don't know what to do, **Hint** under your cards or `/hint` says what the strong one would do; `/settings hints` takes the button away.

    You can practise alone: `/ulti new`, and two robots.
    .title = Clock and robots

topic-commands =
    Every button of the game has a command that does the same.

    - `/ulti new` · `join` · `leave` · `start` · `robot` · `end`: open a table, sit down, get up, begin, add a robot, end the evening
    - `/hand`: your cards, for you alone · `/hint`: what the strong robot would do · `/table`: the table again, at the bottom
    - `/take`: take the talon · `/bid`: a contract and the two cards laid down · `/pass`: pass
    - `/trump`: name the trumps · `/fold`: fold
    - `/play`: play a card, such as `h7`, `♥7`, `{ $example }`
    - `/kontra`: kontra and what follows
    - `/claim`: lay open and claim
    - `/rules page`: these pages · `bids`: all contracts · `score`: what any deal would pay · `rating`: ratings and ranked deals
    - `/leaderboard`: who is ahead · `/stats`: somebody's numbers · `/season show` · `list`: seasons · `/evening`: an evening and its window
    - `/history`: the deals played · `/replay`: one of them, step by step · `/verify`: was it shuffled fairly
    - for whoever manages the server: `/season start` · `end` · `rename` · `monthly` · `summary`, `/void` · `/unvoid`: seasons, void deals
    - `/privacy about` · `export` · `delete` · `hide`: what I keep about you, and how to get it or delete it
    - `/settings language` · `faces` · `pings` · `hints` · `text`: language, cards, pings, hints, words without pictures

    `/bid` offers only what overcalls, `/play` only what you may play. An old button does no harm: the bot just shows how the table stands now.
    .title = Commands

topic-book =
    .title = All contracts

# The table of contracts: the heads of its columns, short, and what its signs mean.
book-title = Weakest first; those with the same number don't overcall each other. Won (its points) and lost: for each defender, without kontra.
book-order = #
book-won = won
book-lost = lost
book-trumps = tr.
book-silent = s.
book-contract = contract
book-suits = { $faces ->
        [french] Trumps: a suit by its sign, `-` none.
       *[hungarian] Trumps: `A` acorns, `L` leaves, `H` hearts, `B` bells, `-` none.
    }
book-signs = Silent games: { $signs }.
book-sign-item = `+` hundred
book-sign-doubles = `2` hundred: the parti pays double
book-sign-ulti = `u` ulti
book-sign-durchmars = `d` durchmars
book-sign-triples = `3` durchmars: the parti pays three times
book-sign-four-aces = `a` four aces

# The same table in a document.
document-title = The rules: { $rules }
document-contents = Contents
document-about = The rules as the bot plays them, one of its rule sets. This page is made by `{ $command }`; it is the same text that `/rules page` shows.
document-points = points
document-won = won
document-lost = lost
document-trumps = trumps
document-silent = silent games
document-contract = contract
document-order = order
document-table = Weakest first. One overcalls another if its order is higher; those of the same order do not overcall each other. Won and lost is what each defender pays or gets when everything is won, or everything lost, without kontra and without silent games.
document-signs = Of the silent games, { $signs }.
document-sign-item = `+` is a hundred paid by itself
document-sign-doubles = `2` is a hundred that doubles the parti
document-sign-triples = `3` is a durchmars that triples it
document-hundred = hundred (`+`)
document-hundred-doubles = hundred (`2`)
document-ulti = ulti
document-durchmars = durchmars
document-durchmars-triples = durchmars (`3`)
document-four-aces = four aces
document-or = { $first } or { $last }

rules-page = { $rules } · page { $page } of { $pages }
rules-shared = 📖 { $name } shows a page of the rules:
