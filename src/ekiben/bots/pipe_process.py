"""A program beside ours: asked and answering in lines, limited in time and memory, surely ended."""

from __future__ import annotations

import contextlib
import io
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

LONGEST = 1 << 16  # bytes of an answer
WAITING = 16  # answers that can wait to be read; a program that writes more is not read on
TAIL = 2_000  # bytes kept of what it writes to its error stream
START = Path(__file__).with_name("pipe_start.py")


class Broken(Exception):
    """The program does not answer as it should; `reason` says why by name."""

    def __init__(self, reason: str, **details: object) -> None:
        self.reason = reason
        self.details = details
        super().__init__(reason)


class Program:
    """A program in a process group of its own, started at once.

    Threads read and write for it, so that nothing it does or leaves undone keeps us waiting longer
    than we want.
    """

    def __init__(self, command: Sequence[str], megabytes: int) -> None:
        self.process = start_program(command, megabytes)
        self.answers: queue.Queue[bytes] = queue.Queue(WAITING)
        self.questions: queue.Queue[bytes | None] = queue.Queue()
        self.tail = bytearray()
        pipes = self.process.stdin, self.process.stdout, self.process.stderr
        assert pipes[0] and pipes[1] and pipes[2]
        self.threads = [
            start_thread(write, pipes[0], self.questions),
            start_thread(read, pipes[1], self.answers),
            start_thread(keep_tail, pipes[2], self.tail),
        ]
        self.finalizer = weakref.finalize(self, end_group, self.process, self.questions)

    def ask(self, line: str, seconds: float) -> str:
        """Send a line and return the next that it writes; Broken when none comes in time."""
        if not self.answers.empty():
            raise Broken("unasked" if self.answers.get_nowait() else "hung-up")
        self.questions.put(line.encode() + b"\n")
        try:
            answer = self.answers.get(timeout=seconds)
        except queue.Empty:
            raise Broken("too-slow", seconds=f"{seconds:g}") from None
        return decode_answer(answer)

    def tell(self, line: str) -> None:
        """Send a last line, which wants no answer."""
        self.questions.put(line.encode() + b"\n")
        self.questions.put(None)

    def stop(self, grace: float = 0.0) -> int | None:
        """End it and all it has started, after a grace; its exit code if it ended by itself."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            if grace:
                self.process.wait(grace)
        self.finalizer()
        for thread in self.threads:
            thread.join(1.0)
        code = self.process.returncode
        return None if code == KILLED else code

    def last_words(self) -> str:
        """The last line it wrote to its error stream."""
        lines = bytes(self.tail).decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


def decode_answer(answer: bytes) -> str:
    if not answer:
        raise Broken("hung-up")
    if len(answer) > LONGEST:
        raise Broken("too-long", bytes=LONGEST)
    try:
        return answer.decode()
    except UnicodeDecodeError:
        raise Broken("nonsense", answer=repr(answer[:60])) from None


# ---- the process
KILLED = -9 if os.name == "posix" else 1


def start_program(command: Sequence[str], megabytes: int) -> subprocess.Popen[bytes]:
    """Start the command through a small program that sets its limits, where there are any.

    After a fork nothing else is safe to do here.
    """
    limited = (
        [sys.executable, "-I", "-S", str(START), str(megabytes), *command]
        if os.name == "posix"
        else list(command)
    )
    try:
        return subprocess.Popen(
            limited,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise Broken("no-start", error=error.strerror) from None


def end_group(process: subprocess.Popen[bytes], questions: queue.Queue[bytes | None]) -> None:
    """Kill the whole group, what the program has started included, and wait for its end."""
    questions.put(None)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


# ---- the threads: they hold the pipes, never the program itself, so that a forgotten program can
# be cleared away
def start_thread(work: Callable[..., None], *args: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=args, daemon=True)
    thread.start()
    return thread


def write(stream: IO[bytes], questions: queue.Queue[bytes | None]) -> None:
    with contextlib.suppress(OSError, ValueError), stream:
        while (line := questions.get()) is not None:
            stream.write(line)
            stream.flush()


def read(stream: IO[bytes], answers: queue.Queue[bytes]) -> None:
    """Read lines up to the end, which is an empty line, or to one that is too long or too many."""
    line = b"\n"
    with contextlib.suppress(OSError, ValueError, queue.Full), stream:
        while line.endswith(b"\n"):
            line = stream.readline(LONGEST + 1)
            answers.put_nowait(line if line.endswith(b"\n") or len(line) > LONGEST else b"")


def keep_tail(stream: io.BufferedReader, tail: bytearray) -> None:
    with contextlib.suppress(OSError, ValueError), stream:
        while piece := stream.read1(4096):
            tail += piece
            del tail[:-TAIL]
