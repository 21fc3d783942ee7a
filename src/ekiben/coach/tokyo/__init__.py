"""The coach of Tokyo Railways."""
