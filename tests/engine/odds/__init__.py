"""Chances of battles, held against battles that are fought and against every dice that may fall."""
