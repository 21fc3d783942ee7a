"""The route games in the arena."""
