# What `/help` and the Help button say: what Ulti is, and what to do now.

help-title = What can I do now?
help-lobby-join = To play, take a seat with **Join**.
help-lobby-seated = You have a seat.
help-lobby-host = You opened this table.
help-lobby =
    Three players are needed{ $four-players ->
        [yes] ; with four, the dealer always sits out
       *[no] {""}
    }. With fewer than three players, robots can fill the empty seats.
    When there are enough players, anybody at the table can press **Start**.
help-lobby-settings = Before that, the host can change the rules and the number of deals with **Table settings**.
help-lobby-settings-host = Before that, you can change the rules and the number of deals with **Table settings**.
help-auction =
    In the auction you promise what you will achieve with your cards. Every bid has to be stronger than the last. At your turn you choose:
    • **Pass**: you don't bid this time.
    • **Take the talon**: you hold twelve cards, must bid something stronger, and lay two cards down.
    When both others have passed, the last bidder becomes the declarer, or raises the bid. More in the chapters “Auction” and “Contracts” below.
help-discard =
    You hold twelve cards. Choose your contract, then the two cards for the talon, then **Confirm**. Until you have confirmed, **Start over** takes you back.
    An Ace or ten that you discard counts for the defenders!
help-naming =
    The auction is over. The declarer names the trumps and leads.{ $fold ->
        [never] {""}
        [plain_parti] {" "}A lone parti that is not in hearts can still be folded before the first lead.
       *[other] {" "}If it looks hopeless, the declarer can still fold before the first lead.
    }
help-play =
    Tap a card under **My cards**, or choose one with `/play`. Cards that are greyed out can't be played now.
    In this order: follow suit; if you can't, trump{ $must-beat ->
        [yes] ; and beat the trick if you are able to
       *[no] , but you need not beat the trick
    }. If you can do neither, any card will do.
help-play-no-trumps =
    Tap a card under **My cards**, or choose one with `/play`. Cards that are greyed out can't be played now.
    This contract has no trumps. Follow suit if you can{ $must-beat ->
        [yes] , and beat the trick if you are able to
       *[no] ; you need not beat the trick
    }. If you can't follow suit, any card will do.
help-fold = **Fold** or **Concede** ends the deal at once: the declarer gives up. The bot first shows what it costs.
help-open = **Lay my cards open for everybody** shows your hand. From the second trick on, the button also ends the deal if the rest is certain.
help-kontra =
    { $kontra-limit ->
        [0] These rules have no kontra.
       *[other] As a defender, you can call **kontra** on the declarer's games{ $kontra-items ->
            [ulti_and_rest] : on the ulti, or on all the others together
           *[each_game] , on each separately
        }, in the first trick before you play. It doubles the game's value, whether the declarer wins or loses it.
    }
    { $kontra-limit ->
        [0] ∅
        [1] There is no answer to it.
        [2] When the first trick is complete, the declarer can double once more (rekontra).
       *[other] When the first trick is complete, the declarer can double again (rekontra), then the defenders, and so on.
    }
help-over =
    The deal is over. The result shows which games were won or lost, and who pays whom. **Next deal** goes on; **End the evening** stops for today. With **Table settings** under **More**, the next deal begins by itself after a pause.

help-what = **Ulti** is Hungary's card game for three. One player says what they will achieve with their cards, such as winning the last trick with the { $seven } of trumps; the other two try to prevent it.
help-new-here = -# New to Ulti? **How it works** explains a deal on one page.
help-no-table =
    There is no table in this channel yet. You can:
    • **Play against robots**: you get your cards at once, and **Hint** below them says what a strong player would do.
    • **Set up a table** for friends: everybody presses **Join**, then somebody presses **Start**.
    • **How it works**: a deal explained step by step. The menu has all the rules.
help-direct =
    You play it in a channel of a server, with two friends or against robots: invite me to a server, and type `/ulti new` there.
    Here you can read the rules and see your statistics: `/rules page`, `/stats`.
help-your-turn = **It is your turn.**
help-not-your-turn = It is { $name }'s turn; you need do nothing yet.
help-watching = You are watching: you see what everybody sees.
help-watching-free = To play, take the free seat with **Sit down**, or open a table in another channel: `/ulti new`
help-watching-full = All seats are taken. To play, open a table in another channel: `/ulti new`
help-managers = **For server managers:** **Server settings** or `/ulti-admin settings`: language, cards, rules, time zone. `/ulti-admin season`: seasons. `/ulti-admin void`: cancel a deal.
help-button-how = How it works
help-button-robots = Play against robots
help-button-table = Set up a table
help-button-stats = My statistics
help-button-own = My settings
help-button-server = Server settings

# Posted once on a server that has just invited the bot.
welcome-text = Hello! I deal **Ulti**, Hungary's card game for three, for you and your friends or against robots. I shuffle, know all the rules and count the points, and only you see your cards.
welcome-button-settings = Settings
