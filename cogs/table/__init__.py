"""Commands of the table: lobby, seats, hosting, consent, dice, rules, help about the bot."""
