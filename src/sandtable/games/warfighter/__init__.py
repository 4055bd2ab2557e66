"""Warfighter: a team of Special Forces makes its way, card by card, to its Objective."""
