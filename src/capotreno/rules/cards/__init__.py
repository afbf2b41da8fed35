"""Cards: decks, hands, the face-up row and the ways to draw."""
