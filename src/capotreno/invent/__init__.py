"""Boards that nobody has drawn: invented from a seed, playable and balanced."""
