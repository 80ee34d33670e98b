"""What is in the box."""

from __future__ import annotations

import tomllib
from pathlib import Path

CANS = tomllib.loads(Path(__file__).with_name("box.toml").read_text(encoding="utf-8"))["cans"]
