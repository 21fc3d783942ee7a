"""`python -m http.server` with headers and types of some web space: FOLDER PORT HEADERS TYPES."""

import functools
import json
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

FOLDER, PORT, HEADERS, TYPES = sys.argv[1], int(sys.argv[2]), *map(json.loads, sys.argv[3:5])


class WebSpace(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


ThreadingHTTPServer(
    ("127.0.0.1", PORT), functools.partial(WebSpace, directory=FOLDER)
).serve_forever()
