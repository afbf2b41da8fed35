"""The rules compiler: a bound game as C++ that plays the same games, move for move."""
