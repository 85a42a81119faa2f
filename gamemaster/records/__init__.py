"""Records of games: exported, imported, replayed."""
