"""Messages to Discord: written, drawn, sent in order, and sent again after a crash."""
