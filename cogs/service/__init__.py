"""The bot as a client of Discord: connection, registration, sending, logs and monitoring."""
