-- TRUE if a card is played for the person when it is the only one that the person may play.

ALTER TABLE user_settings ADD COLUMN forced_cards BOOLEAN NOT NULL DEFAULT FALSE;
