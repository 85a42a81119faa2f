"""Questions of national advantages as they are told."""
