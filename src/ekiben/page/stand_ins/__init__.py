"""Packages that cannot be had in a page, each as much of it as Ekiben uses, under its own name."""
