"""The big files of play without a network, as they lie in the bundle."""

from __future__ import annotations

import re
from functools import cache

import brotli
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games.offline import bundle

_NEVER = re.compile(r"\s*q\s*=\s*0(\.0*)?\s*")
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
    # Every browser that can keep us takes Brotli; what stands between may not.
    compressed = takes_brotli(request.headers.get("Accept-Encoding", ""))
    content = found.br if compressed else _unpacked(name, hash)
    response = HttpResponse(content, content_type=TYPES[name.rpartition(".")[2]])
    if compressed:
        response["Content-Encoding"] = "br"
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def takes_brotli(accepted: str) -> bool:
    """Whether the header Accept-Encoding names Brotli, and not to refuse it (q=0)."""
    for coding in accepted.lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() == "br":
            return not _NEVER.fullmatch(weight)
    return False


@cache
def _unpacked(name: str, hash: str) -> bytes:
    """Megabytes, that whoever asks would have unpacked each time."""
    return brotli.decompress(bundle.files()[name].br)
