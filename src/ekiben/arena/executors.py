"""Where games are played: in this process, in several, or on a Ray cluster.

The games are the same wherever they are played.
"""

from __future__ import annotations

import importlib
import itertools
import math
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from ekiben.core.errors import EkibenError
from ekiben.core.extras import missing

Job = TypeVar("Job")
Result = TypeVar("Result")
AHEAD = 4  # games handed out for every process
TRIES = 5  # how often a process may die under the same game


def run_jobs(
    jobs: Sequence[Job],
    play: Callable[[Job], Result],
    *,
    processes: int = 1,
    ray: str | None = None,
    deadline: float = math.inf,
) -> Iterator[Result]:
    """The results of all games as they end; no game begins after the deadline (monotonic time)."""
    if ray is not None:
        return run_on_cluster(jobs, ray, play)
    if processes == 1:
        return run_here(jobs, play, deadline)
    return run_in_processes(jobs, processes, play, deadline)


def run_here(
    jobs: Sequence[Job], play: Callable[[Job], Result], deadline: float
) -> Iterator[Result]:
    for job in jobs:
        if time.monotonic() > deadline:
            return
        yield play(job)


# ---- processes
def run_in_processes(
    jobs: Sequence[Job],
    processes: int,
    play: Callable[[Job], Result],
    deadline: float = math.inf,
) -> Iterator[Result]:
    """Play in several processes; when one dies, unfinished games are handed out again."""
    left, tries = dict(enumerate(jobs)), TRIES
    while left:
        before = len(left)
        try:
            yield from run_pool(left, min(processes, len(left)), play, deadline)
        except BrokenProcessPool:
            tries = TRIES if len(left) < before else tries - 1
            if not tries:
                raise EkibenError(
                    f"the playing processes died {TRIES} times without ending a game"
                ) from None


def run_pool(
    left: dict[int, Job], processes: int, play: Callable[[Job], Result], deadline: float
) -> Iterator[Result]:
    """Play what is left, and drop from it every game that is done or that time forbids."""
    pool = ProcessPoolExecutor(processes, get_context("spawn"), ignore_interrupts)
    running: dict[Future[Result], int] = {}
    waiting = iter(list(left.items()))
    try:
        while left:
            for number, job in itertools.islice(waiting, processes * AHEAD - len(running)):
                running[pool.submit(play, job)] = number
            done = wait(running, return_when=FIRST_COMPLETED).done
            # results before failures, so that what has ended well is not lost
            for future in sorted(done, key=lambda future: future.exception() is not None):
                result = future.result()
                del left[running.pop(future)]
                yield result
            if time.monotonic() > deadline:
                stop_waiting(left, running)
                waiting = iter([])
    finally:
        pool.shutdown(cancel_futures=True)


def stop_waiting(left: dict[int, Job], running: dict[Future[Result], int]) -> None:
    """Take back all games that have not begun."""
    begun = {future: number for future, number in running.items() if not future.cancel()}
    running.clear()
    running.update(begun)
    for number in set(left) - set(begun.values()):
        del left[number]


def ignore_interrupts() -> None:
    """Ctrl-C reaches only the parent process, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# ---- a cluster
def run_on_cluster(
    jobs: Sequence[Job], address: str, play: Callable[[Job], Result]
) -> Iterator[Result]:
    """Play on a Ray cluster: `local` starts one on this machine, `auto` finds the running one.

    A game whose worker dies is played again by another; finished games never are.
    """

    def work(job: Job) -> Result:  # Ray takes functions, and not whatever can be called
        return play(job)

    check_address(address)
    ray = import_ray()
    own = not ray.is_initialized()
    if own:
        connect(ray, address)
    try:
        yield from collect(ray, jobs, ray.remote(num_cpus=1, max_retries=TRIES)(work))
    finally:
        if own:
            ray.shutdown()


def import_ray() -> Any:
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
        raise unreachable(address, error) from None


def check_address(address: str) -> None:
    """Check that somebody listens there: Ray itself would try for minutes."""
    if address in ("auto", "local"):
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, ValueError) as error:
        raise unreachable(address, error) from None


def unreachable(address: str, error: Exception) -> EkibenError:
    return EkibenError(
        f"no Ray cluster at {address!r} ({error}); an address is 'auto', 'local' or host:port"
    )


def collect(ray: Any, jobs: Sequence[Job], remote: Any) -> Iterator[Any]:
    """Hand games out to all workers, a few ahead, and return results as they come."""
    waiting, running = iter(jobs), list[Any]()
    while True:
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running += [remote.remote(job) for job in itertools.islice(waiting, room - len(running))]
        if not running:
            return
        done, running = ray.wait(running, num_returns=1)
        for one in done:
            yield fetch_result(ray, one)


def fetch_result(ray: Any, one: Any) -> Any:
    """A game's result; an error in it is raised as if the game had been played here."""
    try:
        return ray.get(one)
    except ray.exceptions.RayTaskError as error:
        raise EkibenError(str(error.cause)) from None
    except ray.exceptions.WorkerCrashedError:
        raise EkibenError(f"the workers died {TRIES + 1} times under the same game") from None
