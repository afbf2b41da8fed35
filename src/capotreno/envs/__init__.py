"""Environments for learning: every game behind the interfaces that other projects use."""
