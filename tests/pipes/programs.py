"""Programs that play, well or badly: `python programs.py MANNER [PLACE]`."""

import json
import os
import sys
import time

GREETING = b'{"protocol": 1}\n'


def write(data):
    os.write(1, data)


def first(message):
    write(json.dumps({"action": message["legal"][0]["id"]}).encode() + b"\n")


def dies(message):
    sys.exit("no more of this")


def endless_line(message):
    while True:
        write(b"x" * 4096)


def endless_lines(message):
    while True:
        write(b'{"action": -1}\n')


def unasked(message):
    """Answers, and writes on where it should wait; waits until that has been taken."""
    write(b'{"action": %d}\n' % message["legal"][0]["id"] + b"{}\n" * 20)


def forks(message):
    """Leaves a child behind that holds all pipes, and one end of a pipe of the test's."""
    ready, told = os.pipe()
    if os.fork() == 0:
        held = os.open(sys.argv[2], os.O_WRONLY)
        os.write(told, b"!")
        time.sleep(60)
        os.write(held, b"alive")
        os._exit(0)
    os.read(ready, 1)
    os._exit(3)


def leaves(message):
    """Answers, and is gone before it is asked again."""
    first(message)
    sys.exit(4)


def holds(message):
    """Holds one end of a pipe of the test's as long as it lives."""
    os.open(sys.argv[2], os.O_WRONLY)
    first(message)


def eats(message):
    eaten = [bytearray(1 << 20) for _ in range(4096)]
    first(message if eaten else {})


def spies(message):
    with open(sys.argv[2], "a", encoding="utf-8") as file:
        file.write(json.dumps(message) + "\n")
    if message["type"] == "choose":
        first(message)


MANNERS = {
    "first": first,
    "dies": dies,
    "endless-line": endless_line,
    "endless-lines": endless_lines,
    "unasked": unasked,
    "forks": forks,
    "eats": eats,
    "leaves": leaves,
    "holds": holds,
    "spies": spies,
    "silent": lambda message: None,
    "garbage": lambda message: write(b"I claim Chicago!\n"),
    "bytes": lambda message: write(b"\xff\xfe\n"),
    "list": lambda message: write(b"[1]\n"),
    "nothing": lambda message: write(b"{}\n"),
    "true": lambda message: write(b'{"action": true}\n'),
    "illegal": lambda message: write(b'{"action": "pass"}\n'),
    "beyond": lambda message: write(b'{"action": 100000000}\n'),
    "no-action": lambda message: write(b'{"action": "claim the-moon"}\n'),
    "closes": lambda message: (os.close(1), time.sleep(60)),
    "deep": lambda message: write(b"[" * 60000 + b"\n"),
}


def main():
    manner = MANNERS.get(sys.argv[1])
    if sys.argv[1] == "deaf":
        time.sleep(60)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            write(GREETING if sys.argv[1] != "newer" else b'{"protocol": 2}\n')
        if message["type"] == "choose" or manner is spies:
            manner(message)
        if message["type"] == "end":
            return


main()
