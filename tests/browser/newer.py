"""The same site behind another address, where it can become a newer one, or lose parts.

Browsers compare service workers by requests that Playwright does not see, so that a newer one has
to come from a server."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

NEW = "f" * 12
HOP = {"connection", "content-length", "transfer-encoding", "keep-alive"}  # of one connection alone


class Newer:
    """`address`: what a browser calls it. With `worker` in `parts` it says that there is another
    version, whose address of one big file differs; with `shells` its shells are of that version;
    with `file` the file is there; with `rules` the pages of rules show a style of another one."""

    def __init__(self, site: str) -> None:
        self.site, self.parts = site, set[str]()
        keep = json.loads(self.fetch("/sw.js")[2].partition(b"\n")[0].removeprefix(b"self.KEEP = "))
        self.keep, self.old = keep, keep["version"]
        urls = [file["url"] for file in keep["files"]]
        self.file = next(url for url in urls if url.endswith("engine.js"))
        self.newer = f"/offline/files/{'f' * 16}/engine.js"
        self.address = ""

    def fetch(self, path: str) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers, and what the site itself answers."""
        connection = http.client.HTTPConnection(urlsplit(self.site).netloc, timeout=60)
        connection.request("GET", path, headers={"Accept-Encoding": "identity"})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.getheaders(), body

    def answer(self, path: str) -> tuple[int, list[tuple[str, str]], bytes]:
        if path == self.newer and "file" in self.parts:
            return self.fetch(self.file)
        status, headers, body = self.fetch(path)
        part = "worker" if path == "/sw.js" else "shells" if path.endswith("/offline/") else ""
        if path.startswith("/en/rules/") and "rules" in self.parts:
            body = body.replace(b"css/rules.", b"css/rules.f")
        if part in self.parts:
            body = body.replace(self.old.encode(), NEW.encode())
            body = body.replace(self.file.encode(), self.newer.encode())
        return status, headers, body


@contextmanager
def serving(site: str) -> Iterator[Newer]:
    newer = Newer(site)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = newer.answer(self.path)
            self.send_response(status)
            for name, value in headers:
                if name.lower() not in HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    newer.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield newer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
