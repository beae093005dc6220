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
rank-eight = VIII
    .short = VIII
rank-nine = IX
    .short = IX
rank-ten = X
    .short = X
rank-under = Under
    .short = U
rank-over = Over
    .short = O
rank-king = King
    .short = K
rank-ace = Ace
    .short = A

game-parti = parti
game-20-100 = 20-100
game-40-100 = 40-100
game-ulti = ulti
game-four-aces = four aces
game-four-tens = four tens
game-durchmars = durchmars
game-betli = betli
contract-open = open { $game }
contract-re = re-{ $game }
contract-colourless = colourless
contract-trump = { $contract } ({ $suit })

silent-hundred = silent hundred
silent-ulti = silent ulti
silent-durchmars = silent durchmars
silent-four-aces = silent four aces
renonsz = renonsz

side-declarer = declarer
side-defence = defenders

kontra-level = { $level ->
        [0] no kontra
       *[other] kontra { $level }
    }

# The end of a list: "a, b and c".
list-last = { $first } and { $last }

# The rule sets.
preset-4m = 4M Ulti
preset-rablo = Rablóulti
preset-pagat = Ulti as known abroad
preset-basic = Basic Ulti
preset-szinlicit = Ulti with suit bids
