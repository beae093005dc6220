-- Finds the deal that a message shows, for the entries of the message's context menu.
CREATE INDEX messages_by_id ON messages (message);
