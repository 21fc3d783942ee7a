"""Pictures of the route games."""
