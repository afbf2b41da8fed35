"""A deal and a puzzle for every day, the same for everybody at a server."""
