"""What the bot does between orders: backups, clearing away, watching its storage."""
