"""Dates as the site writes them: the day without a zero, and never broken between two lines."""
