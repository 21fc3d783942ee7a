"""Puzzles of the route games."""
