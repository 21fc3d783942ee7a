"""Tokyo Railways at a terminal."""
