"""Tickets: where each of them is, how they are drawn, kept and completed."""
