"""Commands that show the board, charts and replays."""
