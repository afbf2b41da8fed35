"""A person's game from sitting down to the end, saved on the way."""
