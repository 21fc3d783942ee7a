"""Caddy reads its file of deploy/, and stands before two servers."""

import contextlib
import os
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

from .deploying import (
    DEPLOY,
    ROOT,
    upstreams,
)
from .postgres import free_port
from .serving import OFTEN, House, serving

READ = set(
    re.findall(
        r"EKIBEN_[A-Z]+",
        "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")),
    )
)


@pytest.fixture
def caddy():
    found = shutil.which("caddy")
    if found is None:
        pytest.skip("there is no caddy here")
    return found


def test_caddy_takes_its_file(caddy):
    """A Caddy older than 2.7 does not know `stream_close_delay`."""
    said = subprocess.run(
        [caddy, "validate", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "EKIBEN_NAME": "play.example"},
        timeout=60,
    )
    assert said.returncode == 0, said.stderr


def test_two_who_play_by_way_of_caddy_and_one_server_that_goes(caddy, tmp_path, address):
    """The file as it is, but for the addresses of the servers."""
    changes = {
        "database": address,
        "rates": OFTEN,
        "lease": 0.05,
        "names": ("localhost",),
        "proxies": "127.0.0.1",
    }
    with contextlib.ExitStack() as stack:
        first, goes = stack.enter_context(serving(tmp_path, **changes)), contextlib.ExitStack()
        second = goes.enter_context(serving(tmp_path, **changes))
        stack.enter_context(goes)
        house = stack.enter_context(Proxied(caddy, tmp_path, (first.port, second.port)))
        one, other = house.person(), house.person()
        assert [
            one.get(path).status_code for path in ("/healthz", "/readyz", "/metrics", "/api/home")
        ] == [404, 404, 404, 200]
        table = one.table("london", "you open", public=True)
        assert (
            other.post(
                f"/api/tables/{table}/sit", {"token": one.links[1].rpartition("#")[2]}
            ).status_code
            == 204
        )
        played([one.page(table, 0), other.page(table, 1)], 12)
        goes.close()
        played([one.page(table, 0), other.page(table, 1)], 12)
        assert other.page(table, 1).until("snapshot")["seq"] == 25


def played(pages, moves):
    """By lot of the first choice; both pages hear the same."""
    for page in pages:
        page.until("snapshot", "update")
    for _ in range(moves):
        newest = max(page.position["seq"] for page in pages)
        for page in pages:
            while page.position["seq"] < newest:
                page.next()
        page = next(page for page in pages if page.position["legal"])
        assert page.first()["type"] == "done"
        while page.position["seq"] <= newest:
            page.next()


class Proxied:
    """Caddy before servers, on a free port, without certificates."""

    def __init__(self, caddy, folder, ports):
        text, self.port = (DEPLOY / "Caddyfile").read_text(encoding="utf-8"), free_port()
        for upstream, port in zip(upstreams(), ports, strict=True):
            text = text.replace(upstream, f"127.0.0.1:{port}")
        self.file = folder / f"Caddyfile-{self.port}"
        self.file.write_text("{\n\tadmin off\n}\n" + text, encoding="utf-8")
        self.command = [caddy, "run", "--config", str(self.file), "--adapter", "caddyfile"]
        self.env = {
            **os.environ,
            "EKIBEN_NAME": f"http://127.0.0.1:{self.port}",
            "XDG_DATA_HOME": str(folder),
            "HOME": str(folder),
        }

    def __enter__(self):
        self.log = open(f"{self.file}.log", "wb")
        self.process = subprocess.Popen(
            self.command, env=self.env, stdout=self.log, stderr=self.log
        )
        self.house = House(self.port)
        while not self.answers():
            assert self.process.poll() is None, Path(self.log.name).read_text()
        return self.house

    def answers(self):
        """Once it has found a server that is ready."""
        try:
            return (
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/home", timeout=10).status
                == 200
            )
        except OSError:
            return False

    def __exit__(self, *fault):
        self.house.guests.close()
        self.process.terminate()
        self.process.wait()
        self.log.close()
