"""Tokyo Railways in words."""
