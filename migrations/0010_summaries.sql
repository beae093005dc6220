-- The channel in which the summary of a season is posted when it ends; NULL: none is wanted.
ALTER TABLE server_settings ADD COLUMN summary_channel BIGINT;

-- When it was seen to that an ended season is summed up, whether or not it was wanted.
ALTER TABLE seasons ADD COLUMN summed_up_at BIGINT;
UPDATE seasons SET summed_up_at = ended_at WHERE ended_at IS NOT NULL;

-- The ended seasons that are still to be summed up, few; and those that end by themselves.
CREATE INDEX seasons_to_sum_up ON seasons (ended_at) WHERE ended_at IS NOT NULL AND summed_up_at IS NULL;
CREATE INDEX seasons_ending ON seasons (started_at) WHERE ended_at IS NULL AND monthly;
