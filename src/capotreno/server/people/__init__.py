"""People who want to be known again: an optional profile without a password."""
