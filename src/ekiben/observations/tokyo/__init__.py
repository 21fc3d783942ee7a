"""Observations of Tokyo Railways."""
