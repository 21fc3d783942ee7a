"""A table to test Tokyo Railways at: matches begun, arranged, played and read. Only this file looks
behind the contract.

>>> match = arranged(track={0: ["r30c25 e e"]}, train={0: "r30c25"}, money={0: 100})
>>> play(match, "step e", "stop")
"""

from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from ekiben.core.errors import Refusal
from ekiben.core.match import Match, Script
from ekiben.games.tokyo import cups, networks, turn_steps
from ekiben.games.tokyo import track as rails
from ekiben.games.tokyo.game import load
from ekiben.games.tokyo.happenings import set_kinds
from ekiben.games.tokyo.lattice import DIRECTIONS, link_of, neighbour, post_number
from ekiben.games.tokyo.plans import plan_track
from ekiben.games.tokyo.rules import BOARDS, VERSION
from ekiben.games.tokyo.sizes import JOBS, TILES, WORD, WORDS
from ekiben.games.tokyo.state import BUILD, EMPTY, MOVE, STARTED

FILES = {"kanto": BOARDS / "kanto.toml", "islet": Path(__file__).parent / "islet.toml"}


# ---- to begin
@cache
def loaded(map, rules, options):
    return load(FILES[map], dict(options), rules)


def game(map="kanto", rules=VERSION, **options):
    return loaded(map, rules, tuple(options.items()))


def new(seats=2, seed=1, luck=None, map="kanto", **options):
    """A match at its first question, seat 0 first unless asked otherwise.

    `luck` scripts the cups.
    """
    options = {"first_seat": 0, **options}
    return game(map, **options).new(seats, seed, luck=Script(luck) if luck else None)


# ---- to play
def play(match, *actions):
    """Plays one action after the other; all events they caused."""
    return [event for action in actions for event in match.play(action)]


def refused(match, action, clause, reason):
    """The action is not legal, for this clause and reason, and is not carried out. Gives the
    refusal.
    """
    before = match.digest()
    refusal = match.why_not(action)
    assert isinstance(refusal, Refusal), f"{action} is legal"
    assert (refusal.clause, refusal.reason) == (clause, reason), refusal
    assert match.action(action).id not in [one.id for one in match.legal()]
    assert not match.position.step(match.action(action).id) and match.digest() == before
    return refusal


def allowed(match, *actions):
    """All these can be chosen now."""
    for action in actions:
        assert match.why_not(action) is None, match.why_not(action)
        assert match.action(action).id in [one.id for one in match.legal()]
    return True


def end_turn(match):
    """The seat in turn does nothing more."""
    seat = match.view().in_turn
    while not match.over and match.view().in_turn == seat:
        match.play(
            {"place": "place tokyo", "move": "stop", "build": "done"}.get(match.asked)
            or match.legal()[-1]
        )
    return match


# ---- to read
def legal(match, *verbs):
    return [str(action) for action in match.legal() if not verbs or action.verb in verbs]


def told(events, *kinds):
    return [event for event in events if event["kind"] in kinds]


def tiles(match, words):
    """The ids of a set of tiles."""
    board = match.game.board
    named = {job.number: job.id for job in board.jobs} | {
        JOBS + tile.number: tile.id for tile in board.tiles
    }
    return {
        named[word * WORD + member]
        for word in range(WORDS)
        for member in range(WORD)
        if int(words[word]) >> member & 1
    }


def on_map(match):
    return tiles(match, match.view().on_map)


def carried(match, seat):
    return tiles(match, match.view().carried[seat])


def outside(match):
    return tiles(match, match.view().outside)


def money(match, seat):
    return int(match.view().money[seat])


def loans(match, seat):
    return int(match.view().loans[seat])


def at(match, seat):
    return match.game.board.post(int(match.view().train[seat]))


def in_force(match):
    board = match.game.board
    return {
        seat: board.tiles[tile - JOBS].id
        for seat, tile in enumerate(match.view().force.tolist())
        if tile != EMPTY
    }


# ---- to arrange
def number(game, tile):
    found = [job.number for job in game.board.jobs if job.id == tile] + [
        JOBS + one.number for one in game.board.tiles if one.id == tile
    ]
    assert found, f"no tile {tile}"
    return found[0]


def links(game, path):
    """The links of a path: a post and directions, `r30c25 e e se`, or n times a direction, `r30c25
    4e`.
    """
    board = game.board
    name, *ways = path.split()
    post = post_number(name, board.rows, board.columns)
    place = (post // board.columns, post % board.columns)
    for way in ways:
        times, direction = int(way.rstrip("nesw") or 1), DIRECTIONS.index(way.lstrip("0123456789"))
        for _ in range(times):
            yield link_of(place, direction, board.columns)
            place = neighbour(place, direction, board.rows, board.columns)
            assert place is not None, f"{path} leaves the map"


def cost(match, path):
    return sum(int(match.game.plain_board.cost[link]) for link in links(match.game, path))


def arranged(
    match=None,
    *,
    seat=0,
    asked="move",
    track=None,
    train=None,
    money=None,
    loans=None,
    speed=None,
    load=None,
    jobs=None,
    carried=None,
    force=None,
    a=None,
    b=None,
    turns=None,
    aboard=(),
    joined=(),
    seats=2,
    map="kanto",
    **options,
):
    """A match that begins as if play had led there, at the beginning of a seat's move, or of its
    building.

    track     {seat: [path, ...]}         see `links` train     {seat: post}                others
    stand in the first place there is jobs      [job, ...]                  all jobs on the map
    carried   {seat: [job, ...]} force     {seat: tile}                events in force, by who drew
    them a, b      [tile, ...]                 what is drawn next from each cup, in this order turns
    how many turns have ended (left out: ten rounds) joined    [seat, ...]                 who has
    joined as many big cities as are needed
    """
    match = match or new(seats, map=map, **options)
    s, board = match.position.state.copy(), match.game.plain_board
    s.train[: s.seats] = [int(board.place_post[0])] * s.seats
    for one, post in (train or {}).items():
        s.train[one] = post_number(post, match.game.board.rows, match.game.board.columns)
    for one in aboard:
        s.aboard[one] = 1
    for one, paths in (track or {}).items():
        for path in paths:
            for link in links(match.game, path):
                assert s.track[link] == 0 and not board.inside[link], path
                rails.lay(board, s, one, link)
        count_joined(board, s, one)
    for one in joined:
        join(match.game, s, one)
    for name, values in (("speed", speed), ("load", load)):
        for one, value in (values or {}).items():
            getattr(s, name)[one] = value
    arrange_money(board, s, money or {}, loans or {})
    arrange_tiles(match.game, s, jobs, carried or {}, force or {}, a or [], b or [])
    s.turns = 10 * s.seats if turns is None else turns
    s.in_turn = s.seat = seat
    s.logs_events, s.events_logged = 1, 0
    turn_steps.begin_turn(board, s)
    s.asked = {"move": MOVE, "build": BUILD}[asked]
    begun = Match.imagined(match.game, s)
    conserved(begun)
    return begun


def join(game, s, seat):
    """The cheapest track from city to city, as many as are needed."""
    big = [city for city in game.board.cities if city.big][: game.plain_board.connections]
    for here, there in pairwise(big):
        plans = [plan_track(game, s, here.posts[0], post, seat) for post in there.posts]
        for link in min(plans, key=lambda plan: plan.cost).links:
            rails.lay(game.plain_board, s, seat, link)
    count_joined(game.plain_board, s, seat)


def count_joined(board, s, seat):
    for big in range(board.bigs):
        rails.recount(board, s, seat, board.big_post[big, 0])


def arrange_money(board, s, money, loans):
    for seat, n in loans.items():
        s.loans[seat] = n
    for seat, amount in money.items():
        s.books[seat, STARTED] += amount - s.money[seat]
        s.money[seat] = amount
    for seat in range(s.seats):
        s.score[seat] = s.money[seat] - board.repay_cost * s.loans[seat]


def arrange_tiles(game, s, jobs, carried, force, a, b):
    for tile in sorted(tiles_in(s.on_map)) if jobs is not None else []:
        move(game, s, tile, s.outside)
    for tile in jobs or []:
        move(game, s, number(game, tile), s.on_map)
    for seat, names in carried.items():
        for tile in names:
            move(game, s, number(game, tile), s.carried[seat])
    for seat, tile in force.items():
        move(game, s, number(game, tile), None)
        s.force[seat] = number(game, tile)
    set_kinds(game.plain_board, s)
    for cup, wanted in enumerate((a, b)):
        for tile in reversed(wanted):
            move(game, s, number(game, tile), None)
            s.cup[cup, s.cup_size[cup]] = number(game, tile)
            s.cup_size[cup] += 1


def tiles_in(words):
    return [tile for tile in range(TILES) if cups.has(words, tile)]


def move(game, s, tile, words):
    """Takes a tile from wherever it is, into a set of tiles or nowhere."""
    for place in (s.on_map, s.outside, s.delivered, *s.carried):
        cups.take(place, tile)
    for cup in range(2):
        left = [one for one in s.cup[cup, : s.cup_size[cup]].tolist() if one != tile]
        s.cup[cup] = EMPTY
        s.cup[cup, : len(left)], s.cup_size[cup] = left, len(left)
    if words is not None:
        cups.put(words, tile)


# ---- what never changes
def conserved(match):
    """Every tile is somewhere, once; money is what the books say; track, touched posts and entries
    agree.
    """
    game, s = match.game, match.position.state
    b = game.plain_board
    places = [
        tile
        for words in (s.on_map, s.outside, s.delivered, *s.carried[: s.seats])
        for tile in tiles_in(words)
    ]
    places += [tile for cup in range(2) for tile in s.cup[cup, : s.cup_size[cup]].tolist()]
    places += [tile for tile in s.force.tolist() if tile != EMPTY]
    assert sorted(places) == [
        *range(len(game.board.jobs)),
        *range(JOBS, JOBS + len(game.board.tiles)),
    ]
    for seat in range(s.seats):
        assert (
            s.money[seat] == s.books[seat].sum() >= 0
            and s.score[seat] == s.money[seat] - b.repay_cost * s.loans[seat]
        )
        assert sum(cups.has(s.carried[seat], tile) for tile in range(JOBS)) <= s.load[seat]
    assert s.books[:, 2].sum() == -s.books[:, 3].sum()
    check_track(game, s)


def check_track(game, s):
    b = game.plain_board
    built = [int(link) for link in range(4 * b.posts) if s.track[link]]
    for link in range(4 * b.posts):
        assert bool(s.laid[link % 4, link // 4 // b.columns] >> (link // 4 % b.columns) & 1) == (
            s.track[link] > 0
        )
    for seat in range(s.seats):
        own = {
            int(end)
            for link in built
            if s.track[link] == seat + 1
            for end in (b.end_a[link], b.end_z[link])
        }
        touched = {post for post in range(b.posts) if networks.touches(b, s, seat, post)}
        assert own == touched and s.joined[seat] == joined_by_groups(b, s, seat)


def joined_by_groups(b, s, seat):
    """TR-4.9: the connection count by groups of posts, put together link by link."""
    group = list(range(b.posts))

    def leader(post):
        while group[post] != post:
            group[post] = post = group[group[post]]
        return post

    own = np.flatnonzero(s.track == seat + 1).tolist()
    inside = np.flatnonzero(b.inside).tolist()
    ends = [(b.end_a[link], b.end_z[link]) for link in own + inside]
    for a, z in [*ends, *b.ferry_end[: b.ferries]]:
        group[leader(int(a))] = leader(int(z))
    cities = {}
    for post in {int(end) for pair in ends[: len(own)] for end in pair}:
        if b.big_at[post] >= 0:
            cities.setdefault(leader(post), set()).add(int(b.big_at[post]))
    return max(map(len, cities.values()), default=0)


def play_on(match, *actions):
    play(match, *actions)
    return match
