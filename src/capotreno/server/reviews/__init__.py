"""Finished games reviewed at a server: one after the other, in a process that gives way."""
