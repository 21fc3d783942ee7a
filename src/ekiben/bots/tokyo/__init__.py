"""Bots for Tokyo Railways: one planner, whose weights make each of them."""
