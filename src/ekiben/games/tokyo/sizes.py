"""How much fits: one state layout serves every map of the family."""

SEATS = 9
ROWS = 56
COLUMNS = 56  # a row of posts is one set of 56 bits
POSTS = ROWS * COLUMNS
LINKS = POSTS * 4
CITIES = 168
BIG = 16  # big cities
BIG_POSTS = 16  # posts of one of them
PLACES = 512  # posts a train can be placed at
FERRIES = 8
JOBS = 224  # job tiles: four sets of 56
HAPPENINGS = 56  # event tiles: a fifth
TILES = JOBS + HAPPENINGS
WORD = 56
WORDS = TILES // WORD
SEASONS = 8
SPEED = 128  # speeds and loads are below these
LOAD = 8
BUDGET = 100  # G that can be built for in one turn
MOST = 2000  # any other figure
