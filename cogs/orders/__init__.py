"""Commands, buttons and forms by which a power gives its orders and answers questions."""
