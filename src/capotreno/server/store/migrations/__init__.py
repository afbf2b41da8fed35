"""The steps from each version of the database to the next.

A step says the tables as they were then: it imports nothing of this project, and once released it
is never changed. The newest one's number stands in schema.py too.
"""
