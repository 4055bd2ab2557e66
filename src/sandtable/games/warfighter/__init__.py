"""Warfighter: a small team on a mission, one player or several together against the game system."""
