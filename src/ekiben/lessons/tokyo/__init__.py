"""Lessons of Tokyo Railways: the names that its files may use."""
