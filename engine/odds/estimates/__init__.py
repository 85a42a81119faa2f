"""About what a battle comes to, at a glance."""
