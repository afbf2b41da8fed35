"""A game in the terminal: one person against bots, and finished games told again.

The law kept here: what is shown comes from a seat's View and its redacted events, nothing else.
"""
