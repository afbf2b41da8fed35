"""A game written down: gestures, logs, positions."""
