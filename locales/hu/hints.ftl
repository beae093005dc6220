# Mit tenne az erős robot a kérdező helyében.

hint-play = 💡 Az erős robot ezt tenné ki: **{ $card }**.
hint-only-card = 💡 Csak ezt a lapot teheted ki: **{ $card }**.
hint-take = 💡 Az erős robot felvenné a talont.
hint-bid = 💡 Az erős robot ezt mondaná be: **{ $contract }**.
hint-bid-discard = 💡 Az erős robot ezt mondaná be: **{ $contract }**, és ezt rakná le: { $cards }.
hint-name-trumps = Csak { $trumps } aduval nyerhető meg.
hint-pass = 💡 Az erős robot passzolna.
hint-play-own = 💡 Az erős robot lejátszaná a bemondását.
hint-trump = 💡 Az erős robot ezt választaná adunak: **{ $suit }**.
hint-kontra = 💡 Az erős robot ezt kontrázná: **{ $games }**.
hint-no-kontra = 💡 Az erős robot nem kontrázna.
hint-no-rekontra = 💡 Az erős robot nem duplázna tovább.
hint-fold = 💡 Az erős robot bedobná a lapot.
hint-open = 💡 Az erős robot terítene, és továbbjátszana.
hint-claim = 💡 Az erős robot terítene: szerinte eldőlt a játék.
hint-fair = -# Annyit lát, amennyit te: a saját lapjaidat és az asztalt. Tévedhet is.
hint-ranked = Rangsorolt asztalnál nincs tipp.
hint-none = Most nem sikerült tippet adni. Próbáld újra egy pillanat múlva.
