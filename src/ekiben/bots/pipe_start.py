"""Limit this process's memory, then become another program: `pipe_start.py MEGABYTES COMMAND…`."""

import os
import sys


def main() -> None:
    megabytes, command = int(sys.argv[1]), sys.argv[2:]
    limit(megabytes << 20)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def limit(size: int) -> None:
    """Allow no more memory than that, and no core files.

    Linux counts what is written to; elsewhere only the address space can be limited.
    """
    import resource

    memory = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for kind, most in ((memory, size), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):  # some systems know the limit but do not set it
            continue


if __name__ == "__main__":
    main()
