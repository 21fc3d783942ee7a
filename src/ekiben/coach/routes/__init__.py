"""The coach of the route games."""
