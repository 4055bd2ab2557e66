"""Sandtable plays published wargames by their full rules."""

__version__ = "0.1.0"
