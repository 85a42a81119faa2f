"""Facilities: what they make, take and need, each by its line of the unit table; what territories yield."""
