# The words in pictures: short, without signs. Their alt texts are made of these and of other files' sentences.

picture-took-trick = took it
picture-from-talon = talon
picture-led = led
picture-declarer = declarer
picture-dealer = dealer
picture-sits-out = sits out, dealer
picture-pass = pass
picture-takes = has the talon
picture-tricks = { $count ->
        [one] 1 trick
       *[other] { $count } tricks
    }
picture-turn = { $name } is next.
picture-best-bid = { $name } bids
# In the picture of a hand.
picture-hand-bid = Best bid: { $contract } ({ $name })
picture-no-bid = No bid yet
picture-standings = Standings
picture-window = window (pot)
picture-open = { $name }, open hand
picture-led-by = { $name } led.
picture-playable = You can play: { $cards }.
picture-as-dealt = The hands as they were dealt
picture-talon = Discarded
picture-claimed = { $name } claimed
picture-conceded = { $name } conceded
picture-won = { $name } won
picture-lost = { $name } lost
picture-even = { $name } came out even
picture-gone = { $name } left
picture-row = { $place }. { $name }: { $points }
