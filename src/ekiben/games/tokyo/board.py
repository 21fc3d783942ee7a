"""The board as the rules see it: one record of constant tables."""

from __future__ import annotations

from ekiben.core.arrays import Array, Array2, Array3
from ekiben.core.layout import I2, I8, GameBoard, field
from ekiben.games.tokyo.sizes import (
    BIG,
    BIG_POSTS,
    BUDGET,
    CITIES,
    FERRIES,
    JOBS,
    LINKS,
    LOAD,
    PLACES,
    POSTS,
    ROWS,
    SEASONS,
    SEATS,
    SPEED,
    TILES,
    WORDS,
)
from ekiben.games.tokyo.state import BARS


class Board(GameBoard):
    """One board with its options; nothing in it changes while games are played."""

    # sets of posts and links, row by row
    big_row: Array = field(I8, ROWS)
    cheap: Array3 = field(I8, BUDGET + 1, 4, ROWS)
    barred: Array3 = field(I8, len(BARS), 4, ROWS)
    entry: Array3 = field(I8, BIG, 4, ROWS)
    # sets of tiles
    in_cup: Array2 = field(I8, 2, WORDS)
    from_city: Array2 = field(I8, CITIES, WORDS)
    to_city: Array2 = field(I8, CITIES, WORDS)
    of_season: Array2 = field(I8, SEASONS, WORDS)
    seasonal: Array = field(I8, WORDS)
    # sizes
    rows: int = field(I8)
    columns: int = field(I8)
    posts: int = field(I8)
    cities: int = field(I8)
    bigs: int = field(I8)
    jobs: int = field(I8)
    tiles: int = field(I8)
    places: int = field(I8)
    actions: int = field(I8)
    # figures
    start_money: int = field(I8)
    start_speed: int = field(I8)
    start_load: int = field(I8)
    connections: int = field(I8)
    win_money: Array = field(I8, SEATS + 1)
    start_jobs: Array = field(I8, 2)
    limit_big: Array = field(I8, BIG + 1)
    limit_other: int = field(I8)
    boom: Array = field(I8, 2)
    quiet_turns: int = field(I8)
    each_turn: int = field(I8)
    track_fee: int = field(I8)
    loan: int = field(I8)
    repay_cost: int = field(I8)
    interest: int = field(I8)
    relief: int = field(I8)
    tax_each: int = field(I8)
    taxes: int = field(I8)
    tax: Array = field(I8, 16)
    property: Array = field(I8, BIG + 1)
    maintenance: Array2 = field(I8, SPEED, LOAD)
    debts: Array = field(I8, SEATS)
    # trains
    exists: Array2 = field(I8, SPEED, LOAD)
    faster: Array = field(I8, SPEED)
    larger: Array = field(I8, LOAD)
    upgrade_cost: Array = field(I8, 3)
    fastest: Array = field(I8, BIG + 1)
    # options
    strike_track: int = field(I8)
    equal_turns: int = field(I8)
    no_lockout: int = field(I8)
    turn_limit: int = field(I8)
    first_drawn: int = field(I8)
    version: int = field(I8)
    # posts
    next_post: Array2 = field(I2, POSTS, 8)
    link_at: Array2 = field(I2, POSTS, 8)
    city_at: Array = field(I2, POSTS)
    big_at: Array = field(I2, POSTS)
    ferry_at: Array = field(I2, POSTS)
    over_at: Array = field(I2, POSTS)
    ground: Array = field(I2, POSTS)
    # links
    cost: Array = field(I2, LINKS)
    run: Array = field(I2, LINKS)
    inside: Array = field(I2, LINKS)
    bars: Array = field(I2, LINKS)
    end_a: Array = field(I2, LINKS)
    end_z: Array = field(I2, LINKS)
    # big cities, ferries, jobs, event tiles
    big_post: Array2 = field(I2, BIG, BIG_POSTS)
    big_size: Array = field(I2, BIG)
    ferries: int = field(I8)
    ferry_end: Array2 = field(I2, FERRIES, 2)
    ferry_cost: Array = field(I2, FERRIES)
    origin: Array = field(I2, JOBS)
    goal: Array = field(I2, JOBS)
    reward: Array = field(I2, JOBS)
    season: Array = field(I2, JOBS)
    kind: Array = field(I2, TILES)
    brings: Array = field(I2, TILES)
    place_post: Array = field(I2, PLACES)
    # where each verb's actions begin
    place: int = field(I8)
    step: int = field(I8)
    board: int = field(I8)
    load: int = field(I8)
    unload: int = field(I8)
    put_back: int = field(I8)
    stop: int = field(I8)
    build: int = field(I8)
    upgrade: int = field(I8)
    lose: int = field(I8)
    done: int = field(I8)
    borrow: int = field(I8)
    repay: int = field(I8)


BOARD = Board.dtype
