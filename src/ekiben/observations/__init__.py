"""What a seat sees, as numbers: for learners, and for players that have learned."""
