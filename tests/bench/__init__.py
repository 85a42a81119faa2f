"""The budgets of the design, measured: `python -m tests.bench`."""
