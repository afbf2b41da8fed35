"""The libraries of games: how they are built, loaded and played."""
