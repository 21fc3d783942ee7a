"""The page in Firefox: a probe in the same folder opens it in a frame, plays, and tells."""

import functools
import queue
import shutil
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import programs
import pytest

SECONDS = 180
PROBE = "<!doctype html><meta charset=utf-8><title>probe</title><script type=module src=probe.js></script>"
SCRIPT = """
const tell = (text) => fetch('told', { method: 'POST', body: text });
const frame = document.createElement('iframe');
frame.width = 1280;
frame.height = 800;
frame.src = './';
const find = async (selector) => {
  for (;;) {
    const found = frame.contentDocument?.querySelector(selector);
    if (found) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
};
frame.onload = async () => {
  try {
    (await find('.games li:nth-child(4) button.primary')).click();
    await find('.keep li button');
    for (const offered of frame.contentDocument.querySelectorAll('.keep li button')) offered.click();
    (await find('.keep .primary[aria-disabled=false]')).click();
    await find('[data-seq]:not([data-seq="0"])');
    await tell(`${frame.contentWindow.location.hash} ${frame.contentDocument.title}`);
  } catch (error) {
    await tell(`error: ${error}`);
  }
};
document.body.append(frame);
"""


class Probed(SimpleHTTPRequestHandler):
    """The folder, the probe beside it, and what the probe tells."""

    def do_GET(self):
        own = {"/probe.html": ("text/html", PROBE), "/probe.js": ("text/javascript", SCRIPT)}
        if self.path not in own:
            return super().do_GET()
        kind, text = own[self.path]
        self.send_response(200)
        self.send_header("content-type", kind)
        self.end_headers()
        return self.wfile.write(text.encode())

    def do_POST(self):
        self.server.told.put(self.rfile.read(int(self.headers["content-length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.mark.deep
def test_firefox_starts_a_game(page_folder, tmp_path):
    program = programs.need("firefox-esr", shutil.which("firefox-esr") or shutil.which("firefox"))
    handler = functools.partial(Probed, directory=str(page_folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.told = queue.Queue()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    command = [program, "--headless", "--no-remote", "--profile", str(tmp_path)]
    address = f"http://127.0.0.1:{server.server_port}/probe.html"
    try:
        with programs.running([*command, address]):
            assert server.told.get(timeout=SECONDS).startswith("#/t/")
    finally:
        server.shutdown()
        server.server_close()
