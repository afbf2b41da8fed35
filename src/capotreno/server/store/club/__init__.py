"""What the store keeps about people with each other: who looks for whom, ratings, friends."""
