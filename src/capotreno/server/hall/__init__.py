"""All tables of a server: who sits where, the clock, the other servers."""
