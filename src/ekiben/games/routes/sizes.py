"""How much fits: one state layout serves all route games, sized for the largest."""

SEATS = 5
CITIES = 56
ROUTES = 112
COLOURS = 8
KINDS = 25
DECKS = 2
CARDS = 120
SLOTS = 6
TICKETS = 56
OFFER = 5
LONGEST = 9
BUILDINGS = 3
DISTRICTS = 8
MOST = 200  # pieces, points: small enough that sums fit 16 bits
PAYMENTS = 2048
WORD = 56  # sets are non-negative 64-bit words of 56 bits
WORDS = ROUTES // WORD
