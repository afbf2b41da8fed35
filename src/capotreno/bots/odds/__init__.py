"""The chances of the dice, exactly."""
