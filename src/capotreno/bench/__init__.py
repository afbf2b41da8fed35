"""Measuring: the engine's decisions and the server's answers per second."""
