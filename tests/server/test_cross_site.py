"""A real browser with a seat's cookie, led to somebody else's page: that page reaches nothing."""

import contextlib
import http.server
import threading

import pytest
from browser import stage

from .serving import Page, serving

HOSTILE = b"<!doctype html><title>hostile</title><h1>win a train</h1>"
POST = """async url => { try {
    const answer = await fetch(url, {method: "POST", credentials: "include", mode: "no-cors",
        headers: {"content-type": "text/plain"},
        body: '{"game":"london","seats":[{"kind":"you"},{"kind":"bot"}]}'});
    return answer.type + " " + answer.status } catch (fault) { return "failed" } }"""
READ = """async url => { try {
    const answer = await fetch(url, {credentials: "include"});
    return await answer.text() } catch (fault) { return "failed" } }"""
SOCKET = """url => new Promise(resolve => { const socket = new WebSocket(url); let heard = "";
    socket.onmessage = event => { heard += event.data };
    socket.onclose = event => resolve("closed " + event.code + heard);
    setTimeout(() => { socket.close(); resolve("open " + heard) }, 3000) })"""
FRAME = """url => new Promise(resolve => {
    const frame = document.createElement("iframe"); frame.src = url;
    frame.onload = () => { try {
        const inside = frame.contentDocument;
        resolve(inside ? "seen " + inside.body.textContent : "hidden")
    } catch (fault) { resolve("hidden") } };
    document.body.append(frame); setTimeout(() => resolve("hidden"), 3000) })"""


class Hostile(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(HOSTILE)

    def log_message(self, *_):
        """Quiet."""


@contextlib.contextmanager
def elsewhere():
    """A web server that is not ours."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_page_of_another_site_or_port_reaches_nothing(tmp_path, name):
    with serving(tmp_path) as house, elsewhere() as port, stage.launched() as chromium:
        person = house.person()
        table = person.table("london", "you you")
        made, before = person.get("/api/tables").json(), person.get(f"/api/tables/{table}").json()
        context = chromium.new_context()
        cookie, _, value = person.cookie(table).partition("=")
        context.add_cookies(
            [
                {
                    "name": cookie,
                    "value": value,
                    "domain": "127.0.0.1",
                    "path": "/",
                    "sameSite": "Lax",
                    "httpOnly": True,
                }
            ]
        )
        page = context.new_page()
        page.goto(f"http://{name}:{port}/")
        assert page.evaluate(POST, f"{house.url}/api/tables") in ("opaque 0", "failed")
        assert page.evaluate(POST, f"{house.url}/api/tables/{table}/again") in (
            "opaque 0",
            "failed",
        )
        assert page.evaluate(READ, f"{house.url}/api/tables/{table}") == "failed"
        heard = page.evaluate(SOCKET, f"ws://127.0.0.1:{house.port}/api/tables/{table}/play?seat=0")
        assert heard == "closed 1006"
        assert page.evaluate(FRAME, f"{house.url}/api/tables/{table}/record") == "hidden"
        context.close()
        assert (
            person.get("/api/tables").json() == made
            and {**person.get(f"/api/tables/{table}").json(), "away": before["away"]} == before
        )
        assert len(house.app.state.registry.tables) == 1


def test_the_same_browser_at_our_own_page_is_let_in(tmp_path):
    with serving(tmp_path) as house:
        person = house.person()
        table = person.table("london", "you you")
        page = Page(
            f"ws://127.0.0.1:{house.port}/api/tables/{table}/play?seat=0",
            {"cookie": person.cookie(table)},
            house.url,
        )
        assert page.until("snapshot")["legal"]
        page.close()
