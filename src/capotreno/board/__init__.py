"""Boards: what is printed on a map, its cards and its tickets, as data."""
