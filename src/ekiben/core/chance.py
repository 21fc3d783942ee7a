"""Seeded luck: every stream is keyed by the whole 128-bit seed, the stream's name and a number.

The state needs two fields: `seed`, four words of 32 bits, and `stream`, the generator's four words
(xoshiro128++). All arithmetic is on non-negative ints below 2**32, so that plain and machine code
agree.
"""

from __future__ import annotations

import secrets
from typing import Protocol

from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled
from ekiben.core.errors import EkibenError, quoted, whole

LOW = 0xFFFFFFFF
SEEDS = 1 << 128


class Seeded(Protocol):
    """A record with luck of its own."""

    seed: Array
    stream: Array


@compiled
def mix(x: int) -> int:
    """Spread every bit of a 32-bit word over all of them."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & LOW
    x = ((x ^ (x >> 15)) * 0x046CA68B) & LOW
    return x ^ (x >> 16)


@compiled
def open_stream(s: Seeded, name: int, number: int) -> None:
    """Set the generator to the start of the stream (seed, name, number)."""
    word = mix((int(name) * 0x1E3779B9 + int(number) + 1) & LOW)
    for i in range(4):
        word = mix((word + int(s.seed[i]) + 0x1E3779B9) & LOW)
        s.stream[i] = word
    for i in range(4):
        word = mix((word + int(s.stream[i]) + 0x3C6EF372) & LOW)
        s.stream[i] = word


@compiled
def word_of(s0: int, s3: int) -> int:
    """The 32-bit word of a generator that is so far."""
    total = (s0 + s3) & LOW
    return ((((total << 7) & LOW) | (total >> 25)) + s0) & LOW


@compiled
def step(s0: int, s1: int, s2: int, s3: int) -> tuple[int, int, int, int]:
    """The generator one word further on."""
    s2 ^= s0
    s3 ^= s1
    return s0 ^ s3, s1 ^ s2, s2 ^ ((s1 << 9) & LOW), ((s3 << 11) & LOW) | (s3 >> 21)


@compiled
def opened(s: Seeded) -> tuple[int, int, int, int]:
    """The generator of the open stream."""
    return int(s.stream[0]), int(s.stream[1]), int(s.stream[2]), int(s.stream[3])


@compiled
def put_back(s: Seeded, s0: int, s1: int, s2: int, s3: int) -> None:
    """Leave the open stream so far."""
    s.stream[0] = s0
    s.stream[1] = s1
    s.stream[2] = s2
    s.stream[3] = s3


@compiled
def next_word(s: Seeded) -> int:
    """The stream's next 32-bit word."""
    s0, s1, s2, s3 = opened(s)
    word = word_of(s0, s3)
    s0, s1, s2, s3 = step(s0, s1, s2, s3)
    put_back(s, s0, s1, s2, s3)
    return word


@compiled
def below(s: Seeded, n: int) -> int:
    """A number from 0 to n - 1 out of the open stream."""
    return (next_word(s) * n) >> 32


@compiled
def shuffle(s: Seeded, cards: Array, n: int) -> None:
    """Shuffle the first n cards with the open stream, which stays in registers meanwhile."""
    s0, s1, s2, s3 = opened(s)
    for i in range(n - 1, 0, -1):
        j = (word_of(s0, s3) * (i + 1)) >> 32
        s0, s1, s2, s3 = step(s0, s1, s2, s3)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    put_back(s, s0, s1, s2, s3)


# ---- the choices of random players: a generator of their own, one word handed from choice to
# choice
@compiled
def chooser(s: Seeded, number: int) -> int:
    """The first word of a random player's own generator; the game's streams are not touched."""
    word = number + 1
    for i in range(4):
        word = mix((word + int(s.seed[i]) + 0x2545F491) & LOW)
    return word | 1


@compiled
def next_choice(word: int) -> int:
    word ^= (word << 13) & LOW
    word ^= word >> 17
    return word ^ ((word << 5) & LOW)


# ---- seeds, as people give them
def new_seed() -> int:
    """A seed from the system's randomness."""
    return secrets.randbelow(SEEDS)


def validate_seed(seed: object) -> int:
    number = whole(seed)
    if number is None or not 0 <= number < SEEDS:
        raise EkibenError(f"a seed is a whole number from 0 to 2**128 - 1, not {quoted(seed)}")
    return number


def seed_words(seed: int) -> list[int]:
    """Four words of 32 bits, the lowest first."""
    return [(seed >> (32 * i)) & LOW for i in range(4)]


@compiled
def set_seed(s: Seeded, words: Array, offset: int) -> None:
    """Set the seed to `words + offset`, carried over all four words."""
    carry = offset
    for i in range(4):
        total = int(words[i]) + carry
        s.seed[i] = total & LOW
        carry = total >> 32
