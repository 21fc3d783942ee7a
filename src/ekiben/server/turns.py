"""What happens at a table by itself: bots take their turns, and clocks run out."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ekiben.server.metrics import METRICS
from ekiben.server.refusals import Refuse
from ekiben.server.settings import Settings
from ekiben.server.store import Entry, StoreAway
from ekiben.server.table_state import Play
from ekiben.server.workers import Workers

if TYPE_CHECKING:
    from ekiben.server.table import Table

log = logging.getLogger("ekiben.server")
AFTER_FAULT = 1.0  # seconds
SUBSTITUTE = "medium"  # the bot that takes over when a clock has run out


class Driver:
    def __init__(
        self, table: Table, workers: Workers, settings: Settings, age: float = 0.0
    ) -> None:
        self.table, self.workers, self.settings = table, workers, settings
        self.asked_at = self.now() - age  # since when the open question is open
        self.thinking: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None

    @property
    def play(self) -> Play:
        return self.table.play

    @property
    def busy(self) -> bool:
        return self.alarm is not None or (self.thinking is not None and not self.thinking.done())

    def now(self) -> float:
        """Seconds of a time that stands still while the store is away, since nobody can move then."""
        return self.settings.now() - self.table.bell.away()

    def heard(self) -> None:
        """The play has just applied an entry."""
        if self.play.clock_since == self.play.seq:
            self.restart_clock()

    def restart_clock(self) -> None:
        self.asked_at = self.now()

    def go_on(self) -> None:
        """After whatever may have made it a bot's turn, or a person's."""
        self.set_alarm()
        if self.wanted() and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.ensure_future(self.think())

    def wanted(self) -> bool:
        """Bots play on for people at the table, and for whoever watches."""
        return (
            self.play.bot is not None
            and not self.table.gone
            and (not self.play.idle or bool(self.table.gallery.viewers))
        )

    # ---- bots
    async def think(self) -> None:
        """One process at a time thinks for a table; the others ask now and then whether it still
        does.
        """
        while self.wanted():
            try:
                if await self.table.bell.lease(self.table.id):
                    await self.take_action()
                else:
                    await asyncio.sleep(self.settings.lease)
            except Refuse as refused:
                log.warning(
                    "a bot's action was not written",
                    extra={"facts": {"table": self.table.id, "why": refused.code}},
                )
                await asyncio.sleep(AFTER_FAULT)
            except Exception:
                log.exception("a bot's turn failed", extra={"facts": {"table": self.table.id}})
                await asyncio.sleep(AFTER_FAULT)
        if self.play.idle or self.play.match.over:
            await self.table.bell.release(self.table.id)

    async def take_action(self) -> None:
        moved, begun, wait = self.play.moved, self.settings.now(), self.pause()
        chosen = await self.workers.choose(self.play)
        await asyncio.sleep(max(0.0, wait - (self.settings.now() - begun)))
        await self.play_choice(moved, chosen)

    def pause(self) -> float:
        """So that one can follow, and take back what one regrets."""
        match = self.play.match
        if self.play.undoer is not None:
            return self.settings.grace
        if match.actors and match.actors[-1] == match.seat:
            return self.settings.step
        return self.settings.gentle if self.play.idle else self.settings.pace

    async def play_choice(self, moved: int, chosen: int) -> None:
        """Unless something else has happened meanwhile."""
        async with self.table.writing():
            seat = self.play.bot
            if self.play.moved != moved or seat is None:
                return
            draft, entry = (
                self.play.copy(),
                Entry("play", seat, action=str(self.play.game.action(chosen))),
            )
            draft.apply(entry)
            await self.table.append([entry], draft.match.over)
            METRICS.count("ekiben_bot_moves_total", game=self.play.setup.game)

    # ---- clocks
    def thought(self) -> int:
        """Milliseconds since the open question was put."""
        return (
            0 if self.play.clocked is None else max(0, round((self.now() - self.asked_at) * 1000))
        )

    def clocks(self) -> list[int] | None:
        """Milliseconds left, by seat."""
        minutes = self.play.setup.clock_minutes
        if minutes is None:
            return None
        running = self.play.clocked
        return [
            max(0, minutes * 60_000 - spent - (self.thought() if seat == running else 0))
            for seat, spent in enumerate(self.play.spent)
        ]

    def set_alarm(self, earliest: float = 0.0) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        clocks, seat = self.clocks(), self.play.clocked
        if clocks is not None and seat is not None:
            self.alarm = asyncio.get_running_loop().call_later(
                max(earliest, clocks[seat] / 1000), self.rang
            )

    def rang(self) -> None:
        self.alarm = None
        self.table.chore(self.check_clock())

    async def check_clock(self) -> None:
        """Who has no time left is played for by a bot from now on; that is not decided while nobody
        could move.
        """
        try:
            steady = await self.table.bell.steady()
            async with self.table.writing():
                clocks, seat = self.clocks(), self.play.clocked
                if steady and clocks is not None and seat is not None and clocks[seat] <= 0:
                    await self.table.seat_bot(seat, SUBSTITUTE, timeout=True)
        except (Refuse, StoreAway) as error:
            log.warning(
                "that a clock ran out was not written",
                extra={"facts": {"table": self.table.id, "why": str(error)}},
            )
        self.set_alarm(AFTER_FAULT)

    async def close(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        if self.thinking is not None:
            self.thinking.cancel()
            await asyncio.gather(self.thinking, return_exceptions=True)
        await self.table.bell.release(self.table.id)
