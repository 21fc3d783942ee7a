"""What happens at a table without people: bots take their turns, and clocks run out."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ekiben.server.errors import ApiError
from ekiben.server.seats import seat_bot
from ekiben.server.store import Entry, StoreUnavailable
from ekiben.server.table_state import TableState

if TYPE_CHECKING:
    from ekiben.server.table import Table

log = logging.getLogger("ekiben.server")
RETRY_DELAY = 1.0  # seconds
SUBSTITUTE = "medium"  # level of the bot that takes over when a clock has run out


class TurnTaker:
    """Plays for bots, one process at a time, and hands seats without time to a bot."""

    def __init__(self, table: Table, clock_age: float = 0.0) -> None:
        self.table = table
        self.settings = table.settings
        self.asked_at = self.now() - clock_age  # when the open question was asked
        self.bot_task: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def busy(self) -> bool:
        return self.timer is not None or (self.bot_task is not None and not self.bot_task.done())

    def now(self) -> float:
        """Seconds on a clock that stops while the store is down, since nobody can move then."""
        return self.settings.now() - self.table.notifier.seconds_unavailable()

    def entry_applied(self) -> None:
        """Restart the clock if the entry just applied asked a new question."""
        if self.state.clock_since == self.state.seq:
            self.restart_clock()

    def restart_clock(self) -> None:
        self.asked_at = self.now()

    def resume(self) -> None:
        """Set the timer and start the bots; call it whenever the seat to act may have changed."""
        self.set_timer()
        if self.should_act() and (self.bot_task is None or self.bot_task.done()):
            self.bot_task = asyncio.ensure_future(self.run_bots())

    def should_act(self) -> bool:
        """Whether a bot is to act, for people at the table or for somebody who watches."""
        return (
            self.state.bot_to_act is not None
            and not self.table.gone
            and (not self.state.only_bots or bool(self.table.viewers.members))
        )

    # ---- bots
    async def run_bots(self) -> None:
        """Take bots' turns; one process at a time holds the lease, the others retry for it."""
        while self.should_act():
            try:
                if await self.table.notifier.acquire_lease(self.table.id):
                    await self.take_action()
                else:
                    await asyncio.sleep(self.settings.lease_retry)
            except ApiError as error:
                facts = {"table": self.table.id, "why": error.code}
                log.warning("a bot's action was not written", extra={"facts": facts})
                await asyncio.sleep(RETRY_DELAY)
            except Exception:
                log.exception("a bot's turn failed", extra={"facts": {"table": self.table.id}})
                await asyncio.sleep(RETRY_DELAY)
        if self.state.only_bots or self.state.match.over:
            await self.table.notifier.release_lease(self.table.id)

    async def take_action(self) -> None:
        last_move = self.state.last_move
        started_at = self.settings.now()
        wait = self.pause()
        chosen = await self.table.workers.choose(self.state)
        await asyncio.sleep(max(0.0, wait - (self.settings.now() - started_at)))
        await self.write_choice(last_move, chosen)

    def pause(self) -> float:
        """Seconds before the bot acts, so that people can follow and take back a mistake."""
        match = self.state.match
        if self.state.undo_seat is not None:
            return self.settings.grace
        if match.actors and match.actors[-1] == match.seat:
            return self.settings.step
        return self.settings.gentle if self.state.only_bots else self.settings.pace

    async def write_choice(self, last_move: int, chosen: int) -> None:
        """Write the bot's choice unless the position has changed since."""
        async with self.table.write_lock():
            seat = self.state.bot_to_act
            if self.state.last_move != last_move or seat is None:
                return
            draft = self.state.copy()
            entry = Entry("play", seat, action=str(self.state.game.action(chosen)))
            draft.apply(entry)
            await self.table.append([entry], draft.match.over)
            self.table.metrics.bot_moves.labels(game=self.state.setup.game).inc()

    # ---- clocks
    def elapsed_ms(self) -> int:
        """Milliseconds since the open question was asked; 0 if no clock runs."""
        if self.state.clocked_seat is None:
            return 0
        return max(0, round((self.now() - self.asked_at) * 1000))

    def clocks(self) -> list[int] | None:
        """Milliseconds left, by seat."""
        if self.state.setup.clock_minutes is None:
            return None
        return [self.milliseconds_left(seat) for seat in range(len(self.state.spent))]

    def milliseconds_left(self, seat: int) -> int:
        """What is left to a seat; nothing once a bot has taken over because time was up."""
        if seat in self.state.timed_out:
            return 0
        running = self.elapsed_ms() if seat == self.state.clocked_seat else 0
        return max(
            0, (self.state.setup.clock_minutes or 0) * 60_000 - self.state.spent[seat] - running
        )

    def set_timer(self, earliest: float = 0.0) -> None:
        """Wake up when the running clock has run out, but not before `earliest` seconds."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        clocks = self.clocks()
        seat = self.state.clocked_seat
        if clocks is not None and seat is not None:
            delay = max(earliest, clocks[seat] / 1000)
            self.timer = asyncio.get_running_loop().call_later(delay, self.timer_fired)

    def timer_fired(self) -> None:
        self.timer = None
        self.table.start_task(self.check_clock())

    async def check_clock(self) -> None:
        """Give the seat to a bot if its time is up, but never while the store is down."""
        try:
            store_is_up = await self.table.notifier.is_store_up()
            async with self.table.write_lock():
                clocks = self.clocks()
                seat = self.state.clocked_seat
                if store_is_up and clocks is not None and seat is not None and clocks[seat] <= 0:
                    await seat_bot(self.table, seat, SUBSTITUTE, timeout=True)
        except (ApiError, StoreUnavailable) as error:
            facts = {"table": self.table.id, "why": str(error)}
            log.warning("could not record that a clock ran out", extra={"facts": facts})
        self.set_timer(RETRY_DELAY)

    async def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.bot_task is not None:
            self.bot_task.cancel()
            await asyncio.gather(self.bot_task, return_exceptions=True)
        await self.table.notifier.release_lease(self.table.id)
