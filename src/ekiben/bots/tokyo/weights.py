"""How a planner weighs trips and money, and how far it looks: the weights make the bot."""

from __future__ import annotations

from math import inf
from typing import NamedTuple


class Weights(NamedTuple):
    """The numbers that a planner decides by, fitted for the expert.

    Fitted with `bench/tokyo_weights.py` to games played alone; `upgrades` to games against others,
    where a train bought later than that wins no more games (`bench/tokyo_balance.py`).
    """

    move_price: float = 1.0  # G that a point of movement counts when a way is looked for
    spent: float = 0.9  # part of a G built that counts as spent, since track stays
    stick: float = 1.15  # a new trip must be worth 100 G more than the old one for each 1 above 1
    rate: float = 0.6  # G expected to be earned for each point of speed and turn
    cushion: float = 3.0  # G kept when a faster train is bought
    late: float = 16.0  # turns before the end from which all of a G built counts, more and more
    load_cushion: float = 40.0  # G kept when a train is bought that can only carry more
    loan_price: float = 5.0  # G that a loan counts against a trip
    most_loans: float = 2.0  # loans that a trip may need, at most
    jobs_considered: float = 20.0  # jobs considered for a trip
    beam_width: float = 300.0  # unfinished trips kept at each step of the search
    most_jobs: float = 5.0  # jobs fetched in one trip, at most
    finalists: float = 48.0  # trips worked out leg by leg in the end
    spare: float = 100.0  # G to spare before a big city is joined
    near: float = 5.0  # turns to spare before the end in which big cities are joined
    upgrades: float = 16.0  # turns that must still be to come for a better train to pay
    join_value: float = 28.0  # G that a trip is worth more for each big city it joins
    replan: float = 2.0  # looks for a new trip at each move from 1, at each building too from 2
    pace: float = 0.95  # G that a train should earn for each point of movement
    city_reserve: float = 20.0  # G to be kept for each big city still to be joined at the end
    stale: float = 0.0  # links built after which distances are worked out anew
    early_cities: float = 4.0  # big cities joined as soon as `cushion` is left
    defends: float = 1.0  # keeps a way into big cities that others are closing, above 0
    loans_held: float = inf  # loans held above which nothing more is borrowed for a trip
    # what only the learned player weighs; "early" amounts fade as the end comes near
    early_pace: float = 0.0  # G added to `pace` early in the game
    early_spent: float = 0.0  # added to `spent` early in the game
    early_join: float = 0.0  # G added to `join_value` early in the game
    early_loan: float = 0.0  # G added to `loan_price` early in the game
    slow_pace: float = 0.0  # G added to `pace` with the slowest train
    job_value: float = 0.0  # G that a trip is worth more for each job it brings
    long_trip: float = 0.0  # G that a trip is worth less for the square of the turns it takes
    rivals: float = 0.0  # part of a reward that is lost if somebody may take the job first
    rivals_late: float = 0.0  # turns that others are thought to be later than as the crow flies
    rivals_afar: float = 0.0  # turns more for those whose track does not touch the city
    rivals_full: float = 0.0  # turns more for those whose train is full
    deny: float = 0.0  # part of a reward that counts besides if somebody else comes soon after
    end_big: float = 0.0  # G that a trip is worth more if it ends in a big city
    follow: float = 0.0  # part that counts of what the best job from the end of a trip is worth
    toll_price: float = 0.0  # G that a G of tolls counts besides, since others earn it
    upgrade_first: float = inf  # turns to come from which a train is bought before a leg is built
