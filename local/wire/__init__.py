"""HTTP and the gateway of the local table."""
