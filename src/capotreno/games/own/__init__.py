"""A board of your own: what its file chooses, what does not fit, and the game it becomes."""
