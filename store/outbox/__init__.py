"""Messages and answers that wait to be sent."""
