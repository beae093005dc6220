-- Which deck's faces the cards have: 'hungarian' or 'french'.

-- NULL: the server's.
ALTER TABLE user_settings ADD COLUMN faces TEXT;
-- NULL: those of the Hungarian deck.
ALTER TABLE server_settings ADD COLUMN faces TEXT;
