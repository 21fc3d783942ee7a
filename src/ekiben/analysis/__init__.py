"""Reviews of finished games: chances to win, choices and their loss, luck, and beliefs."""
