"""Scenes of the route games."""
