-- Whether a person's own hand has a button that asks the strong robot.

ALTER TABLE user_settings ADD COLUMN hints BOOLEAN NOT NULL DEFAULT TRUE;
