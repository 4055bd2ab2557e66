"""The steps from each schema of the database to the next, for Alembic.

A change of `rows.py` that changes the tables comes with a new file in `versions`, numbered one higher. A step that a
release has shipped is never changed again: databases that took it stay as it made them.
"""
