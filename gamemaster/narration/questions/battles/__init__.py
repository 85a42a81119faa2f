"""Questions of battles as they are told."""
