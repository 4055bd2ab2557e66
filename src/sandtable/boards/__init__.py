"""Boards: the geometry of hexes, areas and points, without any rules.

Spaces are small ints, sets of spaces are ints read as bits (bit i stands for space i), and everything that never
changes is a table made once and shared by every copy of a game.
"""
