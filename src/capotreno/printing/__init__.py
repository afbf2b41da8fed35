"""Boards of one's own on paper: the map on sheets, cards, tickets, score track and rules."""
