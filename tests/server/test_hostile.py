"""Inputs that no page of ours sends: each is refused in words, and none makes the server write a
traceback.
"""

import asyncio
import json
import logging
import socket
import struct
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from .serving import Page

JSON = {"content-type": "application/json"}
DEEP = "[" * 20_000 + "]" * 20_000
BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "deep": DEEP.encode(),
    "deep open": b'{"a":' * 12_000,
    "a number": b"7",
    "null": b"null",
    "a list": b"[[]]",
    "NaN": b'{"game": NaN}',
    "infinity": b'{"game": 1e999, "seat": 1e999, "token": -1e999}',
    "invalid UTF-8": b'{"game": "\xff\xfe"}',
    "NUL": b'{"game": "\\u0000", "token": "\\u0000", "seat": "\\u0000"}',
    "lone surrogate": b'{"game": "\\ud800", "token": "\\ud800"}',
    "raw NUL": b'{"game": "\x00"}',
    "same key twice": b'{"seat": {}, "seat": []}',
    "only NULs": b"\x00" * 500,
    "huge integer": b'{"game": "london", "seats": [{"kind": "you"}, {"kind": "bot"}], '
    b'"clock_minutes": @, "seat": @, "token": @}'.replace(b"@", b"9" * 5_000),
    "wrong types": b'{"game": [], "seats": {}, "options": 5, "seat": "0", '
    b'"token": 1, "name": {}, "fresh": []}',
}
OPTIONS = {
    "deep": DEEP,
    "deep maps": '{"a":' * 900 + "1" + "}" * 900,
    "huge": "9" * 4_000,
    "huge negative": "-" + "9" * 400,
    "infinite": "1e400",
    "a map": '{"a": {"b": []}}',
    "NUL": '"\\u0000"',
    "surrogate": '"\\udfff"',
    "null": "null",
    "long": '"' + "x" * 30_000 + '"',
}
POSTS = (
    "/api/tables",
    "/api/tables/{table}/sit",
    "/api/tables/{table}/links",
    "/api/tables/{table}/reset",
    "/api/replays",
)


@pytest.fixture
def no_traceback(caplog):
    """Nothing that was written meanwhile says where in the code something went wrong."""
    caplog.set_level(logging.INFO)
    yield
    written = caplog.get_records("call")
    assert [
        record.getMessage()
        for record in written
        if record.exc_info or record.levelno >= logging.ERROR
    ] == []


@pytest.fixture
def seated(house):
    person = house.person()
    return person, person.table("london", "you you")


def check_refused(answer):
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]["text"] and "Traceback" not in answer.text


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("what", BODIES)
def test_bodies(seated, path, what):
    person, table = seated
    check_refused(person.http.post(path.format(table=table), content=BODIES[what], headers=JSON))


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize("what", OPTIONS)
@pytest.mark.parametrize("name", ["first_seat", "fog"])
def test_options(house, name, what):
    body = (
        '{"game": "london", "seats": [{"kind": "you"}, {"kind": "bot"}], "options": {"'
        + name
        + '": '
        + OPTIONS[what]
        + "}}"
    )
    check_refused(house.person().http.post("/api/tables", content=body.encode(), headers=JSON))


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize(
    "field",
    [
        "ekiben",
        "seed",
        "seats",
        "actions",
        "names",
        "options",
        "board",
        "rules",
        "undone",
        "commit",
    ],
)
@pytest.mark.parametrize("what", OPTIONS)
def test_records(seated, field, what):
    """A record with one field that cannot be: refused, or the field does not matter to a replay."""
    person, table = seated
    line = json.loads(person.get(f"/api/tables/{table}/record?as=public").text)
    text = json.dumps({**line, "seed": "7", field: "@"}).replace('"@"', OPTIONS[what])
    answer = person.http.post("/api/replays", content=text.encode(), headers=JSON)
    assert answer.status_code < 500 and (
        answer.status_code == 200 or answer.json()["error"]["text"]
    ), answer.text


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize(
    "path",
    [
        "/api/facts/{x}",
        "/api/clauses/{x}",
        "/api/texts/{x}",
        "/api/texts/en/{x}",
        "/api/tables/{x}",
        "/api/tables/{x}/record",
        "/api/{x}",
        "/api/picture/{x}.svg",
        "/api/glossary/{x}",
        "/api/cards/{x}",
        "/api/cards/london/{x}.svg",
        "/api/tables/{x}/replay",
        "/api/facts/london?set={x}",
        "/api/facts/london?set=first_seat={x}",
    ],
)
@pytest.mark.parametrize(
    "x",
    ["%00", "%ff%fe", "%ed%a0%80", "9" * 3_000, "..%2f..%2fetc", "%E2%9F%A6%40", "%f0%90%80%80"],
)
def test_addresses(house, path, x):
    answer = house.person().get(path.replace("{x}", x))
    assert 400 <= answer.status_code < 500 and answer.json()["error"]["text"]


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize(
    "query",
    [
        "seat=%00",
        "seat=9999999999",
        "seat=-1",
        "since=" + "9" * 500,
        "since=%ff",
        "language=%00",
        "seat=%D9%A3",
    ],
)
def test_queries_of_the_socket(seated, query):
    person, table = seated
    page = Page(
        f"ws://127.0.0.1:{person.house.port}/api/tables/{table}/play?{query}",
        {"cookie": person.cookie(table)},
        person.house.url,
    )
    try:
        assert page.next()["type"] == "hello" and page.ask("ping")["type"] == "pong"
    except ConnectionClosed as closed:
        assert closed.rcvd.code == 4004
    page.close()


FRAMES = {
    "bytes": b'{"type":"ping","request":1}',
    "no bytes": b"",
    "NULs": b"\x00" * 100,
    "nothing": "",
    "NUL": "\x00",
    "deep": DEEP[:8_000],
    "deep request": '{"type":"ping","request":' + "[" * 7_000,
    "deep plan": '{"type":"plan","request":1,"ask":' + '{"a":' * 2_500 + "1" + "}" * 2_501,
    "NaN": '{"type":"act","request":NaN}',
    "huge number": '{"type":"ping","request":' + "9" * 5_000 + "}",
    "huge position": '{"type":"act","request":1,"position":' + "9" * 400 + ',"actions":["keep 1"]}',
    "infinite": '{"type":"undo","request":1,"position":1e999}',
    "wrong types": '{"type":[],"request":{}}',
    "surrogate": '{"type":"why","request":1,"action":"\\ud800"}',
    "NUL action": '{"type":"act","request":1,"position":0,"actions":["\\u0000"]}',
    "seat": '{"type":"look","request":1,"seat":99}',
}


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize("what", FRAMES)
def test_frames(seated, what):
    person, table = seated
    page = person.page(table)
    page.until("snapshot")
    page.socket.send(FRAMES[what])
    assert page.until("refused")["text"]
    assert page.ask("ping")["type"] == "pong"


@pytest.mark.usefixtures("no_traceback")
def test_a_frame_that_is_too_long_or_no_text_ends_its_own_socket_only(seated):
    person, table = seated
    other = person.page(table)
    for frame, code in (
        (b"\x81\x82" + bytes(4) + b"\xff\xfe", 1007),
        (b"\x81\xff" + struct.pack(">Q", 1 << 40) + bytes(4), 1009),
    ):
        with opened(person, table) as plain:
            plain.sendall(frame)
            assert close_code(plain) == code
    assert other.ask("ping")["type"] == "pong"


# ---- who hangs up
def opened(person, table):
    """A socket's own bytes, after the handshake."""
    plain = socket.create_connection(("127.0.0.1", person.house.port), timeout=20)
    plain.sendall(handshake(person, table))
    assert plain.recv(12) == b"HTTP/1.1 101"
    return plain


def handshake(person, table):
    return (
        f"GET /api/tables/{table}/play?seat=0 HTTP/1.1\r\nHost: 127.0.0.1:{person.house.port}\r\n"
        f"Upgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\n"
        f"Cookie: {person.cookie(table)}\r\n\r\n"
    ).encode()


def close_code(plain):
    """Read to the end: the number in the last frame that says goodbye."""
    heard = b""
    while piece := plain.recv(65536):
        heard += piece
        if b"\x88" in heard[-130:]:
            break
    return struct.unpack(">H", heard[heard.rindex(b"\x88") + 2 :][:2])[0]


def reset(plain):
    """Hang up at once: the other end is told so instead of reading to the end."""
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    plain.close()


HEAD = (
    "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    "Content-Length: 500\r\n\r\n"
)


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize("path", [*POSTS, "/api/tables/{table}/again"])
@pytest.mark.parametrize("sent", ["", '{"game": "lon'])
def test_who_hangs_up_in_mid_body(seated, path, sent):
    person, table = seated
    plain = socket.create_connection(("127.0.0.1", person.house.port), timeout=20)
    plain.sendall(
        (HEAD.format(path=path.format(table=table), port=person.house.port) + sent).encode()
    )
    plain.close()
    settle(person, table)


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize("frame", [b"", b"\x81\xfe\x00\xff" + bytes(4) + b"{"])
def test_who_hangs_up_a_socket_in_mid_frame(seated, frame):
    person, table = seated
    plain = opened(person, table)
    plain.sendall(frame)
    reset(plain)
    settle(person, table)


@pytest.mark.usefixtures("no_traceback")
@pytest.mark.parametrize("who", ["player", "stranger"])
def test_who_hangs_up_before_a_table_is_found(seated, house, monkeypatch, who):
    """The stranger is to be told to go, and is gone."""
    person, table = seated
    registry, gone = house.app.state.registry, threading.Event()
    find = registry.table

    async def find_slowly(id):
        await asyncio.to_thread(gone.wait)
        return await find(id)

    monkeypatch.setattr(registry, "table", find_slowly)
    plain = opened(person if who == "player" else house.person(), table)
    reset(plain)
    assert (
        person.get("/healthz").status_code == 200
    )  # the server has noticed: it reads in the order in which things come
    monkeypatch.undo()
    gone.set()
    settle(person, table)


def settle(person, table):
    """Whatever was begun before is over: requests that came later have been answered, and nobody is
    left at the table but this page.
    """
    page = person.page(table)
    page.until("snapshot")
    viewers = person.house.app.state.registry.tables[table].viewers.members
    while len(viewers) > 1:
        assert page.ask("ping")["type"] == "pong"
    assert person.get(f"/api/tables/{table}").status_code == 200
