# A képek szavai: rövidek, jelek nélkül. A képleírások ezekből és a többi fájl mondataiból állnak össze.

picture-took-trick = vitte
picture-from-talon = talon
picture-led = hívott
picture-declarer = felvevő
picture-dealer = osztó
picture-sits-out = pihen, osztó
picture-pass = passz
picture-takes = nála a talon
picture-tricks = { $count ->
        [one] 1 ütés
       *[other] { $count } ütés
    }
picture-turn = { $name } következik.
picture-best-bid = { $name } bemondása
# In the picture of a hand.
picture-hand-bid = Most ez áll: { $contract } ({ $name })
picture-no-bid = Még senki sem licitált
picture-standings = Állás
picture-window = ablak (kassza)
picture-open = { $name } terített
picture-led-by = { $name } hívott.
picture-playable = Ezeket teheted: { $cards }.
picture-as-dealt = Az eredeti osztás
picture-talon = Lerakott lapok
picture-claimed = { $name } terített
picture-conceded = { $name } feladta
picture-won = { $name } nyert
picture-lost = { $name } bukott
picture-even = { $name } nullára jött ki
picture-gone = { $name } felállt
picture-row = { $place }. { $name }: { $points }
