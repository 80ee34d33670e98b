"""How long tests wait for something that will happen: long enough for any machine, however busy.

Tests wait for events, never for time to pass; this only bounds a hang.
"""

PATIENCE = 600.0
"""Seconds."""
