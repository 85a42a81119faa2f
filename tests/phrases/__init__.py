"""Every sentence of the bot in one file, to be read in a row: `python -m tests.phrases`."""
