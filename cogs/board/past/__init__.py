"""Commands that look back: what happened, as text, pictures, a page or a film."""
