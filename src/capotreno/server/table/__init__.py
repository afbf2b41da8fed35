"""One table: its writer, its moves, and what everybody at it is shown."""
