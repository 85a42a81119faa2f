"""What has happened in a game, told and drawn from its log."""
