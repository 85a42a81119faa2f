"""The board of a battle: its data, its layout, its picture, its words."""
