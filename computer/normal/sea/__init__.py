"""Ships of the level `normal`: which are bought, whom they carry where, and where they wait."""
