"""What the level `hard` weighs beyond `normal`: what strikes back at who strikes, and when victory counts."""
