"""Players that have learned: small networks in exact integer arithmetic, and who plays by them."""
