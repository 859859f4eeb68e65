"""Players that are no people: plain Python, an observation and the public plies in, a move out."""
