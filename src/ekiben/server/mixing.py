"""Deals that people mix their own randomness into.

The server has sealed its seed before anybody adds anything. Each person's browser then seals a
part of 32 bytes, and opens it once all are sealed; the deal follows from the server's seed and all
parts. So nobody can choose a part knowing the others', and nobody chooses the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ekiben.core.errors import RecordError
from ekiben.core.seals import Mix, commitment, seal_of_part
from ekiben.server.errors import ApiError
from ekiben.server.seats import append_if_valid
from ekiben.server.store import Entry, SeatKind, Setup

if TYPE_CHECKING:
    from ekiben.server.table import Table
    from ekiben.server.viewers import Viewer


class Mixing:
    """The parts by seat, empty where there is none yet: their seals, then the parts themselves.

    When every person's seat has a seal, no more are taken (`closed`) and the parts are opened. A
    seat that a bot plays for is not waited for; a part that was opened counts in any case.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.seals = [""] * len(setup.seats)
        self.parts = [""] * len(setup.seats)
        self.closed = False
        self.done = False

    def copy(self) -> Mixing:
        copy = object.__new__(Mixing)
        copy.__dict__.update(self.__dict__)
        copy.seals = self.seals.copy()
        copy.parts = self.parts.copy()
        return copy

    @property
    def commit(self) -> str:
        """The seal on the server's seed."""
        return commitment(self.setup.salt, int(self.setup.seed, 16))

    def seal(self, seat: int, seal: str) -> None:
        if self.closed or self.seals[seat]:
            raise RecordError(f"seat {seat} cannot seal a part any more")
        self.seals[seat] = seal

    def open(self, seat: int, part: str) -> None:
        if not self.closed or self.parts[seat] or seal_of_part(part) != self.seals[seat]:
            raise RecordError(f"seat {seat} cannot open such a part")
        self.parts[seat] = part

    def advance(self, kinds: Sequence[SeatKind]) -> Mix | None:
        """Note what the latest entry completed; the mix, once, when nobody is waited for."""
        if self.done:
            return None
        people = [seat for seat, kind in enumerate(kinds) if kind != "bot"]
        self.closed = self.closed or all(self.seals[seat] for seat in people)
        self.done = self.closed and all(self.parts[seat] or not self.seals[seat] for seat in people)
        return self.mix() if self.done else None

    def mix(self) -> Mix:
        parts = tuple(part or None for part in self.parts)
        return Mix(int(self.setup.seed, 16), self.setup.salt, parts)


# ---- what people do
async def seal(table: Table, viewer: Viewer, seat: int, seal: str) -> None:
    """Seal a part for one of the viewer's seats; a repeated request succeeds again."""
    table.check_own_seat(viewer, seat)

    def make_entry() -> Entry | None:
        mixing = mixing_of(table)
        if mixing.seals[seat] == seal:
            return None
        if mixing.seals[seat] or mixing.closed or table.state.kinds[seat] != "person":
            raise ApiError("no-seal")
        return Entry("seal", seat, part=seal)

    await append_if_valid(table, make_entry)


async def reveal(table: Table, viewer: Viewer, seat: int, part: str) -> None:
    """Open the part of one of the viewer's seats; a repeated request succeeds again."""
    table.check_own_seat(viewer, seat)
    if not mixing_of(table).closed:
        await table.refresh()  # another process may have written the last seal

    def make_entry() -> Entry | None:
        mixing = mixing_of(table)
        if mixing.parts[seat] == part:
            return None
        if not mixing.closed or mixing.done or mixing.parts[seat]:
            raise ApiError("no-seal")
        if seal_of_part(part) != mixing.seals[seat]:
            raise ApiError("other-part")
        return Entry("reveal", seat, part=part)

    await append_if_valid(table, make_entry)


def mixing_of(table: Table) -> Mixing:
    if table.state.mixing is None:
        raise ApiError("no-mixing")
    return table.state.mixing
