# House rules: what people argue about, what is different, and what can't be.

house-preset = Start from
house-durchmars = What a durchmars is worth
house-durchmars-n = Durchmars is worth { $n }
house-20-100 = What 20-100 is worth
house-20-100-n = 20-100 is worth { $n }
house-score_limit = Playing to a score
house-score_limit-n = { $n ->
        [0] The evening has no score limit
       *[other] The evening ends when somebody reaches ±{ $n } points
    }
house-time_limit = Playing for a time
house-time_limit-n = { $n ->
        [0] The evening has no time limit
       *[other] The evening ends after { $n } minutes of play
    }
house-re_betli = Betli in hearts
house-re_betli-true = Betli can be bid in hearts (rebetli)
house-re_betli-false = Betli can't be bid in hearts
house-four_aces = Four aces
house-four_aces-true = Four aces can be bid
house-four_aces-false = Four aces can't be bid
house-four_tens = Four tens
house-four_tens-true = Four tens can be bid
house-four_tens-false = Four tens can't be bid
house-silent_hundred = Silent hundred
house-silent_hundred-none = A silent hundred pays nothing
house-silent_hundred-item = A silent hundred pays besides the parti
house-silent_hundred-doubles_parti = A silent hundred doubles the parti
house-silent_hundred-table = A silent hundred pays as the bid's row says
house-silent_ulti = Silent ulti
house-silent_ulti-none = A silent ulti pays nothing
house-silent_ulti-alone = Who plays a silent ulti wins or loses it alone
house-silent_ulti-sides = A silent ulti is paid between the sides
house-silent_durchmars = Silent durchmars
house-silent_durchmars-none = A silent durchmars pays nothing
house-silent_durchmars-item = A silent durchmars pays besides the rest
house-silent_durchmars-triples_parti = A silent durchmars triples the parti
house-silent_four_aces = Silent four aces
house-silent_four_aces-true = Silent four aces pay
house-silent_four_aces-false = Silent four aces pay nothing
house-individual_kontra = Whose kontra it is
house-individual_kontra-betli_and_durchmars = In betli and durchmars, kontra is each defender's own
house-individual_kontra-no_trump_games = Without trumps, kontra is each defender's own
house-individual_kontra-never = A kontra always binds both defenders
house-kontra_limit = How far kontra goes
house-kontra_limit-n = { $n ->
        [0] There is no kontra
        [1] Kontra, and no rekontra
        [2] Kontra and rekontra, no further
        [15] Kontra without a limit
       *[other] Up to { $n } doublings
    }
house-must_beat = Beating the trick
house-must_beat-true = Who can beat the trick has to
house-must_beat-false = Nobody has to beat the trick
house-open_hands = Open games
house-open_hands-declarer = Open games: only the declarer's hand lies open
house-open_hands-all = Open games: all hands lie open
house-open_hands-declarer_others_may = Open games: the defenders may lay open too
house-fold = Folding
house-fold-kontra_lost = Folding costs every game as lost with kontra
house-fold-twice_won = Folding costs twice what every game is worth
house-fold-plain_parti = Only a plain parti can be folded
house-fold-never = Nobody may fold
house-concede = Conceding
house-concede-true = The declarer may concede after the first trick
house-concede-false = Nobody may concede in mid-play
house-last_trick_hidden = The last trick
house-last_trick_hidden-true = The last trick is hidden after the next lead
house-last_trick_hidden-false = The last trick can be seen at any time
house-window = The window
house-window-true = A deal that leaves all at zero fills the window
house-window-false = There is no window
house-four_players = A fourth player
house-four_players-true = A fourth may sit down; the dealer sits out
house-four_players-false = Only three can sit down

house-title = Rules of this server
house-plain = Every new table plays **{ $rules }**, unless `/ulti new rules:` asks for something else.
house-changed = Every new table plays **{ $rules }** with house rules, unless `/ulti new rules:` asks for something else:
house-unchosen = Nobody has chosen here yet.
house-running = A table that is open already keeps the rules it began with.
house-step = { $page } of { $pages }: { $topic }
house-topic-preset = where to start
house-topic-values = bids and values
house-topic-silent = silent games
house-topic-play = kontra and play
house-topic-table = table and payment
house-topic-evening = the evening and more
house-usual = as in the rules you started from
house-more = { $count ->
        [one] …and one more
       *[other] …and { $count } more
    }
house-button-back = Back
house-button-next = Next
house-button-reset = Reset
house-button-done = Done
house-manage-only = Setting the server's rules takes this permission: { $permission }.
house-broken = The rules this server had chosen can't be used any more. { $why } Someone who manages the server can choose anew with `/settings rules`.
house-server-choice = This server's rules
house-command-rules = The rules that new tables here play by; for those who manage the server

house-no-preset = I know no rules called `{ $found }`. Did you mean `{ $nearest }`?
house-no-rule = There is no rule called `{ $found }`. Did you mean `{ $nearest }`?
house-wrong-value = This can't be the value of `{ $rule }`.
house-wrong-value-choices = This can't be the value of `{ $rule }`. It can be: { $choices }.
house-out-of-range = `{ $rule }` can't be { $found }: it goes from { $from } to { $to }.
house-names-no-preset = These rules don't say where they start. Begin with one of these: { $choices }.
house-unreadable = I can't read these rules. Write them like this: `rablo four_tens=true durchmars=7`
house-contradiction = These rules contradict themselves. { $why }
house-contradiction-factors = Suits can count differently (`suit_factors`) only where bids name a suit: `bid_suits` = `all`.
house-contradiction-no-table = A silent hundred by the bid's row (`silent_hundred` = `table`) needs rows: only the rules of `rablo` and `szinlicit` have them.
house-contradiction-row = Every row of `silent_table` has to name a bid.
house-contradiction-cap = The most that marriages count (`marriages_at_most`) is a multiple of 20, or a parti could end in a tie.
house-contradiction-name = The names of the kontras (`kontra_names`) are 1 to 32 letters long.
house-contradiction-names = There are more names of kontras (`kontra_names`) than the 15 there can be.
house-contradiction-kontra = With so many doublings (`kontra_limit`), one game could be worth more than 10,000,000 points: take a lower limit or lower values.
