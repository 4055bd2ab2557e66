"""The server to the outside: addresses, guests, limits, and the process that serves them."""
