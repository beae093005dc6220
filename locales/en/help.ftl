# What the Help button says: what is to be done now.

help-title = What can I do now?
help-lobby =
    Whoever wants to play takes a seat with **Join**. It takes three{ $four-players ->
        [yes] ; four is fine too, then the dealer always sits out
       *[no] {""}
    }. Robots can fill empty seats.
    Once you are enough, whoever opened the table or sits at it presses **Start**.
help-auction =
    Each bid has to be stronger than the one before. At your turn you choose:
    • **Pass**: you don't want the talon this time round.
    • **Take the talon**: you hold twelve cards, must bid something stronger, and lay two cards down.
    When the two others have passed, whoever bid last is the declarer. See `/rules page`, “Auction” and “Contracts”.
help-discard =
    You hold twelve cards. Choose your contract, then the two cards for the talon, then **Confirm**. Until you have confirmed, **Start over** takes you back.
    An ace or ten laid down counts for the defenders!
help-naming =
    The auction is over. The declarer names the trumps and leads.{ $fold ->
        [never] {""}
        [plain_parti] {" "}A lone parti that is not in hearts can still be folded before the first lead.
       *[other] {" "}If it looks hopeless, the declarer can still fold before the first lead.
    }
help-play =
    Tap a card under **Show my hand**, or type `/play h7`. Cards that are greyed out can't be played now.
    In this order: follow suit; if you can't, trump{ $must-beat ->
        [yes] ; and beat the trick if you are able to
       *[no] , but you need not beat the trick
    }. If you can do neither, any card will do.
help-kontra =
    { $kontra-limit ->
        [0] These rules know no kontra.
       *[other] As a defender, in the first trick and before you play, you can kontra the declarer's games{ $kontra-items ->
            [ulti_and_rest] : the ulti by itself, all the others together
           *[each_game] , each by itself
        }. A kontra doubles what the game is worth, won or lost.
    }
    { $kontra-limit ->
        [0] ∅
        [1] There is no answer to it.
        [2] When three cards lie in the first trick the declarer can double once more.
       *[other] When three cards lie in the first trick the declarer can answer, then the defenders again, and so on.
    }
help-over =
    The deal is over. The result shows which game was made, what it is worth and who pays whom. Go on with **Next deal**; when it is enough for today, **End the evening**.
