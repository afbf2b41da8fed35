"""The word between servers, through PostgreSQL or Redis."""
