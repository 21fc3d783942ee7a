"""Observations of the route games."""
