"""Players made of code. A bot gets a View, never a State."""
