"""Is a board good? Thousands of games between bots, what they show, and what might be changed."""
