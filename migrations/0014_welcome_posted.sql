-- 1 if the welcome message is posted or not needed, 0 while it is due. The column `at` is then the time of the last
-- attempt.
ALTER TABLE welcomed ADD COLUMN posted BIGINT NOT NULL DEFAULT 1 CHECK (posted IN (0, 1));

-- A new database does not know the servers of the bot, which may be many if an older database was lost. Only servers
-- that the bot joined in the last day before the first start are welcomed.
INSERT INTO meta (name, value)
SELECT 'welcome_since', (CAST(strftime('%s', 'now') AS INTEGER) - 86400) * 1000
WHERE NOT EXISTS (SELECT 1 FROM meta WHERE name = 'welcome_since');
