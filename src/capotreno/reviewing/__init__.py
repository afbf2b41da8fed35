"""The review of a game: what decisions were worth, which were better, how much was luck."""
