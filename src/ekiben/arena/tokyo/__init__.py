"""Tokyo Railways in the arena."""
