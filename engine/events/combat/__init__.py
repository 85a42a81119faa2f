"""What happens in battles, raids, scrambles and kamikaze strikes."""
