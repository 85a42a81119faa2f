"""The level `easy`: as greedy, but it guards its capital, moves in columns, and weighs what comes back."""
