"""Networks that learn by playing against themselves, and play with NumPy alone."""
