"""For operators: health, metrics, the log, names and proxies, and an end that loses nobody."""

import json
import logging
import re
import signal
import socket
import threading
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from ekiben.cli.parsers import build_parser
from ekiben.core.errors import EkibenError
from ekiben.server.health import is_private_address
from ekiben.server.metrics import Metrics
from ekiben.server.postgres_connection import without_password
from ekiben.server.prometheus import BUCKETS
from ekiben.server.run import JsonFormatter, app_factory, serve, storage_location
from ekiben.server.settings import Settings
from ekiben.server.viewers import MAX_QUEUED

from .serving import OFTEN, House, serving
from .test_store import port_of, started, within

ASKED = b'{"type":"look","request":1,"seat":0}'
LOOK = (
    bytes([0x81, 0x80 | len(ASKED), 0, 0, 0, 0]) + ASKED
)  # a frame of a socket, its mask all zeros
METRICS = {  # names without the ending of counters, and types
    **dict.fromkeys(
        (
            "ekiben_moves",
            "ekiben_bot_moves",
            "ekiben_refused",
            "ekiben_requests",
            "ekiben_store_away",
            "ekiben_conflicts",
        ),
        "counter",
    ),
    **dict.fromkeys(
        (
            "ekiben_append_seconds",
            "ekiben_deed_seconds",
            "ekiben_thinking_seconds",
            "ekiben_review_seconds",
        ),
        "histogram",
    ),
    **dict.fromkeys(
        (
            "ekiben_connections",
            "ekiben_tables",
            "ekiben_thinking_queue",
            "ekiben_replays_waiting",
            "ekiben_plans_waiting",
            "ekiben_reviews_waiting",
            "ekiben_up_seconds",
        ),
        "gauge",
    ),
}


def test_health_and_readiness(house, monkeypatch):
    person = house.person()
    assert person.get("/healthz").text == "ok\n" and person.get("/readyz").status_code == 200

    async def away():
        return False

    monkeypatch.setattr(house.app.state.registry.store, "is_writable", away)
    assert person.get("/readyz").status_code == 503 and person.get("/healthz").status_code == 200


def test_metrics_parse_and_keep_their_names(house):
    person = house.person()
    table = person.table("london", "you bot")
    page = person.page(table)
    page.until("snapshot")
    page.first()
    page.my_turn()
    page.act("fly")
    answer = person.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert {name: family.type for name, family in families.items()} == METRICS
    process = house.app.state.settings.process
    samples = [sample for family in families.values() for sample in family.samples]
    assert {sample.labels["process"] for sample in samples} == {process}
    assert not [sample.name for sample in samples if sample.name.endswith("_created")]
    named = {(sample.name, *sorted(sample.labels.keys() - {"process", "le"})) for sample in samples}
    assert {
        ("ekiben_moves_total", "game"),
        ("ekiben_bot_moves_total", "game"),
        ("ekiben_refused_total", "code"),
        ("ekiben_requests_total", "status"),
        ("ekiben_append_seconds_bucket",),
        ("ekiben_deed_seconds_count",),
        ("ekiben_thinking_queue",),
    } <= named


def test_metrics_name_nobody(house):
    person = house.person()
    table = person.table("london", "you bot")
    person.page(table).until("snapshot")
    text = person.get("/metrics").text
    assert "ekiben_tables" in text and table not in text and "127.0.0.1" not in text


def test_metrics_are_for_the_machines_own_network():
    addresses = ("10.1.2.3", "::1", "8.8.8.8", "testclient")
    assert list(map(is_private_address, addresses)) == [True, True, False, False]


def test_times_are_counted_in_buckets_and_labels_escaped():
    metrics = Metrics()
    for seconds in (0.0005, 0.01, 0.011, 99.0):
        metrics.append_seconds.observe(seconds)
    metrics.refused.labels(code='a"b\n').inc()
    text = metrics.text("one")
    families = {family.name: family for family in text_string_to_metric_families(text)}
    buckets = [
        (sample.labels["le"], sample.value)
        for sample in families["ekiben_append_seconds"].samples
        if sample.name.endswith("_bucket")
    ]
    assert [le for le, _ in buckets] == [*map(str, BUCKETS), "+Inf"]
    assert [dict(buckets)[le] for le in ("0.001", "0.01", "0.025", "30.0", "+Inf")] == [
        1,
        2,
        3,
        3,
        4,
    ]
    assert families["ekiben_refused"].samples[0].labels == {"code": 'a"b\n', "process": "one"}


def test_servers_in_one_process_have_their_own_metrics():
    one, other = Metrics(), Metrics()
    one.moves.labels(game="london").inc(3)
    assert 'game="london"' in one.text("one") and 'game="london"' not in other.text("other")


def test_the_metrics_of_several_processes_are_one_page():
    """Each heading stands once, before the samples of all processes; older peers send no types."""
    one, other = Metrics(), Metrics()
    one.moves.labels(game="london").inc(3)
    other.moves.labels(game="london").inc(4)
    older = 'ekiben_moves_total{game="london",process="old"} 5'
    text = one.text("one", [other.text("other"), older])
    headings = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len(headings) == len(set(headings))
    families = {family.name: family for family in text_string_to_metric_families(text)}
    moves = {sample.labels["process"]: sample.value for sample in families["ekiben_moves"].samples}
    assert moves == {"one": 3, "other": 4}


def test_a_log_line_is_one_json_object(caplog):
    record = logging.LogRecord(
        "ekiben.server", logging.WARNING, "", 0, 'a "line"\nwith more', None, None
    )
    record.facts = {"table": "x\ny"}
    line = JsonFormatter().format(record)
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
    assert (
        without_password(address) == shown == storage_location(Settings(tmp_path, database=address))
    )


def test_what_cannot_be_a_database_and_workers_without_one_are_refused(tmp_path):
    with pytest.raises(EkibenError, match="postgresql://USER"):
        app_factory(Settings(tmp_path, database="mysql://u:secret@h/x"), False)
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
    with serving(tmp_path, pipe=4096, send_timeout=0.2, rates=OFTEN) as house:
        person = house.person()
        table = person.table("america", "you you")
        with stubborn(person, table) as slow:
            page = person.page(table)
            page.until("snapshot")
            viewers = house.app.state.registry.tables[table].viewers.members
            assert len(viewers) == 2
            for _ in range(60):
                slow.sendall(
                    LOOK
                )  # everything anew, again and again, until nothing more fits into the pipe
            while len(viewers) == 2:
                assert page.ask("ping")["type"] == "pong"
                assert all(len(viewer.queue) <= MAX_QUEUED for viewer in viewers)
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
            f"GET /api/tables/{table}/play?seat=0 HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{person.house.port}\r\n"
            f"Upgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\n"
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
