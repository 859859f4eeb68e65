"""Hypothesis without a clock, a memory or luck: the same examples each time, on any machine."""

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, database=None, derandomize=True)
settings.load_profile("repeatable")
