"""The route games at a terminal."""
