"""The bots themselves, with cards and with dice."""
