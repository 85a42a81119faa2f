"""Who comes to a table, by commands and buttons of the lobby."""
