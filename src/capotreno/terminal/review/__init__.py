"""The review of a game on the screen, as a page, and as puzzles."""
