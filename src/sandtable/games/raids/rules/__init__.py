"""The rules of the raid series, chapter by chapter."""
