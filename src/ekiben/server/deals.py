"""Duplicate play: several tables play one deal and compare.

All tables of a deal share its seed, salt, options, rules and bots. The bots' own luck comes from
the salt, they keep nothing from choice to choice, and none of them thinks by the clock: the same
moves get the same answers. A daily deal comes from the date and a secret of the server. Its tables
are sealed until the day is over: nobody is shown seed, decks or others' games before that.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from datetime import UTC, datetime

import ekiben
from ekiben.bots.levels import NAMES
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.games.proposals import proposals
from ekiben.server.access import new_token
from ekiben.server.deal_messages import NewDeal
from ekiben.server.deal_results import closing_time, day_end, note_result, parse_day
from ekiben.server.deal_store import Deal, DealSeat, RankedResults, daily_key, origin_key
from ekiben.server.errors import ApiError
from ekiben.server.ids import id_of_bytes, new_id
from ekiben.server.off_loop import off_loop
from ekiben.server.request_bodies import NewSeat, NewTable
from ekiben.server.store import AdminStore, SeatSetup, Setup
from ekiben.server.table import Table
from ekiben.server.table_state import TableState, cached_game
from ekiben.server.tables import (
    TableRegistry,
    game_for,
    seat_setups,
    validate_board,
)
from ekiben.server.time_slices import run_in_slices

log = logging.getLogger("ekiben.server")
TIMED = "expert"  # the level whose choices depend on how fast the machine is
DAILY_SEATS = {"america": 3, "europe": 3, "great-lakes": 3, "london": 2, "tokyo": 2}
DAILY_LEVEL = "medium"
SETTLED_AT_ONCE = 20  # tables
SUMMARY_SECONDS = 5.0
MAX_SUMMARIES = 200


class Deals:
    """The deals of a server."""

    def __init__(self, store: AdminStore, registry: TableRegistry) -> None:
        self.store = store
        self.registry = registry
        self.settling = asyncio.Lock()
        self.known_secret = b""
        self.summaries: dict[str, tuple[float, RankedResults]] = {}

    def now(self) -> float:
        return self.registry.settings.wall()

    async def deal(self, id: str) -> Deal:
        found = await self.store.deal(id) if id.isascii() and id.isalnum() else None
        if found is None:
            raise ApiError("no-deal", 404)
        return found

    # ---- making deals
    async def create(self, request: NewDeal) -> Deal:
        wish = NewTable(request.game, request.seats, request.options)
        game = await off_loop(game_for, wish)
        return await self.store.add_deal(
            Deal(
                id=new_id(),
                game=request.game,
                options=game.options,
                rules=game.rules,
                board=game.digest,
                seed=f"{secrets.randbits(128):x}",
                salt=secrets.token_hex(32),
                seats=deal_seats([(seat.kind, seat.level) for seat in request.seats]),
                created=self.now(),
            )
        )

    async def from_table(self, table: Table) -> Deal:
        """The deal of a table whose game is over; the first to ask makes it."""
        table.check_readable()
        state = table.state
        if not state.match.over:
            raise ApiError("not-over")
        setup = state.setup
        if setup.lesson:
            raise ApiError("lesson-deal")
        if setup.is_open_by_link:
            raise ApiError("branch-deal")
        if setup.deal:
            return await self.deal(setup.deal)
        known = await self.store.deal_of_key(origin_key(table.id))
        deal = known or await self.store.add_deal(deal_played(state, self.now()))
        await self.settle_table(deal, table.id)
        return deal

    # ---- daily deals
    async def secret(self) -> bytes:
        if not self.known_secret:
            found = await self.store.secret("deals", secrets.token_hex(32))
            self.known_secret = bytes.fromhex(found)
        return self.known_secret

    def today(self) -> str:
        return datetime.fromtimestamp(self.now(), UTC).date().isoformat()

    async def daily(self, day: str) -> list[Deal]:
        """The deals of a day: today's are made when first asked for, later ones never."""
        if parse_day(day) > parse_day(self.today()):
            raise ApiError("no-day", 404)
        found = [await self.store.deal_of_key(daily_key(day, game)) for game in ekiben.games()]
        if day == self.today() and None in found:
            secret = await self.secret()
            found = [await self.add_daily(secret, day, game) for game in ekiben.games()]
        return [deal for deal in found if deal is not None]

    async def add_daily(self, secret: bytes, day: str, name: str) -> Deal:
        game = await off_loop(proposed_game, name)
        return await self.store.add_deal(daily_deal(secret, day, game, self.now()))

    # ---- playing
    async def begin(
        self, deal: Deal, *, name: str, language: str, device: str
    ) -> tuple[Setup, dict[int, str]]:
        """A table that plays the deal, and the token of every seat that is not a bot's."""
        tokens = {seat: new_token() for seat in deal.people}
        setup = Setup(
            id=new_id(),
            game=deal.game,
            options=deal.options,
            rules=deal.rules,
            seed=deal.seed,
            salt=deal.salt,
            seats=table_seats(deal, name, tokens, language),
            created=self.now(),
            board=deal.board,
            deal=deal.id,
            device=device,
        )
        closes = closing_time(deal)
        if closes is not None:
            setup.sealed_until = closes
        await off_loop(validate_board, setup)
        await self.store.create(setup)
        return setup, tokens

    # ---- results
    async def settle(self, deal: Deal) -> None:
        """Note the results of tables that have ended since."""
        async with self.settling:
            for table in await self.store.unsettled_tables(deal.id, SETTLED_AT_ONCE):
                await self.settle_table(deal, table)

    async def settle_table(self, deal: Deal, table: str) -> None:
        """Note how a table ended, from its log."""
        setup = await self.store.setup(table)
        rows = await self.store.rows(table)
        if setup is None:
            return  # it has just expired
        try:
            state = TableState(setup)
        except EkibenError:
            log.warning("a deal's table cannot be read", extra={"facts": {"table": table}})
            return
        await run_in_slices(state.apply_log(row.entry for row in rows))
        if state.match.over:
            await note_result(self.store, deal, state, rows)

    async def summary(self, deal: Deal) -> RankedResults:
        """The best result and how many there are, as of a few seconds ago."""
        at, known = self.summaries.get(deal.id, (-SUMMARY_SECONDS, RankedResults([], 0)))
        if self.now() - at < SUMMARY_SECONDS:
            return known
        await self.settle(deal)
        if len(self.summaries) >= MAX_SUMMARIES:
            self.summaries.clear()
        found = await self.store.ranked_results(deal.id, 1)
        self.summaries[deal.id] = (self.now(), found)
        return found

    # ---- who may see what
    async def proof(self, deal: Deal) -> str:
        """What a browser that has finished the deal keeps in a cookie."""
        return await self.sign(f"finished {deal.id}")

    async def sign(self, text: str) -> str:
        return hmac.new(await self.secret(), text.encode(), hashlib.sha256).hexdigest()

    def is_closed(self, deal: Deal) -> bool:
        return bool(deal.day) and day_end(deal.day) <= self.now()

    def is_open(self, deal: Deal, finished: bool) -> bool:
        """Whether replays may be seen; those of a daily deal only when the day is over."""
        return self.is_closed(deal) or (finished and not deal.day)


# ---- deals
def deal_seats(seats: list[tuple[str, str | None]]) -> list[DealSeat]:
    """The seats of a deal, from kinds and levels: only bots that do not think by the clock."""
    found = [
        DealSeat("bot", level or "medium") if kind == "bot" else DealSeat("person")
        for kind, level in seats
    ]
    for seat in found:
        if seat.level is not None and (seat.level not in NAMES or seat.level == TIMED):
            raise ApiError("deal-level", 400, level=seat.level)
    if all(seat.kind == "bot" for seat in found):
        raise ApiError("deal-people", 400)
    return found


def deal_played(state: TableState, now: float) -> Deal:
    """The deal of a table that is over, with the luck it was played with."""
    setup = state.setup
    return Deal(
        id=new_id(),
        game=setup.game,
        options=setup.options,
        rules=setup.rules,
        board=state.game.digest,
        seed=f"{state.match.seed:x}",
        salt=setup.salt,
        seats=deal_seats([(seat.kind, seat.level) for seat in setup.seats]),
        created=now,
        origin=setup.id,
    )


def table_seats(deal: Deal, name: str, tokens: dict[int, str], language: str) -> list[SeatSetup]:
    """The first of the people's seats is the host's; the others are open."""
    host = deal.people[0]
    wishes = [
        NewSeat("bot", seat.level)
        if seat.kind == "bot"
        else NewSeat("you" if number == host else "open", name=name if number == host else "")
        for number, seat in enumerate(deal.seats)
    ]
    return seat_setups(wishes, tokens, language)


# ---- daily deals
def proposed_game(name: str) -> Game:
    """The game with the options that people are offered."""
    return cached_game(name, proposals(cached_game(name, {})))


def daily_deal(secret: bytes, day: str, game: Game, now: float) -> Deal:
    """The deal of a day: everything in it that is luck comes from the date and the secret."""

    def digest(purpose: str) -> bytes:
        return hmac.new(secret, f"{purpose} {day} {game.name}".encode(), hashlib.sha256).digest()

    count = DAILY_SEATS[game.name]
    own = digest("seat")[0] % count
    seats = [("you" if seat == own else "bot", DAILY_LEVEL) for seat in range(count)]
    return Deal(
        id=id_of_bytes(digest("id")),
        game=game.name,
        options=game.options,
        rules=game.rules,
        board=game.digest,
        seed=digest("seed")[:16].hex().lstrip("0") or "0",
        salt=digest("salt").hex(),
        seats=deal_seats([(kind, level) for kind, level in seats]),
        created=now,
        day=day,
    )
