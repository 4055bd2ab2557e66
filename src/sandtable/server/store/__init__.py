"""What lasts: the database, its rows, its upgrades and its back-ups."""
