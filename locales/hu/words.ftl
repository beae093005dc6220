# Lapok, játékok, kontra: a nevek.

suit-acorns = makk
    .accusative = makkot
suit-leaves = zöld
    .accusative = zöldet
suit-hearts = piros
    .accusative = pirosat
suit-bells = tök
    .accusative = tököt
trump-none = adu nélkül

rank-seven = hetes
    .short = VII
    .read = hetes
rank-eight = nyolcas
    .short = VIII
    .read = nyolcas
rank-nine = kilences
    .short = IX
    .read = kilences
rank-ten = tízes
    .short = X
    .read = tízes
rank-under = alsó
    .short = Al
    .read = alsó
rank-over = felső
    .short = F
    .read = felső
rank-king = király
    .short = K
    .read = király
rank-ace = ász
    .short = A
    .read = ász

# A kártyák, amelyek közül választani lehet; utánuk a színek jelei jönnek.
faces-hungarian = magyar kártya
faces-french = francia kártya
faces-four-colour = négyszínű kártya (zöld treff, kék káró)

# A francia kártyáé, ha azzal játszanak. A „piros” bemondás neve így is piros.
suit-french-acorns = treff
    .accusative = treffet
suit-french-leaves = pikk
    .accusative = pikket
suit-french-hearts = kőr
    .accusative = kőrt
suit-french-bells = káró
    .accusative = kárót

rank-french-seven = hetes
    .short = 7
    .read = hetes
rank-french-eight = nyolcas
    .short = 8
    .read = nyolcas
rank-french-nine = kilences
    .short = 9
    .read = kilences
rank-french-ten = tízes
    .short = 10
    .read = tízes
rank-french-under = bubi
    .short = B
    .read = bubi
rank-french-over = dáma
    .short = D
    .read = dáma
rank-french-king = király
    .short = K
    .read = király
rank-french-ace = ász
    .short = Á
    .read = ász

# Egy lap neve, magyar és francia kártyával.
card = { $suit } { $rank }
card-french = { $suit } { $rank }
# Egy szín lapjai felsorolásban, például „zöld ász, király”.
cards-of-suit = { $suit } { $ranks }

game-parti = parti
    .object = a partit
game-20-100 = 20-100
    .object = a 20-100-at
game-40-100 = 40-100
    .object = a 40-100-at
game-ulti = ulti
    .object = az ultit
game-four-aces = négy ász
    .object = a négy ászt
game-four-tens = négy tízes
    .object = a négy tízest
game-durchmars = durchmars
    .object = a durchmarsot
game-betli = betli
    .object = a betlit
contract-open = terített { $game }
contract-open-short = ter. { $game }
contract-re = re{ $game }
contract-colourless = színtelen
contract-trump = { $contract } ({ $suit })

silent-hundred = csendes száz
silent-ulti = csendes ulti
silent-durchmars = csendes durchmars
silent-four-aces = csendes négy ász
renonsz = büntetés
renonsz-supplement = kiegészítés a büntetéshez

side-declarer = felvevő
side-defence = védők

kontra-level = { $level ->
        [0] nincs kontra
       *[other] { $level }. kontra
    }

# Felsorolás vége: „a, b és c”.
list-last = { $first } és { $last }
list-neither = sem { $first }, sem { $last }
list-either = { $first } vagy { $last }

# A szabálykészletek.
preset-4m = 4M ulti
preset-rablo = rablóulti
preset-pagat = nemzetközi ulti
preset-basic = egyszerű ulti
preset-szinlicit = színlicites ulti
preset-about-4m = 38 bemondás; a módosított 4M szabvány, első estére is jó
preset-about-rablo = Van négy ász és színtelen bemondás is; a legtöbb bukott játék duplán fizet
preset-about-pagat = 38 bemondás; így ismerik az ultit Magyarországon kívül
preset-about-basic = A legegyszerűbb: nem kell felülütni, és rekontra után nincs tovább
preset-about-szinlicit = Rablóulti, ahol minden bemondásnak színe van, és a szín szorozza az árát
