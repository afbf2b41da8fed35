"""What a contest says: summaries, tables, plots, a page."""
