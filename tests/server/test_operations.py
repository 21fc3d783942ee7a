"""For those who run servers: health, figures, the log, names and proxies, and the end that loses
nobody.
"""

import json
import logging
import re
import signal
import socket
import threading
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from ekiben.cli.parsers import build_parser
from ekiben.core.errors import EkibenError
from ekiben.server.health import is_near
from ekiben.server.metrics import LIMITS, Metrics, page
from ekiben.server.postgres_connection import without_secret
from ekiben.server.run import Line, kept_in, ready, serve
from ekiben.server.settings import Settings
from ekiben.server.viewers import WAITING

from .serving import House, serving
from .test_shared import OFTEN
from .test_store import port_of, started, within

ASKED = b'{"type":"look","request":1,"seat":0}'
LOOK = (
    bytes([0x81, 0x80 | len(ASKED), 0, 0, 0, 0]) + ASKED
)  # a frame of a socket, its mask all zeros
SAMPLE = re.compile(r'^(ekiben_[a-z_]+)\{([a-z]+="[^"]*",?)*\} [0-9.e+-]+$')


def test_health_and_readiness(house, monkeypatch):
    person = house.person()
    assert person.get("/healthz").text == "ok\n" and person.get("/readyz").status_code == 200

    async def away():
        return False

    monkeypatch.setattr(house.app.state.hall.store, "alive", away)
    assert person.get("/readyz").status_code == 503 and person.get("/healthz").status_code == 200


def test_figures_are_in_the_format_of_prometheus_and_name_nobody(house):
    person = house.person()
    table = person.table("london", "you bot")
    page = person.page(table)
    page.until("snapshot")
    page.first()
    page.my_turn()
    page.act("fly")
    answer = person.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    samples = [line for line in lines if not line.startswith("#")]
    assert all(SAMPLE.match(line) for line in samples), [
        line for line in samples if not SAMPLE.match(line)
    ]
    names = {line.partition("{")[0] for line in samples}
    assert {
        "ekiben_moves_total",
        "ekiben_bot_moves_total",
        "ekiben_connections",
        "ekiben_tables",
        "ekiben_append_seconds_bucket",
        "ekiben_deed_seconds_count",
        "ekiben_refused_total",
        "ekiben_requests_total",
        "ekiben_thinking_queue",
    } <= names
    assert table not in answer.text and "127.0.0.1" not in answer.text
    kinds = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(kinds) == len(set(kinds))


def test_figures_are_for_the_machines_own_network():
    assert [is_near(address) for address in ("10.1.2.3", "::1", "8.8.8.8", "testclient")] == [
        True,
        True,
        False,
        False,
    ]


def test_times_are_counted_by_limits():
    metrics = Metrics()
    for seconds in (0.0005, 0.01, 0.011, 99.0):
        metrics.took("ekiben_append_seconds", seconds)
    metrics.count("ekiben_refused_total", code='a"b\n')
    text = page(metrics.lines("one"))
    buckets = [int(line.rpartition(" ")[2]) for line in text.splitlines() if "_bucket" in line]
    assert (
        len(buckets) == len(LIMITS) + 1
        and buckets == sorted(buckets)
        and [buckets[n] for n in (0, 3, 4, -1)] == [1, 2, 3, 4]
    )
    assert r'code="a\"b\n"' in text and "ekiben_append_seconds_sum" in text


def test_a_log_line_is_one_json_object(caplog):
    record = logging.LogRecord(
        "ekiben.server", logging.WARNING, "", 0, 'a "line"\nwith more', None, None
    )
    record.facts = {"table": "x\ny"}
    line = Line().format(record)
    assert (
        "\n" not in line
        and json.loads(line)["table"] == "x\ny"
        and json.loads(line)["level"] == "warning"
    )


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (
            "postgresql://ekiben:secret@db.example:5432/games?sslmode=require&password=other",
            "postgresql://ekiben@db.example:5432/games",
        ),
        ("postgres://db/games", "postgres://db/games"),
        ("postgresql://:p@h/x", "postgresql://h/x"),
    ],
)
def test_an_address_is_shown_without_its_secrets(tmp_path, address, shown):
    assert without_secret(address) == shown == kept_in(Settings(tmp_path, database=address))


def test_what_cannot_be_a_database_and_workers_without_one_are_refused(tmp_path):
    with pytest.raises(EkibenError, match="postgresql://USER"):
        ready(Settings(tmp_path, database="mysql://u:secret@h/x"), False)
    with pytest.raises(EkibenError, match="--database"):
        serve(Settings(tmp_path, workers=2), False)


@pytest.mark.parametrize(
    ("proxies", "trusted"),
    [("", False), ("10.0.0.0/8", False), ("127.0.0.1", True), ("127.0.0.0/8", True)],
)
def test_only_named_proxies_speak_for_others(tmp_path, proxies, trusted):
    with serving(tmp_path, proxies=proxies, names=("play.example",)) as house:
        person, head = (
            house.person(),
            {"host": "play.example", "x-forwarded-proto": "https", "x-forwarded-for": "8.8.8.8"},
        )
        made = person.post(
            "/api/tables",
            {"game": "london", "seats": [{"kind": "you"}, {"kind": "open"}]},
            headers=head,
        )
        assert made.json()["links"]["1"].startswith(
            f"http{'s' if trusted else ''}://play.example/t/"
        )
        assert ("Secure" in made.headers["set-cookie"]) == trusted
        assert person.get("/metrics", headers=head).status_code == (404 if trusted else 200)
        assert person.get("/api/home", headers={"host": "other.example"}).status_code == 403


# ---- the end
def test_who_is_there_when_the_server_ends_is_told_to_come_again_and_has_lost_nothing(tmp_path):
    process = started(tmp_path)
    house = House(port_of(process), None)
    person = house.person()
    table = person.table("london", "you you")
    page = person.page(table)
    page.until("snapshot")
    page.first()
    answers = []

    def play_on():
        try:
            while True:
                page.ask("look", seat=page.position["seat"])
                answers.append(page.first())
        except ConnectionClosed as closed:
            answers.append(closed)

    playing = threading.Thread(target=play_on)
    playing.start()
    while len(answers) < 5:
        playing.join(0.01)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    playing.join()
    assert (
        process.returncode in (0, -signal.SIGTERM)
        and "Traceback" not in errors
        and answers[-1].rcvd.code == 1012
    )
    heard = [message["by"] for message in page.heard if message["type"] == "update"]
    log = [entry.action for entry in within(tmp_path, lambda store: store.log(table))]
    assert log[: len(heard)] == heard and len(log) - len(heard) <= 1 and len(heard) >= 5
    house.guests.close()


def test_a_page_that_takes_nothing_is_let_go_and_can_come_back(tmp_path):
    with serving(tmp_path, pipe=4096, lag=0.2, rates=OFTEN) as house:
        person = house.person()
        table = person.table("america", "you you")
        with stubborn(person, table) as slow:
            page = person.page(table)
            page.until("snapshot")
            viewers = house.app.state.hall.tables[table].gallery.viewers
            assert len(viewers) == 2
            for _ in range(60):
                slow.sendall(
                    LOOK
                )  # everything anew, again and again, until nothing more fits into the pipe
            while len(viewers) == 2:
                assert page.ask("ping")["type"] == "pong"
                assert all(len(viewer.waiting) <= WAITING for viewer in viewers)
        again = person.page(table, 0, since=1)
        again.until("hello")
        assert again.ask("look", seat=0)["type"] == "done"


def stubborn(person, table):
    """A page that never reads, with the smallest pipe there is."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    plain.connect(("127.0.0.1", person.house.port))
    plain.sendall(
        (
            f"GET /api/tables/{table}/play?seat=0 HTTP/1.1\r\nHost: 127.0.0.1:{person.house.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {person.cookie(table)}\r\n\r\n"
        ).encode()
    )
    assert plain.recv(12) == b"HTTP/1.1 101"
    return plain


# ---- what is in deploy/
def test_the_deployed_commands_are_commands_of_this_ekiben():
    root = Path(__file__).parents[2] / "deploy"
    unit = re.search(r"^ExecStart=\S+/ekiben (.*)$", (root / "ekiben.service").read_text(), re.M)[1]
    assert build_parser().parse_args(unit.split()).name == ["play.example"]
    entry = json.loads(
        re.search(r"^ENTRYPOINT (.*)$", (root / "Containerfile").read_text(), re.M)[1]
    )
    given = json.loads(
        re.search(r"command: (\[.*\])$", (root / "compose.yml").read_text(), re.M)[1]
    )
    args = build_parser().parse_args([*entry[1:], *given])
    assert (
        args.host == "0.0.0.0"
        and args.proxies == "10.91.0.0/24"
        and "10.91.0.0/24" in (root / "compose.yml").read_text()
    )
