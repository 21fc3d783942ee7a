"""Who may do what over HTTP and sockets, how much of it, and what is told to nobody."""

import contextlib
import dataclasses
import gzip
import hashlib
import json
import logging
import re
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ekiben.server.guard import Guard
from ekiben.server.settings import Rates

from .serving import Page, serving

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/t/abc",
        "/assets/none.js",
        "/api/home",
        "/api/nothing",
        "/api/tables/none",
        "/api/texts/ja",
    ],
)
def test_every_answer_has_the_headers(house, path):
    headers = house.person().get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert (
        headers["x-content-type-options"],
        headers["x-frame-options"],
        headers["referrer-policy"],
    ) == ("nosniff", "DENY", "no-referrer")


def test_scripts_and_styles_have_the_headers_that_are_for_them(house):
    """A policy is for documents; with every script it would only slow a first visit."""
    who = house.person()
    page = who.get("/").text
    for path in re.findall(r'/assets/[^"]+\.(?:js|css)', page):
        headers = who.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "content-security-policy" not in headers


# ---- hosts and origins
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "evil.example"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"origin": "http://localhost"}, 403),
    ],
)
def test_unsafe_requests_come_from_our_own_pages(house, headers, status):
    body = {"game": "london", "seats": [{"kind": "you"}, {"kind": "bot"}]}
    assert house.person().post("/api/tables", body, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("origin", "headers"),
    [
        ("http://evil.example", {}),
        ("", {"Sec-Fetch-Site": "cross-site"}),
        ("http://127.0.0.1:1", {}),
    ],
)
def test_sockets_of_other_pages_are_not_opened(house, origin, headers):
    person = house.person()
    table = person.table(public=True)
    with pytest.raises(InvalidStatus) as caught:
        Page(
            f"ws://127.0.0.1:{house.port}/api/tables/{table}/play",
            {"cookie": person.cookie(table), **headers},
            origin or house.url,
        )
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("localhost:1", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("play.example", True),
        ("evil.example", False),
        ("", False),
        ("127.0.0.1.evil.example", False),
    ],
)
def test_hosts(host, known):
    assert Guard(None, "play.example").is_known_host(host) == known


# ---- seats
def test_a_links_token_is_exchanged_for_a_cookie_that_no_script_reads(house):
    host, guest = house.person(), house.person()
    table = host.table("london", "you open bot")
    address, _, token = host.links[1].partition("#")
    assert address == f"{house.url}/t/{table}" and len(token) == 43 and set(host.links) == {1}
    assert guest.get(f"/api/tables/{table}").json()["error"]["code"] == "private"
    answer = guest.post(f"/api/tables/{table}/sit", {"token": token, "name": "Momo"})
    assert answer.status_code == 204
    cookie = answer.headers["set-cookie"]
    assert (
        all(part in cookie for part in ("HttpOnly", "SameSite=lax", f"ekiben-{table}="))
        and "Secure" not in cookie
    )
    assert token not in cookie and len(guest.cookie(table).partition("=")[2]) == 43
    info = guest.get(f"/api/tables/{table}").json()
    assert (info["you"], info["names"][1], info["kinds"]) == (
        [1],
        "Momo",
        ["person", "person", "bot"],
    )
    stored = stored_setup(house, table)
    assert token not in stored and hashlib.sha256(token.encode()).hexdigest() in stored


def stored_setup(house, table):
    with contextlib.closing(sqlite3.connect(house.folder / "ekiben.db")) as database:
        return database.execute("SELECT setup FROM tables WHERE id = ?", (table,)).fetchone()[0]


@pytest.mark.parametrize("token", ["A" * 43, "A" * 42, "", "../" + "A" * 40])
def test_a_wrong_token_opens_nothing(house, token):
    table, stranger = house.person().table("london", "you open"), house.person()
    answer = stranger.post(f"/api/tables/{table}/sit", {"token": token})
    assert answer.status_code in (400, 403) and "set-cookie" not in answer.headers


def test_a_private_table_is_seen_by_its_seats_only(house):
    table, stranger = house.person().table("london", "you you"), house.person()
    for path in ("", "/record", "/replay?eyes=none"):
        assert stranger.get(f"/api/tables/{table}{path}").status_code == 403
    page = stranger.page(table, None)
    with pytest.raises(ConnectionClosed) as caught:
        page.next()
    assert caught.value.rcvd.code == 4004 and table not in [
        one["table"] for one in stranger.get("/api/tables").json()
    ]


def test_a_spectator_sees_what_spectators_may_and_does_nothing(house):
    host, watcher = house.person(), house.person()
    table = host.table("london", "you bot", public=True)
    assert watcher.get("/api/tables").json()[0]["table"] == table
    page = watcher.page(table, None)
    snapshot = page.until("snapshot")
    assert (
        not snapshot["legal"]
        and not snapshot["undo"]
        and "hand" not in json.dumps(snapshot["scene"]["seats"])
    )
    assert page.act("keep 1")["code"] == "not-yours"
    assert page.ask("why", action="keep 1")["code"] == "not-yours"
    for message in (
        {"type": "look", "seat": 0},
        {"type": "leave", "seat": 0},
        {"type": "back", "seat": 0},
        {"type": "replace", "seat": 0},
    ):
        assert page.ask(**message)["code"] == "not-your-seat"
    for path in ("/record?as=full", "/replay?eyes=all"):
        assert watcher.get(f"/api/tables/{table}{path}").json()["error"]["code"] == "not-over"
    for path in ("/record?as=seat-0", "/replay?eyes=0"):
        assert watcher.get(f"/api/tables/{table}{path}").json()["error"]["code"] == "not-your-seat"


# ---- how much
def test_bodies_are_bounded(house):
    person, head = house.person(), {"content-type": "application/json"}
    for path, size, status in (
        ("/api/tables", 70_000, 413),
        ("/api/replays", 2_000_000, 413),
        ("/api/replays", 200_000, 400),
    ):
        assert (
            person.http.post(path, content=b'"' + b"x" * size + b'"', headers=head).status_code
            == status
        )


def test_messages_are_bounded(house):
    person = house.person()
    page = person.page(person.table())
    page.until("snapshot")
    page.socket.send("x" * 20_000)
    with pytest.raises(ConnectionClosed) as caught:
        page.until("refused")
    assert caught.value.rcvd.code == 1009


def test_unknown_fields_are_refused(house):
    answer = house.person().post(
        "/api/tables", {"game": "london", "seats": [{"kind": "you"}, {"kind": "bot", "wealth": 9}]}
    )
    assert answer.status_code == 400 and "wealth" in answer.json()["error"]["text"]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "chess", "seats": [{"kind": "you"}, {"kind": "bot"}]}, 404),
        ({"game": "london", "seats": [{"kind": "you"}]}, 400),
        ({"game": "../../boards/kanto.toml", "seats": [{"kind": "you"}, {"kind": "bot"}]}, 404),
        (
            {
                "game": "london",
                "seats": [{"kind": "you"}, {"kind": "bot"}],
                "options": {"first_seat": 7},
            },
            400,
        ),
        (
            {
                "game": "london",
                "seats": [{"kind": "you"}, {"kind": "bot"}],
                "options": {"fog": True},
            },
            400,
        ),
        ({"game": "london", "seats": [{"kind": "you"}, {"kind": "bot", "level": "divine"}]}, 400),
        ({"game": "london", "seats": [{"kind": "you"}, {"kind": "bot"}], "clock_minutes": 0}, 400),
    ],
)
def test_tables_that_cannot_be_set_are_refused_in_words(house, wish, status):
    answer = house.person().post("/api/tables?language=ja", wish)
    assert answer.status_code == status and answer.json()["error"]["text"]


def test_too_many_requests_messages_and_sockets_are_turned_away(tmp_path):
    rates = dataclasses.replace(
        Rates(), requests="40/minute", tables="2/minute", messages="5/hour", per_table=1
    )
    with serving(tmp_path, rates=rates) as house:
        person = house.person()
        table = person.table()
        page = person.page(table)
        page.until("snapshot")
        answers = [page.ask("ping") for _ in range(6)]
        assert [answer["type"] for answer in answers] == ["pong"] * 5 + ["refused"] and answers[-1][
            "code"
        ] == "slow-down"
        second = person.page(table)
        with pytest.raises(ConnectionClosed) as caught:
            second.next()
        assert caught.value.rcvd.code == 4029
        person.table()
        assert (
            person.post(
                "/api/tables", {"game": "london", "seats": [{"kind": "you"}, {"kind": "bot"}]}
            ).status_code
            == 429
        )
        assert [person.get("/api/home").status_code for _ in range(40)][-1] == 429


# ---- what nobody is told
def test_no_secret_is_in_the_log_or_in_any_traffic(house, caplog):
    caplog.set_level(logging.DEBUG, "ekiben.server")
    caplog.set_level(logging.INFO, "uvicorn")
    host, guest = house.person(), house.person()
    table = host.table("london", "you open bot", public=True)
    token = host.links[1].rpartition("#")[2]
    guest.post(f"/api/tables/{table}/sit", {"token": token})
    pages = [host.page(table, 0), guest.page(table, 1), house.person().page(table, None)]
    for page in pages:
        page.until("snapshot")
    pages[0].first()
    pages[1].until("update")
    pages[1].first()
    pages[0].my_turn()
    pages[0].first()
    answers = [
        person.get(f"/api/tables/{table}{path}").text
        for person in (host, guest)
        for path in ("", "/record", "/replay")
    ]
    setup = json.loads(stored_setup(house, table))
    hashes = [one["token"] for one in setup["seats"] if one["token"]]
    secrets = [setup["seed"], setup["salt"], token, host.cookie(table).partition("=")[2], *hashes]
    logged = [
        str(vars(one))
        for one in caplog.records
        if one.name.partition(".")[0] in ("ekiben", "uvicorn")
    ]
    heard = " ".join([*answers, *logged, *(raw for page in pages for raw in page.raw)])
    assert len(logged) > 10
    assert len(heard) > 5000 and not [secret for secret in secrets if secret in heard]


def test_answers_are_compressed_and_kept_by_their_mark(house):
    person = house.person()
    for path in (
        "/api/facts/london",
        "/api/texts/en",
        "/api/home",
        "/api/picture/london.svg?language=ja",
        "/api/glossary/tokyo",
        "/api/cards/europe",
        "/api/cards/europe/tunnel.svg?language=ja",
    ):
        first = person.get(path)
        assert first.status_code == 200 and first.headers["content-encoding"] == "gzip"
        assert person.get(path, headers={"if-none-match": first.headers["etag"]}).status_code == 304
    assert len(gzip.compress(person.get("/api/facts/tokyo").content)) < 60_000
