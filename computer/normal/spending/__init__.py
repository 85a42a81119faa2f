"""What `normal` spends its IPCs on, and where what it bought takes its place."""
