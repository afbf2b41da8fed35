"""Who travels: passengers, journeys and the merchandise they gather."""
