"""Is the review right? Its chances against what happens, and mistakes that were planted."""
