"""Ekiben as a page: what runs inside the browser, without a server."""

from ekiben.page import parsed_toml  # before anything in a page reads a file

__all__ = ["parsed_toml"]
