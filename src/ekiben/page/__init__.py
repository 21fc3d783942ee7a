"""Ekiben as a page: what runs inside the browser, without a server."""
