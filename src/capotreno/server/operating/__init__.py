"""What an operator does beside the server: backups, old tables, people who want to be forgotten."""
