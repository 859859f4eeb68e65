#!/usr/bin/env python3
"""Django's command line. On a developer's machine the embedded servers are started first."""

import os
import sys

from config import devservices


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["migrate"]:
        os.environ.setdefault("STATEMENT_TIMEOUT", "0")
    if os.environ.get("DEBUG") == "1":
        devservices.start()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
