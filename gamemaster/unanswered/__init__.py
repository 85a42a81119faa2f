"""Commands that wait for their answer, and what became of them where the bot died."""
