"""What powers own and earn: their accounts."""
