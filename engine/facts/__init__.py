"""What is read from data and never changes in a game: boards, unit tables, openings, parameters, editions."""
