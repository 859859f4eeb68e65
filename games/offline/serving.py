"""The big files of play without a network, as they lie in the bundle."""

from __future__ import annotations

import brotli
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games.offline import bundle

TYPES = {
    "js": "text/javascript",
    "mjs": "text/javascript",
    "wasm": "application/wasm",
    "zip": "application/zip",
}
# What the worker's script may do: compile the Python that we serve, and fetch from us alone.
POLICY = {
    "default-src": ["'none'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'"],
    "connect-src": ["'self'"],
}


@require_safe
@csp(POLICY)
def file(request: HttpRequest, hash: str, name: str) -> HttpResponse:
    """A file by the hash of what is in it: the same for ever. Of an older version: 404."""
    found = bundle.files().get(name)
    if found is None or found.hash != hash:
        raise Http404(name)
    content = found.br
    # Every browser that can keep us takes Brotli; what stands between may not.
    compressed = "br" in request.headers.get("Accept-Encoding", "")
    if not compressed:
        content = brotli.decompress(content)
    response = HttpResponse(content, content_type=TYPES[name.rpartition(".")[2]])
    if compressed:
        response["Content-Encoding"] = "br"
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
