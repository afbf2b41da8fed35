"""The read side: everything that may be asked of a State or a View, asked of the parts."""
