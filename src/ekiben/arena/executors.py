"""Where games are played: in this process, in several, or on a Ray cluster. The games are the same
wherever they are.
"""

from __future__ import annotations

import importlib
import itertools
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from ekiben.arena.one_game import played
from ekiben.arena.plan import Job
from ekiben.core.errors import EkibenError
from ekiben.core.extras import missing

Play = Callable[[Job], str]
AHEAD = 4  # games handed out for every process
TRIES = 5  # how often a process may die under the same game


def results(
    jobs: Sequence[Job], processes: int = 1, ray: str | None = None, play: Play = played
) -> Iterator[str]:
    """The lines of all games as they end."""
    if ray is not None:
        return on_cluster(jobs, ray, play)
    return (play(job) for job in jobs) if processes == 1 else in_processes(jobs, processes, play)


# ---- processes
def in_processes(jobs: Sequence[Job], processes: int, play: Play = played) -> Iterator[str]:
    """A process that dies takes the others' unfinished games with it: those are handed out again,
    the finished are not.
    """
    left, tries = dict(enumerate(jobs)), TRIES
    while left:
        before = len(left)
        try:
            yield from one_pool(left, min(processes, len(left)), play)
        except BrokenProcessPool:
            tries = TRIES if len(left) < before else tries - 1
            if not tries:
                raise EkibenError(
                    f"the playing processes died {TRIES} times without ending a game"
                ) from None


def one_pool(left: dict[int, Job], processes: int, play: Play) -> Iterator[str]:
    pool = ProcessPoolExecutor(processes, get_context("spawn"), deaf)
    running: dict[Future[str], int] = {}
    waiting = iter(list(left.items()))
    try:
        while left:
            for number, job in itertools.islice(waiting, processes * AHEAD - len(running)):
                running[pool.submit(play, job)] = number
            done = wait(running, return_when=FIRST_COMPLETED).done
            for future in sorted(
                done, key=lambda future: future.exception() is not None
            ):  # what has ended well is not lost
                line = future.result()
                del left[running.pop(future)]
                yield line
    finally:
        pool.shutdown(cancel_futures=True)


def deaf() -> None:
    """Who is interrupted at the keyboard is the process that began it all; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# ---- a cluster
def on_cluster(jobs: Sequence[Job], address: str, play: Play = played) -> Iterator[str]:
    """On a Ray cluster; `local` starts one on this machine, `auto` finds the one that runs. A game
    whose worker dies is played again by another; what has come in never is.
    """
    reach(address)
    ray = library()
    own = not ray.is_initialized()
    if own:
        connect(ray, address)
    try:
        yield from collected(ray, jobs, ray.remote(num_cpus=1, max_retries=TRIES)(play))
    finally:
        if own:
            ray.shutdown()


def library() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise missing("--ray", "cluster", error) from None


def connect(ray: Any, address: str) -> None:
    try:
        ray.init(
            address=address,
            include_dashboard=False if address == "local" else None,
            log_to_driver=False,
            logging_level="error",
        )
    except (OSError, ValueError, RuntimeError) as error:
        raise unreached(address, error) from None


def reach(address: str) -> None:
    """Whether anybody listens there: Ray itself would try for minutes."""
    if address in ("auto", "local"):
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, ValueError) as error:
        raise unreached(address, error) from None


def unreached(address: str, error: Exception) -> EkibenError:
    return EkibenError(
        f"no Ray cluster at {address!r} ({error}); an address is 'auto', 'local' or host:port"
    )


def collected(ray: Any, jobs: Sequence[Job], remote: Any) -> Iterator[str]:
    waiting, running = iter(jobs), list[Any]()
    while True:
        wide = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running += [remote.remote(job) for job in itertools.islice(waiting, wide - len(running))]
        if not running:
            return
        done, running = ray.wait(running, num_returns=1)
        for one in done:
            yield fetched(ray, one)


def fetched(ray: Any, one: Any) -> str:
    """A game's line; what went wrong in it is told as if it had been played here."""
    try:
        return str(ray.get(one))
    except ray.exceptions.RayTaskError as error:
        raise EkibenError(str(error.cause)) from None
    except ray.exceptions.WorkerCrashedError:
        raise EkibenError(f"the workers died {TRIES + 1} times under the same game") from None
