# Cards, games, kontra: what things are called.

suit-acorns = acorns
    .accusative = acorns
suit-leaves = leaves
    .accusative = leaves
suit-hearts = hearts
    .accusative = hearts
suit-bells = bells
    .accusative = bells
trump-none = no trumps

rank-seven = VII
    .short = VII
    .read = seven
rank-eight = VIII
    .short = VIII
    .read = eight
rank-nine = IX
    .short = IX
    .read = nine
rank-ten = X
    .short = X
    .read = ten
rank-under = Under
    .short = U
    .read = Under
rank-over = Over
    .short = O
    .read = Over
rank-king = King
    .short = K
    .read = King
rank-ace = Ace
    .short = A
    .read = Ace

# The cards one can choose from; the signs of the suits follow.
faces-hungarian = Hungarian cards
faces-french = French cards
faces-four-colour = Four-colour cards (green clubs, blue diamonds)

# Those of the French deck, for whoever likes to see it.
suit-french-acorns = clubs
    .accusative = clubs
suit-french-leaves = spades
    .accusative = spades
suit-french-hearts = hearts
    .accusative = hearts
suit-french-bells = diamonds
    .accusative = diamonds

rank-french-seven = 7
    .short = 7
    .read = 7
rank-french-eight = 8
    .short = 8
    .read = 8
rank-french-nine = 9
    .short = 9
    .read = 9
rank-french-ten = 10
    .short = 10
    .read = 10
rank-french-under = Jack
    .short = J
    .read = Jack
rank-french-over = Queen
    .short = Q
    .read = Queen
rank-french-king = King
    .short = K
    .read = King
rank-french-ace = Ace
    .short = A
    .read = Ace

# The name of a card, of the Hungarian and of the French deck.
card = { $rank } of { $suit }
card-french = { $rank } of { $suit }
# Cards of a suit in a list, such as "leaves Ace, King".
cards-of-suit = { $suit } { $ranks }

game-parti = parti
    .object = the parti
game-20-100 = 20-100
    .object = the 20-100
game-40-100 = 40-100
    .object = the 40-100
game-ulti = ulti
    .object = the ulti
game-four-aces = four aces
    .object = the four aces
game-four-tens = four tens
    .object = the four tens
game-durchmars = durchmars
    .object = the durchmars
game-betli = betli
    .object = the betli
contract-open = open { $game }
contract-open-short = open { $game }
contract-re = re-{ $game }
contract-colourless = colourless
contract-trump = { $contract } ({ $suit })

silent-hundred = silent hundred
silent-ulti = silent ulti
silent-durchmars = silent durchmars
silent-four-aces = silent four aces
renonsz = penalty
renonsz-supplement = supplement to the penalty

side-declarer = declarer
side-defence = defenders

kontra-level = { $level ->
        [0] no kontra
       *[other] kontra { $level }
    }

# The end of a list: "a, b and c".
list-last = { $first } and { $last }
list-neither = { $first } or { $last }
list-either = { $first } or { $last }

# The rule sets.
preset-4m = 4M Ulti
preset-rablo = Rablóulti
preset-pagat = International Ulti
preset-basic = Basic Ulti
preset-szinlicit = Ulti with suit bids
preset-about-4m = 38 bids; the modified 4M standard, good for a first evening
preset-about-rablo = Also four aces and bids without trumps; most lost games cost double
preset-about-pagat = 38 bids; Ulti as it is known outside Hungary
preset-about-basic = The simplest: nobody has to beat the trick, and doubling ends at rekontra
preset-about-szinlicit = Rablóulti in which every bid names its suit, and the suit multiplies its price
