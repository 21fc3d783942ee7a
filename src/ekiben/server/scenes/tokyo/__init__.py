"""Scenes of Tokyo Railways."""
