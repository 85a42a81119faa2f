"""Wars, neutrals, objectives and victory in words."""
