"""The chances of raids and rockets, exactly: who gets through, and what the strikes come to."""
