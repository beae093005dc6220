# The pages of `/rules`. The figures come from the rule set, not from here; so does every choice
# between two ways of playing, by the names that a rule set gives them.
# A line can't begin with an asterisk in Fluent, hence {""} before what is bold.
# A line that is nothing but ∅ is left out.

# The groups of chapters, shown below each chapter in the menu.
topic-group-basics = First steps
topic-group-deal = The deal
topic-group-points = Points and payment
topic-group-table = Your table

topic-overview =
    Ulti is a card game for three people. Everybody plays one card, and the best of the three takes them all: that is a **trick**. In each deal one player, the **declarer**, promises something, and the other two, the **defenders**, try together to prevent it.

    {""}**A deal, step by step**
    1. **Cards.** Everybody gets ten of the 32 cards. The first player gets twelve.
    2. **Auction.** In turn, you pass or promise more than the last bid. To bid, you take the two spare cards, the **talon**, and lay two cards down again.
    3. **Trumps.** { $bid-suits ->
        [all] The bid names a suit. In most contracts it is the trump suit, which beats the three others.
       *[hearts] The last bidder is the declarer. Unless hearts was bid, the declarer now chooses another trump suit, which beats the three others. { $lone-durchmars-trump ->
            [none] Betli and durchmars alone have no trumps.
           *[other] Betli has no trumps.
        }
    }
    4. **Play.** Ten tricks. Follow the suit that was led; if you can't, play a trump{ $must-beat ->
        [yes] . If you can beat the best card so far, you have to
       *[no] {""}
    }.
    5. **Result.** Each game of the contract is won or lost on its own. The declarer gets its points from each defender, or pays each of them.

    {""}**What can you promise?**
    - **parti**: win more points than the defenders. Each Ace, each ten and the last trick counts 10.
    - **ulti**: win the last trick with the { $seven } of trumps.
    - **betli**: win no trick at all.
    - **durchmars**: win every trick.
    - **40-100** and **20-100**: reach 100 points with the help of King and { $over } of one suit.
    { $bid-suits ->
        [all] Dearer suits multiply everything: { $factors }.
       *[hearts] In hearts nearly everything counts double.
    }

    {""}**Your first deals.** The bot lets you play legal cards only. **Help** says what you can do now, **Hint** says what a strong robot would do. Then read “The cards”, “Contracts” and “Play”.

    The rules here are **{ $rules }**{ $is-house ->
        [yes] , with the changes listed under “House rules”
       *[no] {""}
    }.
    .title = Ulti on one page

topic-house = { $is-house ->
        [yes] You play **{ $rules }** with these changes:
       *[no] You play **{ $rules }** without any change. If a server manager changes a rule, this page shows it.
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
        [yes] A player who bid ulti keeps the { $seven } of trumps for the last trick
       *[no] The { $seven } of trumps may be played at any time, in an ulti too
    }
changed-claim = { $claim ->
        [yes] The declarer may claim that the deal is decided
       *[no] A deal can't be ended by a claim
    }
changed-marriages_at_most = A side's marriages count { $marriages-at-most } points at most
changed-marriage_needs_trick = { $marriage-needs-trick ->
        [yes] A player's marriages count only if this player wins a trick
       *[no] A defender's marriages also count if only the partner wins a trick
    }
changed-hundred_announced = { $hundred-announced ->
        [yes] The declarer of a 40-100 or 20-100 announces the marriage that it needs
       *[no] The marriage for a 40-100 or 20-100 is not announced
    }
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
       *[no] A player who leaves pays the renonsz alone
    }
changed-renonsz_lost = { $renonsz-lost ->
        [yes] A declarer who leaves pays twice what the lost contract costs
       *[no] A declarer who leaves pays twice what the contract is worth
    }
changed-renonsz_certain = { $renonsz-certain ->
        [yes] A player who leaves pays at least what was already certain for the others
       *[no] A player who leaves pays the renonsz and no more, even if more was certain
    }
changed-lost_silent_ulti_again = { $lost-silent-ulti-again ->
        [yes] A lost silent ulti is paid once more
       *[no] A lost silent ulti costs what a won one brings
    }
changed-silent_ulti_spares_parti = { $spares-parti ->
        [yes] A kontra'd lone parti that ends in a won silent ulti is not paid
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
        [french] They stand for the acorns, leaves, hearts and bells of the Hungarian deck. Each suit has eight cards: 7, 8, 9, 10, Jack, Queen, King, Ace. The Jack is the Under of the Hungarian deck, the Queen is its Over.
       *[hungarian] Each suit has eight cards: VII, VIII, IX, X, Under, Over, King, Ace. Under and Over are two men who look alike. The Under has its suit sign at the bottom, the Over at the top.
    }

    {""}**From weak to strong**
    - with trumps: { $numerals }, { $under }, { $over }, King, **{ $ten }**, Ace
    - without trumps: { $numerals }, **{ $ten }**, { $under }, { $over }, King, Ace

    Only the ten moves. With trumps it beats the King; without trumps it is below { $the-under }. Everybody forgets this at first.

    A trump beats every card of the other suits: the { $seven } of trumps takes the Ace of another suit.

    {""}**Points.** Each Ace and each ten that you win in a trick counts 10. The last trick counts another 10. That makes 90 in all. Further points come from marriages.

    {""}**How to type a card:** { $faces ->
        [french] `h7`, `♥7`, `hearts 7` and `7 of hearts` are the same card, and so are the Hungarian `kőr hetes` and `piros hetes`. The suits are `c` `s` `h` `d`, the ranks `7` `8` `9` `10` `J` `Q` `K` `A`. The rank may come first: `Qs`.
       *[hungarian] `h7`, `♥7`, `hearts VII` and `VII of hearts` are the same card, and so is the Hungarian `piros hetes`. The suits are `A` `L` `H` `B`, the ranks `7` `8` `9` `X` `U` `O` `K` `A`. If you know the French deck better, choose it with `/settings`.
    }
    .title = The cards

topic-deal =
    Dealing, bidding and playing go counter-clockwise around a real table. Here they follow the order of the names.

    The first dealer is drawn by lot: the lowest card deals, and equal cards draw again. Then everybody deals in turn.

    The player after the dealer gets twelve cards and opens the auction. The other two get ten each.

    { $four-players ->
        [yes] **Four players.** With four at the table, the dealer sits out: no cards, no points in that deal.
       *[no] A table has **three** seats. Nobody sits out.
    }

    {""}**A fair shuffle.** Before the first bid, the button **Fair shuffle** below the table shows a number that fixes the shuffle, the **commitment**. After the deal it shows the number behind it, the **seed**. With both, anybody can check that the cards were fixed before the auction and that nobody changed them: press **Fair shuffle** below the result, or use `/verify`.
    .title = Deal and shuffle

topic-auction =
    The first player holds twelve cards and **must** bid, then discards two cards. These two are the **talon**.

    After that each player in turn chooses:
    - **pass**: not this time. You may still bid when your turn comes again.
    - **take the talon**: you now hold twelve cards. You must make a **stronger** bid and lay any two cards down.

    When both others have passed, the last bidder is the **declarer**, or raises their own bid{ $self-raise ->
        [may_leave_talon] . For this, taking the talon is optional
       *[take_talon] . For this, they have to take the talon again
    }. If no stronger bid exists, the auction ends by itself.

    {""}**Which bid is stronger?** The one worth more points. { $tie-break ->
        [fewer_games] If both are worth the same, the one with fewer games. An ulti with its parti is two games, so a betli of the same worth beats it.
       *[over_parti] If both are worth the same, one without a parti beats one with a parti. So a betli beats an ulti of the same worth.
    } If they are still equal, neither beats the other.

    { $bid-suits ->
        [all] **Every bid names a suit**, which multiplies the points: { $factors }. So the same games can be bid again in a dearer suit.
       *[hearts] A bid names only **hearts**. Any other trump suit stays secret until the auction is over.
    }

    You may bid something that you can't win, such as ulti without the { $seven } of trumps. You will lose it, but sometimes that is cheaper than letting somebody else play.

    If you don't want to bid any more in this auction, you can **pass for the rest of it**. Until the auction is over, **Stop passing** takes this back.
    .title = Auction

topic-contracts =
    A contract is one game or several. In brackets: the points of each game{ $bid-suits ->
        [all] , in { $suits }.
       *[hearts] ; after the slash, its points in hearts.
    }

    - **parti** ({ $parti }): win more points than the defenders. Many players call it “pass”. Here it is always parti, because passing is something else.
    - **40-100** ({ $forty }): hold { $over } and King of trumps and win at least 60 points in tricks.
    - **20-100** ({ $twenty }): hold { $over } and King of another suit and win at least 80 points in tricks.
    - **ulti** ({ $ulti }): win the last trick with the { $seven } of trumps.
    { $four-aces ->
        [yes] - **four aces** ({ $four-aces-worth }): win all four Aces in tricks. An Ace in the talon loses it.
       *[no] ∅
    }
    { $four-tens ->
        [yes] - **four tens** ({ $four-tens-worth }): win all four tens in tricks. A ten in the talon loses it.
       *[no] ∅
    }
    - **betli** ({ $betli }): win no trick. There are no trumps.{ $re-betli ->
        [yes] {""}
       *[no] {" "}It can't be bid in hearts.
    }
    - **durchmars** ({ $durchmars }): win every trick.
    { $lone-durchmars-trump ->
        [bid] - **colourless durchmars** ({ $colourless-durchmars }), **colourless open durchmars** ({ $colourless-open-durchmars }): the same without trumps.
       *[other] ∅
    }
    { $re-durchmars ->
        [bid] - **re-durchmars** ({ $re-durchmars-worth }): { $lone-durchmars-trump ->
            [bid] played like the colourless durchmars, but a higher bid with its own price.
           *[other] durchmars without trumps, with the hand hidden.
        }
       *[other] ∅
    }
    - **open betli** ({ $open-betli }), **open durchmars** ({ $open-durchmars }): the same with the declarer's cards face up after the first trick.{ $re-durchmars ->
        [synonym] {" "}Also called *rebetli* and *redurchmars*.
        [bid] { $bid-suits ->
            [all] {""}
           *[hearts] { $re-betli ->
                [yes] {" "}*Rebetli* means something else here: a betli in hearts.
               *[no] {""}
            }
        }
       *[none] {""}
    }

    {""}**Which games go together?**
    - Betli is always alone{ $re-durchmars ->
        [bid] , and so is re-durchmars
       *[other] {""}
    }{ $lone-durchmars-trump ->
        [bid] . Durchmars is colourless only if it is alone
       *[other] {""}
    }.
    - Parti is alone or comes with a lone ulti without being named. Together they are worth { $lone-ulti }.{ $fours ->
        [none] {""}
        [aces] {" "}It also comes with four aces, alone or with ulti.
        [tens] {" "}It also comes with four tens, alone or with ulti.
       *[both] {" "}It also comes with four aces and four tens, alone or with ulti.
    }
    - 40-100 and 20-100 exclude each other{ $four-aces ->
        [yes] , and so do four aces and durchmars
       *[no] {""}
    }.
    - All other games combine freely, such as 40-100 + ulti or ulti + open durchmars.

    { $open-in-hearts ->
        [all] An open game is bid in a suit like any other.
        [bid] Open durchmars can be bid in hearts, open betli cannot.
        [never] Open games cannot be bid in hearts, neither alone nor with others.
       *[synonym] Open betli and open durchmars have no separate bid in hearts.
    } “All contracts” lists every bid, weakest first.
    .title = Contracts

topic-trumps =
    The **trump** suit beats all others. { $bid-suits ->
        [all] Every bid names a suit. In a contract with trumps, this suit is trumps.
       *[hearts] The declarer chooses it. If it is **hearts**, the bid says so, because the games are then worth more. Otherwise the declarer names one of the other three suits after the auction, before the first lead.
    }

    {""}**Always with trumps:** parti, 40-100, 20-100{ $fours ->
        [none] {" "}and ulti.
        [aces] , ulti and four aces.
        [tens] , ulti and four tens.
       *[both] , ulti, four aces and four tens.
    }

    {""}**Never with trumps:** betli{ $re-durchmars ->
        [bid] {" "}and re-durchmars
       *[other] {""}
    }. { $bid-suits ->
        [all] The suit of a betli only multiplies its points: { $betli }.
       *[hearts] { $re-betli ->
            [yes] “Hearts betli” only means more points: { $betli }.
           *[no] {""}
        }
    }

    {""}**Durchmars** alone { $lone-durchmars-trump ->
        [chosen] has trumps if the declarer wants them. The declarer says so before the first lead: { $bid-suits ->
            [all] no trumps, or the suit of the bid.
           *[hearts] no trumps, or a suit. Without “hearts” in the bid it is any suit but hearts, with it, hearts{ $hearts-open ->
                [never] . An open durchmars takes any suit but hearts too.
               *[other] . An open durchmars takes any suit.
            }
        }
        [bid] has trumps. “**Colourless**” durchmars, open or not, is a bid of its own and has none{ $bid-suits ->
            [all] . Its suit only multiplies the points.
           *[hearts] .
        }
       *[none] has no trumps{ $bid-suits ->
            [all] . Its suit only multiplies the points: { $durchmars }.
           *[hearts] {" "}either. “Hearts durchmars” only means more points: { $durchmars }.
        }
    } Together with another game, such as ulti + durchmars, it always has trumps.

    Remember: without trumps the ten is below { $the-under }.
    .title = Trumps

topic-play =
    The declarer leads to the first trick. After that, the winner of each trick leads to the next. The highest trump wins the trick. If there is no trump in it, the highest card of the suit led wins.

    {""}**What may I play?**
    1. **Follow suit** if you can.
    2. If you can't, **play a trump**, if there are trumps and you have one.
    3. Otherwise, play any card.

    { $must-beat ->
        [yes] **Beat the best card** so far if one of these cards can. If somebody has trumped the trick and you follow suit, you can't beat the trump, so any card of the suit will do.
       *[no] You **don't have to beat** the best card. Within these rules, play high or low as you like.
    }
    { $seven-locked ->
        [yes] In an ulti, the declarer **keeps the { $seven } of trumps** for the last trick, unless it is the only legal card.
       *[no] In an ulti, the { $seven } of trumps may be played at any time. If it is played early, the ulti is lost.
    }

    The bot accepts legal cards only, and tells you which ones they are.

    In an **open game**, after the first trick, { $open-hands ->
        [all] all three hands lie face up.
        [declarer_others_may] the declarer's hand lies face up. Each defender may lay their own hand open too.
       *[declarer] the declarer's hand lies face up. The defenders' hands stay hidden.
    }

    A lone betli ends when the declarer wins a trick, and a lone durchmars when the declarer loses one. { $last-trick-hidden ->
        [yes] **Previous trick** shows the trick before this one, but only until the next lead.
       *[no] **Previous trick** shows the trick before this one, but no earlier one.
    }
    .title = Play

topic-marriages =
    A **marriage** is { $over } and King of the same suit in one hand. In trumps it is worth 40 points (a **forty**), in another suit 20 (a **twenty**).

    Marriages count where there is a **parti**: in the parti itself, and where it comes with another game, as in a lone ulti{ $silent-hundred ->
        [table] . They also count in contracts whose silent hundred is paid on its own (`+` in “All contracts”)
       *[other] {""}
    }. When you play to the first trick, the bot announces yours. The others learn the suit, nothing else.

    Your hand at the start of play counts. The defenders' marriages are added up.

    { $marriages-capped ->
        [yes] The marriages of one side count at most **{ $marriages-at-most }** points.
       *[no] ∅
    }

    {""}**40-100** needs the marriage in trumps, **20-100** one in another suit, in the declarer's hand. No other marriage counts there: the 60 or 80 points have to come from tricks. { $hundred-announced ->
        [yes] The bot announces this marriage with the declarer's first card. If the declarer doesn't have it, nothing is announced. Everybody then knows that it is missing, and a defender can call kontra.
       *[no] This marriage is not announced, so the defenders don't know if the declarer has it.
    }

    A side that wins no trick loses its marriages.{ $marriage-needs-trick ->
        [yes] {" "}A defender who wins no trick loses them too, even if the partner wins one.
       *[no] {""}
    }
    .title = Marriages: twenty and forty

topic-points =
    Points come from
    - each **Ace and ten** won in a trick: 10,
    - the **last trick**: 10,
    - **marriages** (in parti): 20, in trumps 40.

    An Ace or ten **in the talon counts for the defenders**, in parti, 40-100 and 20-100. So think twice before you discard one.

    A side that wins no trick has no points, whatever it announced and whatever is in the talon.{ $parti-needs-points ->
        [yes] {" "}The same goes for a side that wins tricks but **no Ace, no ten and not the last trick**: marriages alone don't win a parti.
       *[no] {""}
    }

    In **parti** the side with more points wins. There is no tie: the nine tens can't be divided equally.

    {""}**40-100** needs 60 points in tricks, **20-100** needs 80. The last trick counts, marriages don't.
    .title = Points

topic-kontra = { $kontra-limit ->
        [0] There is **no kontra** here: every game is paid as it stands.
       *[other] A defender who doubts the contract may call **kontra**. It doubles the value of a game, whether the declarer wins or loses it. { $kontra-items ->
            [ulti_and_rest] The ulti is doubled on its own, all other games of the contract together.
           *[each_game] Each game is doubled on its own. In an ulti, for example, you can double the ulti and leave the parti alone.
        }
    }

    { $kontra-limit ->
        [0] ∅
        [1] **When?** In the first trick, just before the defender plays. The declarer can't answer. A missed chance does not come back.
       *[other] **When?** In the first trick, just before the defender plays. When the trick is complete, the declarer may double these games again{ $kontra-limit ->
            [2] , and that is the end of it.
            [15] , then the defenders, and so on, until nobody goes on.
           *[other] , then the defenders, and so on, until nobody goes on or the limit is reached.
        } A missed chance does not come back.
    }

    { $kontra-limit ->
        [0] ∅
        [1] **It is called** { $kontra-names }.
        [15] **The steps**: { $kontra-names }, and so on. There is no limit, except that the bot can't count beyond { $kontra-limit }. Each doubles the one before.
       *[other] **The steps** (at most { $kontra-limit }): { $kontra-names }. Each doubles the one before.
    }

    { $kontra-limit ->
        [0] ∅
       *[other] **Who pays more?** { $individual-kontra ->
            [never] A kontra always counts for both defenders.
            [no_trump_games] A kontra counts for both defenders. Only in betli and durchmars without trumps does it count for the defender who called it, and for nobody else.
           *[betli_and_durchmars] A kontra counts for both defenders. Only in betli and durchmars does it count for the defender who called it, and for nobody else.
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
    Each game of the contract is won or lost **on its own**. The declarer gets its value from each defender, or pays it to each of them. The value is the points of the game (see “Contracts”){ $has-kontra ->
        [yes] {" "}times its kontra.
       *[no] .
    }

    { $lost ->
        [double] **A lost game costs double**: twice its value. A few games cost only their value: betli; a parti that comes with another game{ $four-aces ->
            [yes] ; four aces bid alone
           *[no] {""}
        }{ $lost-ulti-again ->
            [yes] ; and ulti, which has a rule of its own.
           *[no] .
        } A parti bid alone does cost double.
       *[value] **A lost game** costs its value, just what it would have won.
    }

    { $lost-ulti-again ->
        [yes] **A lost ulti** costs its value once more{ $bid-suits ->
            [all] {" "}({ $acorns })
           *[hearts] {""}
        }: { $ulti-plain } + { $ulti-plain } = { $ulti-lost }{ $has-kontra ->
            [yes] , with kontra { $ulti-twice } + { $ulti-plain } = { $ulti-lost-kontra }. Kontra does not multiply the second part.
           *[no] .
        }
       *[no] A lost ulti has no extra charge.
    }

    {""}**An example.** An ulti{ $bid-suits ->
        [all] {" "}({ $acorns })
       *[hearts] {""}
    } is { $ulti-plain } for the ulti and { $parti-plain } for the parti. If the declarer wins the ulti and loses the parti, each defender pays { $ulti-plain } and gets { $parti-plain }. If both are lost, the declarer pays each defender { $both-lost }.

    What one player gets, another pays{ $window ->
        [yes] , or the window
       *[no] {""}
    }. The result lists every payment. “All contracts” says what each bid pays if everything is won or lost, and `/rules score` calculates any deal.
    .title = Payment

topic-silent =
    A **silent** game is one that nobody bid and that happened all the same. { $bid-suits ->
        [all] The numbers are for bids in { $suits }.
       *[hearts] After a slash: with hearts as trumps.
    }

    { $silent-hundred ->
        [item] - **Silent hundred** ({ $silent-hundred-worth }): in a parti, one side reaches 100 points with its marriages. If its only marriage is one twenty, the silent hundred is worth { $silent-twenty-worth }. It is paid on top of the parti{ $has-kontra ->
            [yes] , and kontra does not multiply it.
           *[no] .
        }
        [doubles_parti] - **Silent hundred**: in a parti, one side reaches 100 points with its marriages. The parti then pays **double**{ $has-kontra ->
            [yes] , on top of its kontra.
           *[no] .
        }
        [table] - **Silent hundred**: one side reaches 100 points with its marriages. In some bids (`2` in “All contracts”) the parti then pays double{ $has-kontra ->
            [yes] , on top of its kontra. In others (`+`) it is paid on its own ({ $silent-hundred-worth }), times the highest kontra of the bid.
           *[no] . In others (`+`) it is paid on its own ({ $silent-hundred-worth }).
        }
       *[none] - There is no silent hundred.
    }
    { $silent-ulti ->
        [none] - There is no silent ulti.
       *[other] - **Silent ulti** ({ $silent-ulti-worth }): nobody bid ulti, and a player plays the { $seven } of trumps to the last trick. { $silent-ulti ->
            [sides] If it wins, the other side pays that player's side. If it is beaten, that player's side pays
           *[alone] If it wins, each of the two others pays that player, **the partner too**. If it is beaten, that player pays each of them
        }{ $lost-silent-ulti-again ->
            [yes] , and then once more: { $silent-ulti-lost-worth } in all if nothing is doubled.
           *[no] {" "}the same.
        }{ $spares-parti ->
            [yes] { $has-kontra ->
                [yes] {" "}If the contract was a parti alone with kontra, a silent ulti that wins replaces the payment of the parti.
               *[no] {""}
            }
           *[no] {""}
        }
    }
    { $silent-durchmars ->
        [item] - **Silent durchmars** ({ $silent-durchmars-worth }): one side wins all ten tricks, and neither betli nor durchmars was bid.{ $silent-durchmars-lost ->
            [yes] {" "}A side that wins the first nine but not the tenth has **lost** it.
           *[no] {""}
        }
        [triples_parti] - **Silent durchmars**: in a parti, one side wins all ten tricks. The parti then pays **three times**{ $has-kontra ->
            [yes] , on top of its kontra
           *[no] {""}
        }{ $silent-hundred ->
            [doubles_parti] . The silent hundred is not paid as well
            [table] . A silent hundred that doubles the parti is not paid as well
           *[other] {""}
        }.
       *[none] - There is no silent durchmars.
    }
    { $silent-four-aces ->
        [yes] - **Silent four aces** ({ $silent-four-aces-worth }): there are trumps, and the declarer wins all four Aces in tricks (with neither four aces nor durchmars in the bid), or one defender alone wins them.
       *[no] ∅
    }

    { $has-kontra ->
        [yes] { $silent-kontra ->
            [highest] Other silent games that are paid on their own are multiplied by the **highest kontra** of any game of the bid.
           *[never] { $silent-hundred ->
                [table] Kontra does not multiply any other silent game that is paid on its own.
               *[other] Kontra does not multiply a silent game that is paid on its own.
            }
        }
       *[no] ∅
    }
    { $has-table ->
        [yes] Not every bid has all of them: “All contracts” shows which.
       *[no] ∅
    }

    { $silent-ulti ->
        [none] ∅
       *[other] Watch the { $seven } of trumps! If you keep it until the last trick and it is beaten, you pay.
    }
    .title = Silent games

topic-window =
    { $window ->
        [yes] Sometimes games are won and lost in one deal, and yet everybody's balance is **zero**. Then all three players pay into the window what the declarer won from one defender.
       *[no] There is no window here: if everything in a deal cancels out, nobody pays.
    }

    { $window ->
        [yes] For example, the declarer wins the ulti ({ $ulti-plain }) and has to pay just as much for other games. Nobody gains anything, so each player pays { $ulti-plain } into the window.

        {""}**Who gets it?** A declarer who bids and wins an **ulti in hearts** takes the whole window in addition to the winnings.

        What is left at the end of the evening is shared equally. A remainder goes to the players with the lowest scores.

        Scores and window always add up to zero.
       *[no] {""}
    }
    .title = The window

topic-fold =
    { $fold ->
        [never] { $concede ->
            [yes] Folding before the first lead is not possible here.
           *[no] Folding is not possible here: every deal is played.
        }
       *[other] To fold is to give up **before** the first lead. After the auction, the declarer may fold { $fold ->
            [plain_parti] **a parti on its own that was not bid in hearts**, and nothing else.
           *[other] a hopeless contract. It saves the declarer from the defenders' silent games{ $has-kontra ->
                [yes] {" "}and from any higher kontra.
               *[no] .
            }
        }
    }

    { $fold ->
        [kontra_lost] The price: every game of the contract counts as **lost { $has-kontra ->
            [yes] with kontra
           *[no] and doubled
        }**.{ $lost-ulti-again ->
            [yes] {" "}The extra charge for a lost ulti is paid too.
           *[no] {""}
        } Folding an ulti costs { $ulti-folded } to each defender{ $bid-suits ->
            [all] {" "}in { $acorns }; the suit multiplies it ({ $factors }).
           *[hearts] , in hearts { $ulti-folded-hearts }.
        }
        [twice_won] The price: **twice** what each game of the contract would have won. Folding an ulti costs { $ulti-folded } to each defender, folding a parti on its own { $parti-folded }{ $bid-suits ->
            [all] {" "}in { $acorns }; the suit multiplies it ({ $factors }).
           *[hearts] ; in hearts { $ulti-folded-hearts } and { $parti-folded-hearts }.
        }
        [plain_parti] The price: twice its value, { $parti-folded } to each defender{ $bid-suits ->
            [all] {" "}in { $acorns }; the suit multiplies it ({ $factors }).
           *[hearts] .
        }
       *[never] ∅
    }

    { $fold ->
        [kontra_lost] There is one exception: a **parti** on its own is folded for free. Nobody pays, and nothing goes to the window.
       *[other] ∅
    }

    { $concede ->
        [yes] From the second trick to the ninth, the declarer may **concede** at any time, by the button under the cards or `/fold`. The defenders then win all remaining tricks, and every game is settled on that. A betli is lost. A silent ulti or silent four aces that a defender has as good as won still counts.
       *[no] ∅
    }
    .title = Folding

topic-claim =
    The declarer may lay the hand **open** at any time and play on like that.

    { $claim ->
        [yes] **Lay my cards open: I think it is decided** claims that nothing can change the payments any more. The bot then checks every possible layout of the cards that the declarer can't see, and every defence. If the declarer can reach the same payments in all of them without guessing, the deal ends at once. Otherwise play goes on with the open hand: a result that depends on a guess is not decided.

        During the first trick, a claim only lays the hand open{ $has-kontra ->
            [yes] , because a kontra may still change the stakes.
           *[no] .
        } The defenders need not agree: the bot calculates, nobody argues.
       *[no] Claims are not possible here: every deal is played to the end.
    }
    .title = Claiming

topic-leaving =
    {""}**Need a break?** Just go. When your time has run out twice, a robot plays in your seat. **Take my seat back** returns it to you at any time. This costs nothing.

    {""}**Leaving for good** during a deal { $renonsz ->
        [yes] is a **renonsz**: for every game of the contract you pay each of the others **twice** its value{ $has-kontra ->
            [yes] , times its own kontra (the higher one, if the defenders' kontras differ).
           *[no] .
        }{ $renonsz-lost ->
            [yes] {" "}If you are the declarer, you **instead** pay each of the others twice what the lost games cost.
           *[no] {""}
        } During the auction the last bid counts as the contract; before the first bid, the weakest contract. The bot first shows the price and asks if you are sure.{ $renonsz-partner ->
            [yes] {" "}If you are a defender, your partner pays **the same**; what you two would owe each other cancels out.
           *[no] {" "}If you are a defender, your partner does not pay.
        }{ $renonsz-certain ->
            [yes] {" "}From the second trick on, it may be more: if another player was already certain to get more (or to pay less), wherever the cards are that you can't see, you also pay that player **the difference**.
           *[no] {""}
        }
       *[no] ends the deal. Nobody pays.
    }

    Between deals everybody may leave freely.

    There are no other penalties, because the bot does not accept illegal cards or bids.

    The evening ends when you agree on it (`/ulti end`), or after the agreed number of deals{ $score-limit ->
        [0] {""}
       *[other] , or after the deal in which somebody's standing reaches { $score-limit } points, won or lost
    }{ $time-limit ->
        [0] .
       *[other] , or after { $time-limit } minutes of play. A deal that is running then is played to its end.
    }
    .title = Leaving and renonsz

topic-rating =
    {""}**Ranked deals.** A deal is ranked if three different people play it, without a robot in a seat.
    - A deal that ends without a trick and without a payment is not ranked, for example a parti that was folded for free.
    - Leaving during a deal loses it. The rating falls like that of a losing declarer; the ratings of the other two stay.
    - If a robot had to play for a player who was away, the deal is ranked if that player lost it, and not if the robot won it for them.
    - The same three people have at most { $daily } ranked deals a day (by the time zone of the season). Further deals count for points only.
    - A void deal does not count. Server managers see deals that look arranged and decide about them.

    {""}**The rating** is two numbers: your estimated strength, and how uncertain the estimate is. Everybody starts with { $start } ± { $unsure }. It uses the method of Weng and Lin (2011), computed by the library `skillratings`. Only winning counts, not the number of points. The declarer wins with more points than each defender got on average; with equal points it is a draw. The declarer is compared with the average of the two defenders. Beating stronger players counts more, and every deal makes the estimate more certain.

    {""}**The leaderboard** sorts by strength minus three times the uncertainty: you are almost certainly at least this good. A beginner starts with { $least }. With fewer than { $established } ranked deals your place is provisional, in a separate list. Ratings start afresh each season.

    {""}**An example.** Three beginners play, and Anna is the declarer. If she wins, she has { $won }, at least { $won-least }; the defenders have { $beaten }. If she loses, she has { $lost }, the defenders { $beating }. If she wins ten such deals in a row, she has { $ten }, at least { $ten-least }.
    .title = Ratings and ranked deals

topic-clock =
    {""}**The clock.** Every move has a time limit. If the table waits for you for a while, the bot pings you once (`/settings` turns this off). When the time has run out, a robot makes this move for you. After the second time, the robot plays on in your seat until you take it back.

    The clock stands still while the bot is away. No robot plays for you while Discord rejects the bot's messages in the channel.

    {""}**Forced cards.** If you may play only one card, the bot can play it for you (`/settings`). It first has to see you choose three cards at the table. It then waits about as long as you did for one of them, so that the time does not show that you had no choice. After a turn that you have missed, and if you usually take more than ten seconds, you play the card yourself.

    The next deal can begin by itself after a pause (`/ulti settings`). It does not if no person acted in the last deal, if somebody wants to end the evening, or if the bot was away or its messages were rejected meanwhile; then **Next deal** goes on.

    {""}**Robots** fill seats while fewer than three players are seated: `/ulti robot`. A robot sees only what a player in its seat would see. There are three levels, which the option `level` chooses.

    {""}**Hints.** The **Hint** button below your cards, or `/hint`, says what the strong robot would do. `/settings` removes the button.

    To practise alone, open a table with `/ulti new` and add two robots.
    .title = Clock and robots

topic-commands =
    Every button of the game has a command that does the same. The names of the commands follow the language of your Discord: in Hungarian, `/ulti new` is **/ulti új**.

    - `/ulti new` · `join` · `invite` · `leave` · `start` · `robot` · `settings` · `end`: open a table, sit down, invite somebody, get up, begin, add a robot, change the settings of the table, end the evening
    - `/hand`: your cards, for you alone · `/hint`: what a strong robot would do · `/table`: the table again, at the bottom
    - `/take`: take the talon · `/bid`: a contract and the two cards to discard · `/pass`: pass
    - `/trump`: name the trumps · `/fold`: fold
    - `/play`: play a card, such as `h7`, `♥7`, `{ $example }`
    - `/kontra`: kontra and what follows
    - `/claim`: lay the hand open, and end a decided deal
    - `/rules page`: these pages · `bids`: all contracts · `score`: what any deal would pay · `rating`: ratings and ranked deals
    - `/leaderboard`: who is ahead · `/stats`: somebody's numbers · `/season show` · `list`: seasons · `/evening`: an evening and its window
    - `/history`: the deals played · `/replay`: one of them, step by step · `/verify`: was it shuffled fairly
    - `/settings`: your language, cards, pings, hints, text without pictures · `/privacy`: your data
    - `/help`: what you can do now
    - for server managers: `/ulti-admin settings` · `rules` · `season start` · `end` · `rename` · `monthly` · `summary` · `review` · `void` · `unvoid` · `close`
    - right-click a player (on a phone: press and hold), then **Apps**: *Ulti stats*; on the result of a deal: *Replay*, *Analyse*

    `/bid` offers only what overcalls, `/play` only what you may play. An old button does no harm: the bot just shows how the table stands now.
    .title = Commands

topic-book =
    .title = All contracts

# The table of contracts: the heads of its columns, short, and what its signs mean.
book-title = Weakest first. Bids with the same number don't beat each other. You get this much from each defender if you win everything, and pay this much to each if you lose everything (without kontra).
book-order = #
book-won = get
book-lost = pay
book-contract = contract
book-suits = Suits: `A` acorns, `L` leaves, `H` hearts, `B` bells.
book-signs = The marks after a contract are its silent games, which count without having been bid: { $signs }.
book-sign-item = `+` hundred
book-sign-doubles = `2` hundred: the parti pays double
book-sign-ulti = `u` ulti
book-sign-durchmars = `d` durchmars
book-sign-triples = `3` durchmars: the parti pays three times
book-sign-four-aces = `a` four aces
# The list of contracts in text-only mode.
book-list-line = { $order }: { $contract }. Get { $won }, pay { $lost }.
book-list-silent = Silent: { $games }.
book-list-legend = Silent games count without having been bid.
book-spoken-item = hundred
book-spoken-doubles = hundred (the parti pays double)
book-spoken-ulti = ulti
book-spoken-durchmars = durchmars
book-spoken-triples = durchmars (the parti pays three times)
book-spoken-four-aces = four aces

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
