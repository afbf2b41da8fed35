"""How people find each other: the lobby, quick match, ratings, leagues and tournaments."""
