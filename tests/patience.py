"""How long a test waits for what must come. Long, as machines may be slow and busy; what comes is not waited for."""

PATIENCE_SECONDS = 120.0
