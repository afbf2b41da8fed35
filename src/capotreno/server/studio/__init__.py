"""Boards that people draw: looked at and invented in a process of its own, kept for tables."""
