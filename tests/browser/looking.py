"""What is true of every page, whoever looks at it."""

import os
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

SIZES = {390: 844, 1280: 800}
PROVED = {(390, "dark"), (1280, "light")}  # each size and each scheme once: axe takes its time


def look(page: Page, name: str) -> None:
    """On a phone and on a desktop, by day and by night: one heading, nothing beside the screen, and
    nothing that axe finds. Pictures of it go to the folder SCREENSHOTS."""
    expect(page.locator("h1")).to_have_count(1)
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if folder := os.environ.get("SCREENSHOTS"):
                page.screenshot(path=Path(folder) / f"{name}-{width}-{scheme}.png", full_page=True)
            if (width, scheme) in PROVED:
                results = Axe().run(page)
                assert results.violations_count == 0, f"{name}: {results.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
