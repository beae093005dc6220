-- What a server plays by where a table asks for nothing else: a preset's name or a preset and what is
-- different, in JSON, as records have it. NULL: what the configuration says.

ALTER TABLE server_settings ADD COLUMN rules TEXT;
