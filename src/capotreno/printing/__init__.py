"""Boards of your own on paper: the map on sheets, cards, tickets, score track and rules."""
