"""Bots at a server's tables, in processes of their own."""
