"""Many connections, and slow ones: they go, and people who play notice nothing."""

import contextlib
import socket
from types import SimpleNamespace

import pytest

from ekiben.server.access import hash_token
from ekiben.server.connection_slots import ConnectionSlots
from ekiben.server.settings import Rates, Settings

from .serving import serving

HALF = b"GET /api/home HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
FEW = Rates(
    **dict.fromkeys(
        ("requests", "tables", "sits", "listings", "joins", "statuses", "replays", "messages"),
        "100000/minute",
    ),
    per_address=10,
)


def connected(house, sent=b""):
    plain = socket.create_connection(("127.0.0.1", house.port), timeout=20)
    plain.sendall(sent)
    return plain


def is_gone(plain):
    """Whether the other end has let go; it answers only who has said all."""
    with contextlib.suppress(ConnectionError):
        plain.sendall(b"\r\n\r\n")
        return not plain.recv(100)
    return True


# ---- how long
@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b"HTTP/1.1 408"),
        (b"\r\n", b"HTTP/1.1 408"),
        (b"GET /api", b"HTTP/1.1 408"),
        (HALF, b"HTTP/1.1 408"),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 50\r\n\r\n{",
            b"",
        ),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
            b"Content-Length: 50\r\n\r\n{",
            b"HTTP/1.1 415",
        ),
    ],
)
def test_a_request_that_does_not_come_is_not_waited_for(tmp_path, sent, answer):
    with (
        serving(tmp_path, rates=FEW, header_seconds=0.1, body_seconds=0.1) as house,
        connected(house, sent) as plain,
    ):
        heard = b""
        while piece := plain.recv(1000):
            heard += piece
        assert heard.startswith(answer) and (answer or not heard)
        assert not house.app.state.registry.tables


def test_the_second_request_of_a_connection_has_its_time_too(tmp_path):
    with serving(tmp_path, rates=FEW, header_seconds=0.2) as house, connected(house) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        heard = b""
        while b"ok\n" not in heard:
            heard += plain.recv(1000)
        plain.sendall(HALF)
        assert plain.recv(1000).startswith(b"HTTP/1.1 408") and plain.recv(1000) == b""


def test_who_plays_and_says_nothing_is_waited_for(tmp_path):
    with serving(tmp_path, rates=FEW, header_seconds=0.5, body_seconds=0.5) as house:
        person = house.person()
        page = person.page(person.table("london", "you bot"))
        page.until("snapshot")
        with connected(house, HALF) as slow:
            while slow.recv(1000):  # as long as all of a slow one's time
                pass
        assert page.first()["type"] == "done"


# ---- how many
def test_many_half_requests_of_one_address_leave_room_for_those_who_play_there(tmp_path):
    """None of them is ever given up for being slow: it is their number alone."""
    with (
        serving(tmp_path, rates=FEW, header_seconds=600.0) as house,
        contextlib.ExitStack() as stack,
    ):
        person, other = house.person(), house.person()
        table = person.table("london", "you bot")
        page = person.page(table)
        page.until("snapshot")
        many = [stack.enter_context(connected(house, HALF)) for _ in range(100)]
        assert page.first()["type"] == "done"
        again = person.page(table)  # who comes back, and who comes anew
        assert again.until("snapshot")["seq"] >= 1 and person.get(f"/api/tables/{table}").json()[
            "you"
        ] == [0]
        assert other.get("/api/home").status_code == 200 and other.table("london", "you bot")
        assert sum(map(is_gone, many)) >= 100 - 20 and page.my_turn()["legal"]


def test_a_proxy_of_ours_may_have_as_many_as_it_likes(tmp_path):
    with (
        serving(tmp_path, rates=FEW, proxies="10.0.0.1, 127.0.0.0/8") as house,
        contextlib.ExitStack() as stack,
    ):
        many = [stack.enter_context(connected(house, HALF)) for _ in range(100)]
        assert not any(map(is_gone, many))


class Transport:
    """A connection that only knows whether it was ended."""

    gone = False

    def abort(self):
        self.gone = True


TOKEN = (b"cookie", b"other=1; ekiben-one=AAA.BBB")


@pytest.fixture
def slots(tmp_path):
    """Ten places, half of them for players; one table that knows one token."""
    access = SimpleNamespace(knows=lambda token: token == hash_token("BBB"))
    registry = SimpleNamespace(
        tables={"one": SimpleNamespace(state=SimpleNamespace(access=access))}
    )
    return ConnectionSlots(
        Settings(
            tmp_path, connections=10, rates=Rates(per_address=4), proxies="10.9.0.0/16,192.0.2.1"
        ),
        registry,
    )


def came(slots, count, address="192.0.2.{}", headers=None):
    made = [Transport() for _ in range(count)]
    for number, one in enumerate(made):
        slots.add(one, address.format(number + 10))
        if headers is not None:
            slots.request_started(one, headers)
    return made


def test_players_keep_their_places_and_the_oldest_guest_goes(slots):
    players = came(slots, 4, headers=[TOKEN])
    guests = came(slots, 7)
    assert (
        not any(one.gone for one in players)
        and [one.gone for one in guests] == [True, True] + [False] * 5
    )
    came(slots, 50)
    assert (
        not any(one.gone for one in players)
        and all(one.gone for one in guests)
        and len(slots.guests) == 5
    )


def test_whoever_is_being_answered_goes_last(slots):
    busy = came(slots, 3, headers=[])
    idle = came(slots, 4)
    assert not any(one.gone for one in busy) and [one.gone for one in idle] == [
        True,
        True,
        False,
        False,
    ]
    slots.request_ended(busy[0])
    came(slots, 1)
    assert [one.gone for one in busy] == [True, False, False]


@pytest.mark.parametrize(
    "cookie",
    [
        b"",
        b"ekiben-one=AAA",
        b"ekiben-two=BBB",
        b"one=BBB",
        b"ekiben-one=\xff\x00;;=",
        b"ekiben-=BBB",
    ],
)
def test_a_cookie_that_opens_nothing_makes_no_player(slots, cookie):
    came(slots, 1, headers=[(b"cookie", cookie)])
    assert not slots.players and len(slots.guests) == 1


def test_players_of_one_address_are_not_without_limit(slots):
    """Anybody can make a table and so have a token."""
    many = came(slots, 40, "192.0.2.7", [TOKEN])
    assert len(slots.players) == 8 and sum(one.gone for one in many) == 40 - 8 - 5


def test_nothing_is_kept_of_who_has_left(slots):
    for one in [
        *came(slots, 3),
        *came(slots, 3, headers=[TOKEN]),
        *came(slots, 9, "10.9.8.7"),
        *came(slots, 2, "192.0.2.1"),
    ]:
        slots.remove(one)
        assert not one.gone
    assert (
        not slots.guests
        and not slots.players
        and not slots.by_address
        and not slots.active
        and not slots.players_by_address
    )
