"""The route games in the explorer."""
