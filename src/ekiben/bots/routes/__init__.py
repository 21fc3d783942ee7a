"""Bots for the route games: policies, written and compiled like rules."""
