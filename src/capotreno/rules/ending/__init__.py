"""When a game is over."""
