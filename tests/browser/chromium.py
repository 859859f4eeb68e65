"""Finding a Chromium for the tests, or fetching one: they are never skipped for want of it."""

import os
import shutil
import subprocess
import sys
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HELP = (
    "The browser tests need Chromium or Chrome: install one (on Debian: apt install chromium),"
    " or set CHROMIUM to its path."
)


class NoBrowser(Exception):
    """There is no browser and none can be had; the message says what to install."""


def options() -> dict[str, Any]:
    """What Playwright needs to launch it. Raises NoBrowser."""
    path = find()
    args = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    if os.geteuid() == 0:
        args.append("--no-sandbox")  # Chromium's own does not work for root
    return {"args": args, **({"executable_path": path} if path else {})}


def find() -> str | None:
    """The path of an installed browser, or None for the one that Playwright keeps itself.

    Without one, Debian's package is installed where we are root on Debian; else Playwright's own
    download is tried. Raises NoBrowser.
    """
    if named := os.environ.get("CHROMIUM"):
        return named
    if found := next(filter(None, map(shutil.which, NAMES)), None):
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        for act in (["update"], ["install", "-y", "chromium"]):
            subprocess.run(["apt-get", "-qq", *act], stdout=subprocess.DEVNULL, check=False)
        if found := shutil.which("chromium"):
            return found
    download = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(download, check=False).returncode == 0:
        return None
    raise NoBrowser(HELP)
