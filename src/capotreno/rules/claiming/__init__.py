"""Claiming routes, and the pieces that are put on them."""
