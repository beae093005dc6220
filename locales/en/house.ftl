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
house-re_betli-true = Betli can be bid in hearts
house-re_betli-false = Betli can't be bid in hearts
house-four_aces = Four aces
house-four_aces-true = Four aces can be bid
house-four_aces-false = Four aces can't be bid
house-four_tens = Four tens
house-four_tens-true = Four tens can be bid
house-four_tens-false = Four tens can't be bid
house-silent_hundred = Silent hundred
house-silent_hundred-none = A silent hundred pays nothing
house-silent_hundred-item = A silent hundred is paid on top of the parti
house-silent_hundred-doubles_parti = A silent hundred doubles the parti
house-silent_hundred-table = A silent hundred pays as listed for the bid
house-silent_ulti = Silent ulti
house-silent_ulti-none = A silent ulti pays nothing
house-silent_ulti-alone = A player wins or loses a silent ulti alone
house-silent_ulti-sides = A silent ulti is paid between the sides
house-silent_durchmars = Silent durchmars
house-silent_durchmars-none = A silent durchmars pays nothing
house-silent_durchmars-item = A silent durchmars is paid on top
house-silent_durchmars-triples_parti = A silent durchmars triples the parti
house-silent_four_aces = Silent four aces
house-silent_four_aces-true = Silent four aces pay
house-silent_four_aces-false = Silent four aces pay nothing
house-individual_kontra = For whom a kontra counts
house-individual_kontra-betli_and_durchmars = In betli and durchmars, each defender calls kontra alone
house-individual_kontra-no_trump_games = Without trumps, each defender calls kontra alone
house-individual_kontra-never = A kontra always counts for both defenders
house-kontra_limit = Number of doublings
house-kontra_limit-n = { $n ->
        [0] There is no kontra
        [1] Kontra, and no rekontra
        [2] Kontra and rekontra, no further
        [15] Kontra without a limit
       *[other] Up to { $n } doublings
    }
house-must_beat = Beating the trick
house-must_beat-true = You have to beat the trick if you can
house-must_beat-false = You don't have to beat the trick
house-open_hands = Open games
house-open_hands-declarer = Open games: only the declarer's hand lies open
house-open_hands-all = Open games: all hands lie open
house-open_hands-declarer_others_may = Open games: the defenders may lay open too
house-fold = Folding
house-fold-kontra_lost = Folding costs every game as if lost with kontra
house-fold-twice_won = Folding costs twice the value of every game
house-fold-plain_parti = Only a parti on its own can be folded
house-fold-never = Nobody may fold
house-concede = Conceding
house-concede-true = The declarer may concede after the first trick
house-concede-false = Nobody may concede in mid-play
house-last_trick_hidden = The previous trick
house-last_trick_hidden-true = The previous trick is hidden after the next lead
house-last_trick_hidden-false = The previous trick can be seen at any time
house-window = The window
house-window-true = A deal in which nobody gains fills the window
house-window-false = There is no window
house-four_players = A fourth player
house-four_players-true = Four can play; the dealer sits out
house-four_players-false = Only three can play

house-marriage_needs_trick = When marriages count
house-marriage_needs_trick-true = Marriages count only if the player wins a trick
house-marriage_needs_trick-false = Marriages count if the player's side wins a trick
house-hundred_announced = The marriage of a 40-100 or 20-100
house-hundred_announced-true = The marriage of a 40-100 or 20-100 is announced
house-hundred_announced-false = The marriage of a 40-100 or 20-100 stays secret

house-title = Rules of this server
house-plain = Every new table plays **{ $rules }**, unless `/ulti new rules:` asks for something else.
house-changed = Every new table plays **{ $rules }** with house rules, unless `/ulti new rules:` asks for something else:
house-unchosen = Nobody has changed the rules here yet.
house-running = An open table keeps the rules it began with.
house-step = { $page } of { $pages }: { $topic }
house-topic-preset = where to start
house-topic-values = bids and values
house-topic-silent = silent games
house-topic-play = kontra and play
house-topic-table = table and payment
house-topic-evening = the evening and more
house-topic-marriages = marriages
house-usual = as in the rules you started from
house-more = { $count ->
        [one] …and one more
       *[other] …and { $count } more
    }
house-button-back = Back
house-button-next = Next
house-button-reset = Reset
house-button-done = Done
house-broken = The rules chosen for this server can't be used any more. { $why } A server manager can choose new ones with `/ulti-admin rules`.
house-server-choice = This server's rules

house-no-preset = There are no rules called `{ $found }`. Did you mean `{ $nearest }`?
house-unknown-preset = There are no rules called `{ $found }`.
house-no-rule = There is no rule called `{ $found }`. Did you mean `{ $nearest }`?
house-wrong-value = `{ $rule }` can't have this value.
house-wrong-value-choices = `{ $rule }` can't have this value. Possible values: { $choices }.
house-out-of-range = `{ $rule }` can't be { $found }. It goes from { $from } to { $to }.
house-names-no-preset = Begin with the rules to start from: { $choices }.
house-unreadable = I don't understand these rules. Type them like this: `rablo four_tens=true durchmars=7`
house-contradiction = These rules contradict each other. { $why }
house-contradiction-factors = Suits can have different factors (`suit_factors`) only if every bid names a suit: `bid_suits` = `all`.
house-contradiction-no-table = `silent_hundred` = `table` is possible only with the rules `rablo` and `szinlicit`.
house-contradiction-row = Every row of `silent_table` needs a bid.
house-contradiction-cap = `marriages_at_most` has to be a multiple of 20, or a parti could end in a tie.
house-contradiction-name = A name in `kontra_names` has 1 to 32 letters.
house-contradiction-names = `kontra_names` has more than 15 names.
house-contradiction-kontra = With so many doublings (`kontra_limit`), one game could be worth more than 10,000,000 points: take a lower limit or lower values.
