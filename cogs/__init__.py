"""Discord's side: slash commands, buttons, menus and forms."""
