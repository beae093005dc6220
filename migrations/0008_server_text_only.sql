-- Whether what everyone on a server sees has no pictures and no emoji.

ALTER TABLE server_settings ADD COLUMN text_only BOOLEAN NOT NULL DEFAULT FALSE;
