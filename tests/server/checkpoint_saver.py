"""A program that saves checkpoints of a table until it is killed: `python -m
tests.server.checkpoint_saver FOLDER_OR_URL TABLE`.
"""

import asyncio
import sys
from pathlib import Path

from ekiben.server.archive import open_store
from ekiben.server.checkpoints import LogDigest, Start, make_checkpoint
from ekiben.server.table_state import TableState


async def main(where, table):
    is_database = where.startswith("postgres")
    store = open_store(Path(where), where if is_database else None)
    await store.open()
    entries = await store.log(table)
    print("started", flush=True)
    while True:
        start = Start(TableState(await store.setup(table)), LogDigest())
        for entry in start.state.apply_log(entries):
            start.digest.add(entry)
            await store.save_checkpoint(table, make_checkpoint(start))
            print(start.state.seq, flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
