"""The local table as one object: clock, faults, rates, its owner's deeds."""
