"""What people are told when they are not here: it is their turn, a game is over, somebody calls."""
