"""What check-board asks: is a board sound, is it balanced."""
