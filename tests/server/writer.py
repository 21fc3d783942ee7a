"""A program that plays at shared tables and prints what was acknowledged: `python -m
tests.server.writer URL SEED TABLE…`.
"""

import asyncio
import json
import random
import sys

import msgspec

from ekiben.server.postgres import PostgresStore
from ekiben.server.store import Conflict, Entry
from ekiben.server.table_state import TableState

ACTS = 12


def random_act(state, luck):
    """One to four legal entries that belong together, on top of the play; somebody leaves or comes
    back now and then.
    """
    draft = state.copy()
    if luck.random() < 0.2:
        seat = luck.randrange(len(draft.kinds))
        return [
            Entry("back", seat) if draft.kinds[seat] == "bot" else Entry("bot", seat, level="easy")
        ]
    entries = []
    for _ in range(luck.randrange(1, 5)):
        if draft.match.over:
            break
        entries.append(Entry("play", draft.match.seat, str(luck.choice(draft.match.legal()))))
        draft.apply(entries[-1])
    return entries


async def main(address, seed, *tables):
    store, luck, told = PostgresStore(address, f"writer{seed}"), random.Random(seed), []
    await store.open()
    plays = {table: TableState(await store.setup(table)) for table in tables}
    for _ in range(ACTS):
        for table, state in plays.items():
            entries = random_act(state, luck)
            if not entries:  # the game is over
                continue
            try:
                await store.append(table, state.seq, entries, False)
                told.append((table, state.seq, msgspec.to_builtins(entries)))
            except Conflict:
                entries = await store.log(table, state.seq)
            for entry in entries:
                state.apply(entry)
    await store.close()
    print(json.dumps(told))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
