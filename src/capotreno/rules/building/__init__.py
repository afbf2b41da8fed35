"""What is built in cities: harbours and stations."""
