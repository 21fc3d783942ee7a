"""Tokyo Railways in the explorer."""
