"""The planners' constants, by board and number of players."""
