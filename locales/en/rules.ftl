# The pages of `/rules`. The figures come from the rule set, not from here.
# A line can't begin with an asterisk in Fluent, hence {""} before what is bold.

topic-overview =
    Ulti is a trick-taking game for three, played with the 32 cards of the Hungarian deck. In each deal one player, the **declarer**, undertakes something, and the two others, the **defenders**, try together to prevent it.

    A deal goes like this:
    - **The deal.** Everybody gets ten cards, the first player twelve.
    - **The auction.** In turn, everybody decides whether to undertake something stronger than what stands. Whoever does takes up the two cards of the talon, bids, and lays two cards down again.
    - **Trumps.** The declarer names the trump suit, if the contract has one.
    - **Play.** Ten tricks. Follow suit; if you can't, trump{ $must-beat ->
        [yes] ; and beat the trick if you are able to
       *[no] {""}
    }.
    - **The reckoning.** Each of the declarer's games is won or lost by itself, and settled with each defender.

    The games in a nutshell: **parti** is about who wins more points; **ulti** about winning the last trick with the { $seven } of trumps; **betli** about winning no trick at all; **durchmars** about winning every one. **40-100** and **20-100** take a marriage and many points. In hearts nearly everything counts double.

    If you are learning, read “The cards”, “Contracts” and “Play” first. During a deal the **Help** button always says what you can do.
    .title = Ulti on one page

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

    {""}**Four** can sit at the table too: then the dealer always sits out, sees no cards, and neither wins nor loses in that deal.

    {""}**A fair shuffle.** Before each deal the bot posts a seal of the shuffle, and afterwards the number that the shuffle was made from. Anybody can recompute the cards from it at any time, and be sure that nobody picked them.
    .title = Deal and shuffle

topic-auction =
    The first player starts with twelve cards and **must** bid something, then lays two cards down. These two are the **talon**.

    After that each player in turn chooses:
    - **pass**: not this time. It holds for this turn only; you may come back later;
    - **take the talon**: you then hold twelve cards, must bid something **stronger**, and lay two cards down. Any two will do, those just taken included.

    When the two others have passed, the last bidder still has the right to raise the own bid{ $may-leave-talon ->
        [yes] , even without touching the talon
       *[no] , which takes taking up the talon again
    }. Without a raise, that player is the **declarer**. Where no stronger bid exists, the auction closes by itself.

    {""}**Which bid is stronger?** The one worth more points. { $fewer-games ->
        [yes] At equal points, the one made of fewer games. An ulti with its parti is two games, so betli ({ $betli }) overcalls ulti ({ $lone-ulti }).
       *[no] At equal points, one without a parti overcalls one with a parti.
    } If they are still equal, neither overcalls the other.

    Only **hearts** is named in a bid; any other trump suit stays secret until the auction is over.

    You may bid the impossible, such as ulti without the { $seven } of trumps. It is certain to be lost, but sometimes worth it to take the deal away from somebody.

    If you are sure not to bid any more, you can **pass for the rest of the auction** in advance.
    .title = Auction

topic-contracts =
    A contract is one game or several. In brackets: its points, and after the slash those in hearts.

    - **parti** ({ $parti }/{ $parti-hearts }): win more points than the defenders. At the table it is often called “pass”; here it is always parti, so that it can't be mistaken for passing.
    - **40-100** ({ $forty }/{ $forty-hearts }): hold the { $over } and King of trumps, and win at least 60 points in tricks.
    - **20-100** ({ $twenty }/{ $twenty-hearts }): hold the { $over } and King of another suit, and win at least 80 points in tricks.
    - **ulti** ({ $ulti }/{ $ulti-hearts }): win the last trick with the { $seven } of trumps.
    - **betli** ({ $betli }/{ $betli-hearts }): win no trick. There are no trumps, in hearts neither.
    - **durchmars** ({ $durchmars }/{ $durchmars-hearts }): win every trick. By itself it has no trumps.
    - **open betli** ({ $open-betli }/{ $open-betli-hearts }) and **open durchmars** ({ $open-durchmars }/{ $open-durchmars-hearts }): the same, with the declarer's cards face up after the first trick. Hungarians say *rebetli* and *redurchmars*.
    { $four-aces ->
        [yes] - **four aces** ({ $four-aces-points }/{ $four-aces-points-hearts }): win all four Aces in tricks.
       *[no] {""}
    }
    { $four-tens ->
        [yes] - **four tens** ({ $four-tens-points }/{ $four-tens-points-hearts }): win all four tens in tricks.
       *[no] {""}
    }
    {""}**What goes with what?**
    - Betli stands alone.
    - So does parti, except that it is part of a lone ulti, unspoken. That makes ulti worth { $lone-ulti }, in hearts { $lone-ulti-hearts }.
    - 40-100 and 20-100 exclude each other.
    - Everything else combines freely: 40-100 + ulti, ulti + open durchmars, hearts 20-100 + ulti + durchmars…

    A bid is as strong as the points of its games together. An open game in hearts is worth no more than what stands after its slash.
    .title = Contracts

topic-trumps =
    {""}**Trumps** are the suit that beats all others. The declarer chooses it, but says so during the auction only if it is **hearts**, because then the games are worth more. One of the three other suits is named after the auction, before the first lead.

    There are **always trumps** in parti, 40-100, 20-100 and ulti.

    There are **never trumps** in betli. A betli in hearts is just worth more: { $betli-hearts } instead of { $betli }.

    A **durchmars** by itself has no trumps, in hearts neither: there “hearts” only raises what it is worth ({ $durchmars-hearts }). Together with another game, as in ulti + durchmars, it does have trumps.

    “Hearts open betli” is the same as open betli and not a bid of its own; nor is a lone “hearts open durchmars”.

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
       *[no] - You don't have to beat the trick.
    }
    { $seven-locked ->
        [yes] - Whoever bid ulti keeps the { $seven } of trumps for the last trick, unless it is the only card allowed.
       *[no] - You may play the { $seven } of trumps at any time in an ulti; only then the ulti is gone.
    }

    The bot takes no illegal card, and tells you what you can play instead.

    In an **open game**, after the first trick, { $open-hands ->
        [all] all three hands lie face up.
        [others-may] the declarer's hand lies face up, and each defender may lay the own hand open too.
       *[declarer] the declarer's hand lies face up, the defenders' do not.
    }

    A lone betli ends as soon as the declarer wins a trick, a lone durchmars as soon as one is lost. Anybody can look at the **Last trick** again; earlier ones the bot does not show.
    .title = Play

topic-marriages =
    A **marriage** is the { $over } and King of one suit in one hand. It is worth 40 points in trumps, 20 in any other suit.

    Marriages can be announced only where there is a **parti**: in parti itself and in a lone ulti. The bot announces them for everybody as they play to the first trick. The others learn the suit and nothing else.

    What counts is the hand at the start of play. The defenders' marriages count together.

    {""}**40-100** needs the marriage of trumps in the declarer's hand, **20-100** one of another suit. They are not announced for points, and no other marriage counts: the 60 or 80 points have to come from tricks.

    A side without a single trick loses its marriages too.
    .title = Marriages: twenty and forty

topic-points =
    Points come from **Aces and tens won in tricks** (10 each), from the **last trick** (10) and, where there is a parti, from **marriages** (20, in trumps 40).

    An Ace or ten **in the talon counts for the defenders**: so it costs the declarer, who laid it down. That is so in parti, 40-100 and 20-100.

    A side that won no trick has no points at all, whatever it announced and whatever lies in the talon.

    In **parti** the side with more points wins. There can be no tie, as the tens in a deal are odd in number.

    {""}**40-100** takes 60 and **20-100** takes 80 points in tricks, the last trick included, marriages not.
    .title = Points

topic-kontra =
    A defender who doubts may say **kontra**: the game's value doubles, whether it is made or lost. { $each-game ->
        [yes] Each game is doubled by itself: the ulti can be kontra'd and the parti left alone.
       *[no] The ulti is doubled by itself, all other games together.
    }

    {""}**When?** In the first trick, before the defender plays. Once all three cards lie, the declarer may answer with a **rekontra** to what was doubled, then the defenders again, until nobody goes on or the limit is reached. Whoever lets a chance go by is out of it for that game.

    {""}**The steps** (at most { $kontra-limit }): { $kontra-names }. Each doubles the one before.

    {""}**For whom?** { $individual ->
        [never] A kontra always binds both defenders.
        [no-trump-games] A kontra binds both defenders, except in betli and durchmars without trumps, where everybody speaks for themselves.
       *[betli-and-durchmars] A kontra binds both defenders, except in betli and durchmars, where each speaks for themselves and alone pays or gets more.
    }

    For example, an ulti is worth { $ulti }: with kontra twice that, with rekontra four times.
    .title = Kontra

topic-payment =
    Each game of the contract is made or lost **by itself**. For one that is made, the declarer gets its value from each defender; for one that is lost, the declarer pays it to each. The value is the game's points times the kontra.

    - parti: { $parti }, in hearts { $parti-hearts }
    - 40-100: { $forty }, in hearts { $forty-hearts }
    - 20-100: { $twenty }, in hearts { $twenty-hearts }
    - ulti: { $ulti }, in hearts { $ulti-hearts }
    - betli: { $betli }, in hearts { $betli-hearts }; open { $open-betli }
    - durchmars: { $durchmars }, in hearts { $durchmars-hearts }; open { $open-durchmars }

    { $lost-ulti-again ->
        [yes] **A lost ulti costs more:** besides its doubled value it is paid once more as it stands ({ $ulti }, in hearts { $ulti-hearts }). No kontra touches this extra.
       *[no] A lost ulti costs what a made one brings.
    }

    An example: ulti without kontra. If the ulti is made and the parti lost, the declarer gets { $ulti } from each defender and pays { $parti } to each.

    It always adds up to nothing: what one gets another pays{ $window ->
        [yes] , or the window gives
       *[no] {""}
    }. Line by line you see what is paid for what.
    .title = Payment

topic-silent =
    A **silent** game is one that nobody bid and that came about all the same. It can't be doubled.

    { $has-silent-hundred ->
        [yes] - **Silent hundred:** where there is a parti and one side reaches 100 points. It is worth { $silent-hundred }, in hearts { $silent-hundred-hearts }. If that side's only marriage was one twenty, it is { $silent-twenty }, in hearts { $silent-twenty-hearts }. It comes on top of the parti.
       *[no] - There is no silent hundred.
    }
    { $has-silent-ulti ->
        [yes] - **Silent ulti:** where no ulti was bid and somebody plays the { $seven } of trumps to the last trick. If it wins, each of the two others pays { $silent-ulti } (in hearts { $silent-ulti-hearts }). If it is taken, its player pays each of them { $silent-ulti-lost } (in hearts { $silent-ulti-lost-hearts }). Everybody plays this **alone**: a defender's partner pays too.
       *[no] - There is no silent ulti.
    }
    { $has-silent-durchmars ->
        [yes] - **Silent durchmars:** where one side wins all ten tricks, and neither betli nor durchmars was bid. It is worth { $silent-durchmars }, in hearts { $silent-durchmars-hearts }.
       *[no] - There is no silent durchmars.
    }

    “In hearts” means in a contract bid in hearts. Without trumps there is no silent ulti.

    Mind the { $seven } of trumps! If it is still with you in the last trick and does not win it, it can be dear.
    .title = Silent games

topic-window =
    { $window ->
        [yes] It happens that games were won and lost in a deal, and yet everybody ends on **zero**. Then the money goes to the window: everybody pays in what the declarer won from one defender.
       *[no] These rules have no window.
    }

    { $window ->
        [yes] An example: the declarer makes the ulti ({ $ulti }), but loses a kontra'd parti, and the defenders make a silent hundred. If that comes out even, all three pay { $ulti } into the window.

        {""}**Who gets it?** Whoever bids and makes an **ulti in hearts** takes all that is in the window on top of the winnings.

        If nobody has taken it by the end of the evening, it is shared out evenly. What can't be divided goes to those who stand lowest.

        Standings and window together always come to zero.
       *[no] {""}
    }
    .title = The window

topic-fold =
    { $fold ->
        [yes] After the auction, but **before** the first lead, the declarer may fold if it looks hopeless. That escapes the defenders' silent games and any higher kontra.

        The price: every game of the contract counts as **lost with kontra**. { $lost-ulti-again ->
            [yes] The extra for a lost ulti is paid too.
           *[no] {""}
        } To fold an ulti is therefore no small thing.

        A lone **parti** is the exception: it is folded for free; nobody pays, nor does anything go to the window.
       *[no] These rules know no folding: what was bid has to be played.
    }
    .title = Folding

topic-claim =
    The declarer may lay the hand **open** at any time and play on like that.

    { $claim ->
        [yes] If the rest looks decided, **Lay open and claim the rest** asks for all of it. The bot then works through every defence there is. If none can change what is paid, the deal is over at once. If one can, play goes on with the hand open.

        There is no claiming during the first trick, as kontra may still change the stakes.
       *[no] There is no claiming: every deal is played to the end.
    }

    The defenders need not agree to anything: it is worked out, not argued.
    .title = Claiming

topic-leaving =
    {""}**Need a break?** Just go: once your time has run out twice a robot holds your seat, and **Take my seat back** returns it to you at any time. It costs nothing.

    {""}**Leaving for good** in mid-deal is possible too, { $renonsz ->
        [yes] but counts as a **renonsz**: you pay each of the others twice the full value of the contract, times the highest kontra said. The bot first shows what that comes to and asks whether you are sure.
       *[no] and ends the deal. There is nothing to pay.
    }

    Between deals anybody may leave freely.

    No other irregularity can happen here (the wrong suit, failing to beat, a false announcement), as the bot accepts none.

    The evening ends when you agree to (`/ulti end`), or when the deals agreed on have been played.
    .title = Leaving and renonsz

topic-clock =
    {""}**The clock.** There is time for every move. When it is running out the bot pings you once; `/settings pings` switches that off. When the last deadline passes, a robot plays that turn for you. After two of those it holds your seat until you take it back.

    If the bot itself was away, every deadline moves by as much.

    {""}**Robots** can fill empty seats: `/ulti robot`. A robot sees just what a player sees: its own cards and what happened on the table. Never anybody else's hand.

    You can practise alone: `/ulti new`, and two robots.
    .title = Clock and robots

topic-commands =
    Every button has a command that does the same.

    - `/ulti new` · `join` · `leave` · `start` · `robot` · `end`: open a table, sit down, get up, begin, add a robot, end the evening
    - `/hand`: your cards, for you alone · `/table`: the table again, at the bottom
    - `/take`: take the talon · `/bid`: a contract and the two cards laid down · `/pass`: pass
    - `/trump`: name the trumps · `/fold`: fold
    - `/play`: play a card, such as `h7`, `♥7`, `{ $example }`
    - `/kontra`: kontra and what follows
    - `/claim`: lay open and claim
    - `/rules`: these pages · `/leaderboard`: the leaderboard
    - `/settings language` · `faces` · `pings`: language, Hungarian or French cards, pings

    `/bid` offers only what overcalls, `/play` only what you may play. An old button does no harm: the bot just shows how the table stands now.
    .title = Commands

book-title = **Contracts, weakest first** · { $rules } · { $page }/{ $pages }
