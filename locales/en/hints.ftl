# What the strong robot would do in the presser's place.

hint-play = 💡 The strong robot would play **{ $card }**.
hint-only-card = 💡 **{ $card }** is the only card you may play.
hint-take = 💡 The strong robot would take the talon.
hint-bid = 💡 The strong robot would bid **{ $contract }**.
hint-bid-discard = 💡 The strong robot would bid **{ $contract }** and discard { $cards }.
hint-name-trumps = It can only be won with { $trumps } as trumps.
hint-pass = 💡 The strong robot would pass.
hint-play-own = 💡 The strong robot would play this contract.
hint-trump = 💡 The strong robot would choose as trumps: **{ $suit }**.
hint-kontra = 💡 The strong robot would call kontra: **{ $games }**.
hint-no-kontra = 💡 The strong robot would not call kontra.
hint-no-rekontra = 💡 The strong robot would not double any further.
hint-fold = 💡 The strong robot would fold.
hint-open = 💡 The strong robot would lay the hand open.
hint-claim = 💡 The strong robot would lay the hand open: it is sure that everything is decided.
hint-fair = -# It sees what you see, your own cards and the table, and it can be wrong.
hint-ranked = There are no hints at a ranked table.
hint-none = I could not work out a hint. Try again in a moment.
