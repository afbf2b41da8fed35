"""One adviser per mechanic: what a bot knows of cards, passengers, harbours ..."""
