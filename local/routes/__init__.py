"""The HTTP side of the local table: Discord's REST routes, its CDN, and the people's side."""
