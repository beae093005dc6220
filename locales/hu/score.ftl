# `/szabályok számoló`: mennyit fizetne egy osztás.
score-title = Mennyit fizetne? { $contract }
score-how = Koppints egy játékra, ha bukott (vagy mégis megvan), és a kontrájára, ha kontrázták. A csendes játékok a menüben vannak. A kontra itt úgy számít, mintha mindkét védő bemondta volna.
score-silent = Mi történt még?
score-defender = { $number }. védő
score-a-defender = egyik védő
score-button-made = { $made ->
        [yes] { $game }: megvan
       *[no] { $game }: bukott
    }
score-button-on = Én is kiszámolom
score-happened-made = { $game }: { $who }
score-happened-lost = bukott { $game }: { $who }
score-happened-twenty = { $game } egyetlen hússzal: { $who }
score-happened-not = Mégsem volt { $game }
score-window = Ami az ablakban van, azt is elviszi.
score-shared = 🧮 { $name } kiszámolta:
score-not-in-book = Ezeknél a szabályoknál nincs ilyen bemondás. Mindet felsorolja: `/szabályok bemondások`.
score-trump = Ezt a bemondást más aduval játsszák: { $choices }.
score-too-high = Egy játékot legfeljebb { $limit } alkalommal lehet duplázni.
score-no-such-game = Ebben a bemondásban nincs { $game }.
score-not-together = Így nem végződhet osztás. Kizárja egymást, amit ezeknél választottál: { $one } és { $other }.
score-window-in = 🪟 Az ablakba: { $points } pont
score-window-out = 🪟 Megvan a piros ulti: { $name } elviszi az ablakot, { $points } pontot.
