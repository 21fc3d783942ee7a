"""The coach at a table: what matters to a seat, and a good move, which marks it as assisted.

Both are worked out from the seat's view alone. A good move is told only where every other seat is
a bot's; that the seat was told one is in the table's log before the answer leaves.
"""

from __future__ import annotations

from ekiben.coach.advice import say_with
from ekiben.coach.reason import Reason
from ekiben.server import messages
from ekiben.server.errors import ApiError
from ekiben.server.jobs import AdviceResult, ReasonFields
from ekiben.server.latest_requests import LatestRequests
from ekiben.server.moves import check_position, seat_to_act
from ekiben.server.scenes.sentences import MarkedWords
from ekiben.server.seats import append_if_valid
from ekiben.server.store import Entry
from ekiben.server.table import Table
from ekiben.server.table_state import TableState
from ekiben.server.viewers import Viewer


class AdviceRequests(LatestRequests[messages.Advise]):
    """Advice for the seat that looks."""

    async def answer(self, request: messages.Advise) -> messages.Advice:
        """What matters now, and a good move if one is asked for."""
        table, viewer = self.table, self.viewer
        if request.position > table.state.seq:
            await table.run_to_completion(table.read_new_entries())
        seat = advised_seat(table, viewer, request)
        if not table.advice_rate.allows(str(seat)):
            raise ApiError("slow-down")
        found = await table.workers.advise(table.state, seat, request.move, self.asker)
        if request.move:
            await table.run_to_completion(mark_assisted(table, viewer, request))
        if advised_seat(table, viewer, request) != seat:
            raise ApiError("late")
        return advice_message(table.state, found, request.request, viewer.language)


def advised_seat(table: Table, viewer: Viewer, request: messages.Advise) -> int:
    """The seat that asks, if it may be told this now."""
    table.check_readable()
    state = table.state
    if state.waiting:
        raise ApiError("not-dealt")
    if state.match.over:
        raise ApiError("over")
    check_position(table, request.position)
    if request.move:
        seat = seat_to_act(table, viewer)
        check_alone(state, seat)
        return seat
    if viewer.looking is None or viewer.looking not in viewer.seats:
        raise ApiError("not-your-seat", 403)
    return viewer.looking


def check_alone(state: TableState, seat: int) -> None:
    """A good move is told only in games against bots that nobody else compares with."""
    if state.setup.deal:
        raise ApiError("no-advice-deal", 403)
    if state.setup.lesson:
        raise ApiError("no-advice-lesson", 403)
    others = [kind for other, kind in enumerate(state.kinds) if other != seat]
    if "open" in others:
        raise ApiError("no-advice-open", 403)
    if "person" in others:
        raise ApiError("no-advice-people", 403)


async def mark_assisted(table: Table, viewer: Viewer, request: messages.Advise) -> None:
    """Note in the log, once for the game, that a seat was told a good move."""

    def make_entry() -> Entry | None:
        seat = advised_seat(table, viewer, request)
        return None if seat in table.state.assisted else Entry("assist", seat)

    await append_if_valid(table, make_entry)


# ---- in words
def advice_message(
    state: TableState, found: AdviceResult, request: int, language: str
) -> messages.Advice:
    """The advice in the viewer's language; a move only if it is legal here."""
    legal = {action.id: str(action) for action in state.match.legal()}
    if found.action is not None and found.action not in legal:
        raise ApiError("late")
    words = MarkedWords(language, state.game.board, state.names_in(language))
    return messages.Advice(
        request=request,
        seq=state.seq,
        remarks=[sentence(state, words, one) for one in found.remarks],
        action=None if found.action is None else legal[found.action],
        reasons=[sentence(state, words, one) for one in found.reasons],
        point=[*found.targets] if found.targets or found.action is None else [legal[found.action]],
    )


def sentence(state: TableState, words: MarkedWords, one: ReasonFields) -> str:
    key, values = one
    return say_with(words, Reason(key, values, state.game.board))
