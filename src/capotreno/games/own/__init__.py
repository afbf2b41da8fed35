"""A board of one's own: what its file chooses, what does not fit, and the game it becomes."""
