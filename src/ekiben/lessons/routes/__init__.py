"""Lessons of the route games: the names that their files may use."""
