"""Bots for the lattice games."""
