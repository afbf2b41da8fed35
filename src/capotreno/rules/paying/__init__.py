"""Paying a route with cards: sets, ferries, tunnels, train and ship cards."""
