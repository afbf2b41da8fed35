"""What scores at the end besides routes and tickets."""
