# Miért lett ez az eredmény: játékonként egy sor, fizetésenként egy mondat.

explain-marked = { $made ->
        [yes] ✅ { $line }
       *[no] ❌ { $line }
    }
explain = { $has_name ->
        [yes] { $game } ({ $who })
       *[no] { $game }
    } { $made ->
        [yes] megvan
       *[no] bukott
    }: { $reason }
explain-left = { $name } osztás közben felállt, ezért büntetést fizet
explain-left-partner = A társa, { $partner } is ugyanannyit fizet
explain-left-certain = { $name } azt is megfizeti, ami a többieknek már biztosan járt ({ $game })
explain-silent = { $line } · csendes: bemondás nélkül is számít
explain-free = { $line }, ingyen
explain-unpaid = { $line } · a csendes ulti miatt nem fizet érte senki
explain-decided = { $reason } (eldőlt: { $trick }. ütés)
explain-parti = { $points }/{ $total } pont, { $needed } kellett
# Akinek az ütéseiben nincs pont, annak semmi sem számít.
explain-parti-empty = { $side ->
        [declarer] egyetlen pontot sem ütött
       *[defence] a védők egyetlen pontot sem ütöttek
    }
explain-hundred = { $points } pont az ütésekből, a bélán felül { $needed } kellett
explain-no-marriage = { $game ->
        [forty] nem volt kézben az adu { $king } és { $over }
       *[twenty] az adun kívül nem volt kézben azonos színű { $king } és { $over }
    }
explain-silent-hundred = { $points } pont{ $marriages ->
        [0] {""}
       *[other] , ebből { $marriages } béla, azaz { $king } és { $over } azonos színből
    }
explain-seven-won = { $seven } vitte a 10. ütést
explain-seven-beaten = { $seven } nem vitte a 10. ütést: { $name } felülütötte ({ $card })
explain-seven-early = a { $seven } már korábban, { $trick ->
        [1] az
        [5] az
       *[other] a
    } { $trick }. ütésben elment
explain-seven-missing = { $seven } nem volt kézben
explain-all-tricks = mind a tíz ütés megvan
explain-no-trick = egyetlen ütés sincs
explain-trick = { $trick }. ütés: { $name } vitte ({ $card })
explain-all-four = { $rank ->
        [aces] mind a négy ász megvan
       *[tens] mind a négy tízes megvan
    }
explain-missed = { $trick }. ütés: { $card } elment, { $name } vitte
explain-laid-down = { $card } a talonba került
explain-claimed = eldőlt { $tricks } ütés után
explain-claimed-parti = { $tricks } ütés után { $points } pont, a többi már biztos volt ({ $needed }/{ $total } kellett)
explain-conceded = feladva { $tricks } ütés után
explain-folded = bedobva

# from és to: egy játékos, a két védő vagy a két másik.
pay = 💰 { $from ->
        [defenders] { $payee } mindkét védőtől **{ $points }** pontot kap
        [others] { $payee } a másik kettőtől fejenként **{ $points }** pontot kap
       *[one] { $to ->
            [defenders] { $payer } mindkét védőnek **{ $points }** pontot fizet
            [others] { $payer } a másik kettőnek fejenként **{ $points }** pontot fizet
           *[one] { $payee } **{ $points }** pontot kap, { $payer } fizeti
        }
    }{ $terms }
pay-even = 💰 Senki nem fizet{ $terms }
pay-nobody = 💰 Senki nem fizet.
pay-single = : { $game }.
pay-single-calculated = : { $game }, { $calculation }.
pay-terms = : { $terms }.
pay-and = { $first }; { $last }
pay-term = { $game } { $points }
pay-calculated = { $what } = { $calculation }
pay-less = mínusz { $what }
pay-game = { $game }
pay-kontra = { $level ->
        [1] {" "}× 2 ({ $name })
       *[other] {" "}× { $times } ({ $name })
    }
pay-fold = {" "}× 2 (bedobás)
pay-leave = {" "}× 2 (felállás)
pay-again = {" "}+ { $points } (bukott ulti)
