"""What the terminal shows: the table, the map, the score, the rules."""
