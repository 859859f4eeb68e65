"""Where static files are kept: under names that hold the hash of what is in them."""

from typing import Any, ClassVar

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

# Where one of our scripts imports another: `from "./keep.js"`.
_IMPORT = (r"""(?P<matched>from\s+["'](?P<url>\./[^"']+\.js)["'])""", 'from "%(url)s"')


class Storage(ManifestStaticFilesStorage):
    """Also puts the hash where our scripts import each other, so that a page never runs scripts of
    two versions. (Django's own way would rewrite what only looks like an import elsewhere.)"""

    # In DEBUG, too: what a browser keeps is of one version there as well.
    def url(self, name: str | None, force: bool = True) -> Any:
        return super().url(name, force)

    patterns: ClassVar = (*ManifestStaticFilesStorage.patterns, ("js/*.js", (_IMPORT,)))
