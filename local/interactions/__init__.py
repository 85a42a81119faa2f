"""Interactions at the local table: from people to the bot, and the bot's answers."""
