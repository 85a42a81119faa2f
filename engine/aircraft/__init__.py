"""Where aircraft can land, all together, and where they are based."""
