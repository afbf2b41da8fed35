"""Several servers on one database: which of them has a table in hand, and the way to it."""
