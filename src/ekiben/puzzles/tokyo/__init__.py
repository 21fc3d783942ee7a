"""Puzzles of Tokyo Railways."""
