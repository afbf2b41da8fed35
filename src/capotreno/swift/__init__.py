"""A sensible policy in the compiler's subset: it plays the same moves interpreted and compiled."""
