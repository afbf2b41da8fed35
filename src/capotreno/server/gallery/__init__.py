"""Boards that people share with everybody: tried, listed, taken back."""
