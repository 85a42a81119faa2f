"""Moving units: one module per domain, and the order that puts them together."""
