"""The landing proof: where aircraft can land, all together, and where they are based."""
