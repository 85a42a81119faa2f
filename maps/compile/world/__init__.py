"""Where the lands of the world lie, and how they come onto the plane of a board."""
