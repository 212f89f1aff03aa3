"""An API for the portal with twelve of its operations: python3 provider.py --port 8080

It is no server for residents: it forgets everything when it ends, and anybody can set its states.
"""

import argparse
import json
import re
import traceback
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import states
from api import Api, Call, Refusal

STATES_PATH = "/_pact/states"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body in one packet: the second one would wait 40 ms for the receipt of the first.
    wbufsize = -1
    api = Api()

    def answer(self):
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            status, body, headers = self.work(data)
        except Refusal as refusal:
            status, body, headers = refusal.status, refusal.body, refusal.headers
        except Exception:
            traceback.print_exc()
            status, headers = 500, {}
            body = {"type": "about:blank", "title": "Internal error", "status": 500}
        self.write(status, body, headers)

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def work(self, data):
        if self.path == STATES_PATH:
            return states.answer(self.api.store, json.loads(data))
        return self.api.answer(Call(self.command, self.path, self.headers, data))

    def write(self, status, body, headers):
        content = b"" if body is None else json.dumps(body, ensure_ascii=False).encode()
        self.send_response(status)
        if body is not None:
            self.send_header("Content-Type", "application/json" if status < 400 else "application/problem+json")
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        sent = self.headers.get("X-Request-Id", "")
        self.send_header("X-Request-Id", sent if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", sent) else str(uuid.uuid4()))
        if self.path.startswith("/app/web/o/"):
            self.send_header("Cache-Control", "no-store")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments):
        """Writes nothing: addresses have ids of mailed links."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An example API with twelve operations.")
    parser.add_argument("--port", type=int, default=8080)
    server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Handler)
    print(f"The example provider runs at http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
