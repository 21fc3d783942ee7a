"""How games of the routes family are reviewed."""
