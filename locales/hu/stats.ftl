# Egy ember számai a szerveren: `/statisztika`.

stats-title = { $name } · { $span }
stats-deals = **{ $deals } osztás**, **{ $points }** pont (osztásonként { $average })
stats-roles = Felvevőként { $declared }, ebből { $made } teljesítve ({ $percent }%); védőként { $defended }
stats-roles-never = Felvevő még nem volt; védőként { $defended }
stats-ranked = Rangsorolt osztás: { $deals }, { $points } pont
stats-rating = Értékszám (`/szabályok értékszám`): **{ $value }**, bizonytalanság { $uncertainty }; a ranglistán { $least }
stats-provisional = ideiglenes, még { $missing } rangsorolt osztás kell
stats-unranked = Rangsorolt osztása itt még nincs. (`/szabályok értékszám`)
stats-contracts = **Bemondások**, teljesítve/összes: { $list }
stats-kontras = **Kontrák**, elbukott játék/összes: { $list }
stats-rekontras = **Rekontrák**, teljesített játék/összes: { $list }
stats-silent = **Csendes játékok**, teljesítve/összes: { $list }
stats-count = { $name } { $good }/{ $total }
stats-more = … és még { $count } féle
stats-best = Legjobb osztás: **{ $points }** pont, #{ $deal }
stats-worst = Legrosszabb osztás: **{ $points }** pont, #{ $deal }
stats-form = Pontok alakulása: { $first } – { $last }, { $days } nap játék, a végén { $end }
stats-form-day = Pontok alakulása: egyetlen nap, { $day }, a végén { $end }
stats-form-extremes = Csúcs: { $high } ({ $high-day }); mélypont: { $low } ({ $low-day })
stats-form-newest = Csak az utolsó { $days } nap; előtte: { $before }

stats-none-own = { $season ->
        [earlier] Abban
       *[running] Ebben
    } a szezonban nem fejeztél be osztást ezen a szerveren.
stats-none-own-ever = Ezen a szerveren még nem fejeztél be osztást. Nyiss asztalt: `/ulti új`
stats-none = { $who } { $season ->
        [earlier] abban
       *[running] ebben
    } a szezonban nem fejezett be osztást ezen a szerveren.
stats-none-ever = { $who } még nem fejezett be osztást ezen a szerveren.
stats-hidden = { $who } nem szerepel a listákon; a számait csak ő maga láthatja.
stats-button-all = Minden szezon
stats-button-now = A mostani szezon

stats-day = { $year }. { $month }. { $day }.
stats-everywhere = Minden szerver együtt
stats-none-anywhere = Még nem fejeztél be osztást. Hívj meg egy szerverre, és nyiss ott asztalt: `/ulti új`
stats-only-own = Itt csak a saját számaidat mutatom. A többiekét azon a szerveren látod, ahol együtt játszotok.
