"""Environments of the route games."""
