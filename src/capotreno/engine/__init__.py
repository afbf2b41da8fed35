"""The machinery of the games; it knows no rule of any of them."""
