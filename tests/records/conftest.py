"""The databases that the server's tests use, and their thread without the event loop of a browser."""

from tests.server.conftest import a_thread_without_a_loop, cluster, database

__all__ = ["a_thread_without_a_loop", "cluster", "database"]
