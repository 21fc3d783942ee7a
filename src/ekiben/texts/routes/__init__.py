"""The route games in words."""
