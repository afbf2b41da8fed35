"""Matches between bots: duplicate deals, honest intervals, results that resume, a report."""
