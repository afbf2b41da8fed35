"""Planning: which routes a seat wants, how long they take, who is in the way."""
