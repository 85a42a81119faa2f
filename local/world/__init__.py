"""What is on the local table: servers, members, roles, channels, and how it is kept."""
