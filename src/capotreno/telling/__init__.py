"""What things are called and sentences about what happened, in a language: for every reader."""
