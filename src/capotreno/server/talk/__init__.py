"""What is said at a table, and who keeps order there."""
