"""What a position means: whom a power commands, who is hostile where, which fights its moves lead to."""
