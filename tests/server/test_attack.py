"""A fuzzer against every address and every message: nothing is answered with 500, nothing leaks,
nobody else notices.
"""

import contextlib
import json
import random
import socket
import string
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ekiben.server.settings import Rates

from .serving import OFTEN, Page, serving

ADDRESSES = (
    "/api/home",
    "/api/texts/{x}",
    "/api/texts/en/{x}",
    "/api/facts/{x}",
    "/api/picture/{x}.svg",
    "/api/glossary/{x}",
    "/api/cards/{x}",
    "/api/cards/london/{x}.svg",
    "/api/clauses",
    "/api/clauses/{x}",
    "/api/tables",
    "/api/tables/{t}",
    "/api/tables/{t}/record",
    "/api/tables/{t}/replay",
    "/api/tables/{t}/sit",
    "/api/tables/{t}/links",
    "/api/tables/{t}/reset",
    "/api/tables/{t}/again",
    "/api/replays",
    "/api/proofs",
    "/api/{x}",
    "/t/{x}",
    "/assets/{x}",
    "/healthz",
    "/readyz",
    "/metrics",
    "/{x}",
)
NASTY = (
    "",
    "0",
    "-1",
    "9" * 400,
    "NaN",
    "null",
    "..",
    "../../etc/passwd",
    "%00",
    "%2e%2e%2f",
    "\u0000",
    "\ud7ff",
    "𐀀" * 50,
    "' OR 1=1 --",
    "<script>",
    "{}",
    "[]",
    "en",
    "ja",
    "london",
    "RT-4.6",
    "seat-0",
    "seat-99",
    "full",
    "public",
    "all",
    "none",
    "=",
    "a=b=c",
)
VALID = (
    {"type": "act", "request": 1000000, "position": 0, "actions": ["keep 1"]},
    {"type": "undo", "request": 1000000, "position": 0},
    {"type": "why", "request": 1000000, "action": "draw deck"},
    {"type": "look", "request": 1000000, "seat": 0},
    {"type": "language", "request": 1000000, "language": "ja"},
    {"type": "leave", "request": 1000000, "seat": 0, "level": "easy"},
    {"type": "back", "request": 1000000, "seat": 0},
    {"type": "replace", "request": 1000000, "seat": 1, "level": "easy"},
    {"type": "ping", "request": 1000000},
    {"type": "plan", "request": 1000000, "ask": {"type": "build", "to": 3}},
)
BODY = {
    "game": "london",
    "seats": [{"kind": "you"}, {"kind": "bot"}],
    "options": {"first_seat": 0},
    "clock_minutes": 5,
    "public": True,
}
DEEP = [
    "[" * 5_000,
    '{"a":' * 3_000,
    '{"type":"act","request":' + "[" * 4_000 + "]" * 4_000 + "}",
    '{"type":"ping","request":1,"x":' + '{"a":' * 2_000 + "1" + "}" * 2_000 + "}",
]
COUNTS = [150, pytest.param(3_000, marks=pytest.mark.deep)]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def target(request, tmp_path_factory):
    """A server with a private table that is nobody's here, whose secrets are to stay there."""
    database = (
        request.getfixturevalue("postgres").fresh() if request.param == "postgresql" else None
    )
    with serving(tmp_path_factory.mktemp("target"), rates=OFTEN, database=database) as house:
        person = house.person()
        house.table = person.table("london", "you open bot")
        house.owner, house.token = person, person.links[1].rpartition("#")[2]
        page = person.page(house.table)
        page.until("snapshot")
        page.first()
        setup = house.app.state.registry.tables[house.table].state.setup
        house.secrets = [
            setup.seed,
            setup.salt,
            house.token,
            person.cookie(house.table).partition("=")[2],
            *(seat.token for seat in setup.seats if seat.token),
        ]
        yield house


def mutated(value, luck):
    """Something like it, but wrong somewhere."""
    if luck.random() < 0.15:
        return luck.choice(
            [None, True, -1, 2**70, 1e308, "", "x" * 200, [], {}, [[]], {"a": {}}, *NASTY]
        )
    if isinstance(value, dict):
        changed = {
            name: mutated(inner, luck) if luck.random() < 0.4 else inner
            for name, inner in value.items()
            if luck.random() > 0.05
        }
        return changed | ({luck.choice(NASTY): 1} if luck.random() < 0.1 else {})
    if isinstance(value, list):
        return [mutated(inner, luck) for inner in value] * luck.choice((1, 1, 2, 9))
    if isinstance(value, str) and value:
        at = luck.randrange(len(value))
        return value[:at] + luck.choice([*NASTY, luck.choice(string.printable)]) + value[at + 1 :]
    return value


def text_of(value, luck):
    """As JSON, now and then broken."""
    text = json.dumps(value)
    if luck.random() < 0.1:
        at = luck.randrange(len(text) + 1)
        text = text[:at] + luck.choice(["\x00", "{", "\\u", '"', "é", ""]) + text[at + 1 :]
    return text


@pytest.mark.parametrize("count", COUNTS)
def test_no_request_is_answered_with_500_or_with_a_secret(target, count):
    luck, stranger = random.Random(11), target.person()
    for _ in range(count):
        spelled = luck.choice([str, quote])
        method = luck.choice(["GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
        path = luck.choice(ADDRESSES)
        path = path.replace("{t}", spelled(luck.choice([target.table, "a" * 16, *NASTY]))).replace(
            "{x}", spelled(luck.choice(NASTY))
        )
        query = {
            luck.choice(["set", "eyes", "as", "language", "since", "seat"]): luck.choice(NASTY)
            for _ in range(luck.randrange(3))
        }
        body = text_of(
            luck.choice(
                [
                    mutated(BODY, luck),
                    mutated({"token": target.token[:-1] + "A", "name": "x"}, luck),
                ]
            ),
            luck,
        )
        kind = luck.choice(
            [
                "application/json",
                "application/json",
                "text/plain",
                "application/json; charset=x",
                "",
            ]
        )
        with contextlib.suppress(httpx.InvalidURL, ValueError):  # what no client can say
            answer = stranger.http.request(
                method,
                path,
                params=query,
                headers={"content-type": kind} if kind else {},
                content=body.encode("utf-8", "surrogatepass")
                if method in ("POST", "PUT")
                else None,
            )
            unbuilt = answer.status_code == 503 and not path.startswith(
                "/api/"
            )  # without pages the server has nothing to show there
            assert answer.status_code < 500 or unbuilt, (method, path, query, body, answer.text)
            assert not [secret for secret in target.secrets if secret in answer.text], (
                method,
                path,
            )
            assert method != "POST" or "Traceback" not in answer.text
    assert target.owner.get(f"/api/tables/{target.table}").json()["seq"] == 1


@pytest.mark.parametrize(
    "body",
    [
        *DEEP,
        '{"game":"london","seats":[],"options":' + '{"a":' * 9_000 + "1" + "}" * 9_000 + "}",
        "\ufeff{}",
        "1" * 60_000,
    ],
)
def test_deep_and_strange_bodies_are_refused(target, body):
    stranger = target.person()
    for path in (
        "/api/tables",
        *(f"/api/tables/{target.table}/{what}" for what in ("sit", "links", "reset")),
        "/api/replays",
    ):
        answer = stranger.http.post(
            path, content=body.encode(), headers={"content-type": "application/json"}
        )
        assert answer.status_code == 400 and answer.json()["error"]["text"], path


@pytest.mark.parametrize("count", COUNTS)
def test_no_message_harms_the_socket_or_anybody_else(target, count):
    luck, person = random.Random(12), target.person()
    table = person.table("tokyo", "you you")
    page, other = person.page(table), target.owner.page(target.table)
    other.until("snapshot")
    before = other.position
    page.until("snapshot")
    for _ in range(count):
        message = (
            text_of(mutated(luck.choice(VALID), luck), luck)
            if luck.random() > 0.05
            else luck.choice(DEEP)
        )
        page.socket.send(
            message if luck.random() > 0.03 else message.encode("utf-8", "surrogatepass")
        )
        try:
            assert page.ask("ping")["type"] == "pong", message
        except ConnectionClosed:
            page = person.page(table)
            page.until("snapshot")
    heard = " ".join(page.raw)
    setup = target.app.state.registry.tables[table].state.setup
    assert (
        not [secret for secret in (*target.secrets, setup.seed, setup.salt) if secret in heard]
        and "Traceback" not in heard
    )
    assert other.ask("ping")["type"] == "pong" and other.position == before


def test_other_seats_other_tables_and_old_positions(target):
    """A seat's token opens that seat of that table and nothing else, however it is shown."""
    thief = target.person()
    own = thief.table("london", "you you bot")
    stolen = target.owner.cookie(target.table).partition("=")[2]
    for table, value in (
        (target.table, thief.cookie(own).partition("=")[2]),
        (own + "x", stolen),
        (target.table, "." * 500),
        (target.table, stolen[:-1] + ("A" if stolen[-1] != "A" else "B")),
    ):
        page = Page(
            f"ws://127.0.0.1:{target.port}/api/tables/{table}/play?seat=0",
            {"cookie": f"ekiben-{table}={value}"},
            target.url,
        )
        with pytest.raises(ConnectionClosed) as caught:
            page.next()
        assert caught.value.rcvd.code == 4004
        page.close()
    owner = target.owner.page(target.table, 0)
    owner.until("snapshot")
    for position in (-1, 0, 10**6, 2**62):
        assert owner.ask("act", position=position, actions=["draw deck"])["code"] == "late"
    assert (
        owner.ask("look", seat=1)["code"] == "not-your-seat"
        and owner.ask("act", position=1, actions=["keep 1"])["code"] == "not-yours"
    )
    mine = thief.page(own)
    mine.until("snapshot")
    assert mine.ask("leave", seat=2)["code"] == "not-your-seat"


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"GET " + b"/" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"\x00\xff" * 500 + b"\r\n\r\n",
        b"GET /api/home HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /api/home HTTP/1.1\r\nHost: [::1\r\n\r\n",
        b"GET /api/home HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    ],
)
def test_what_is_no_request_ends_its_own_connection_only(target, sent):
    with (
        socket.create_connection(("127.0.0.1", target.port), timeout=10) as plain,
        contextlib.suppress(OSError),
    ):
        plain.sendall(sent)
        plain.shutdown(socket.SHUT_WR)
        answer = plain.recv(200)
        assert b" 500 " not in answer
    assert target.person().get("/healthz").text == "ok\n"


def test_a_flood_of_sockets_and_messages_leaves_room_for_others(tmp_path):
    with serving(tmp_path, rates=Rates(messages="20/hour", per_address=12, per_table=10)) as house:
        person = house.person()
        table = person.table("london", "you you")
        pages, refused = [], 0
        for _ in range(20):
            page = person.page(table)
            try:
                page.until("snapshot")
                pages.append(page)
            except ConnectionClosed as closed:
                refused += closed.rcvd.code == 4029
        assert (len(pages), refused) == (10, 10)
        for _ in range(200):
            pages[0].send("ping")
        answers = [pages[0].until("pong", "refused")["type"] for _ in range(200)]
        assert answers.count("pong") == 20 and pages[1].ask("ping")["type"] == "pong"
        pages[0].close()
        while True:
            again = person.page(table)
            with contextlib.suppress(ConnectionClosed):
                assert again.until("snapshot")["legal"]
                break
