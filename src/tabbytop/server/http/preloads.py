"""What a page needs besides its entry, told in its head: browsers fetch it at once instead of when scripts ask for it.

The build says which files belong to a page (`files.json`, by Vite); here is which page an address means.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ENTRY = "index.html"
HOME, GAMES, TABLE = "src/home/Home.svelte", "src/pages/Landing.svelte", "src/table/Table.svelte"


class Preloads:
    """The tags for the pages that people come to first."""

    def __init__(self, built: Path) -> None:
        file = built / "files.json"
        self._files: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        self._tags = {page: self._tags_of(page) for page in (HOME, GAMES, TABLE)}

    def tags(self, path: str, *, comes_back: bool) -> str:
        """What stands in the head of the page at an address."""
        first = path.split("/", maxsplit=1)[0]
        page = {"": HOME if comes_back else GAMES, "games": GAMES, "t": TABLE}.get(first)
        return self._tags[page] if page is not None else ""

    def _tags_of(self, page: str) -> str:
        already, scripts, styles = self._reached(ENTRY), [], []
        for key in self._reached(page):
            if key in already:
                continue
            scripts.append(self._files[key]["file"])
            styles += self._files[key].get("css", [])
        return "".join(
            [
                *(f'<link rel="stylesheet" crossorigin href="/{file}">' for file in dict.fromkeys(styles)),
                *(f'<link rel="modulepreload" crossorigin href="/{file}">' for file in scripts),
            ]
        )

    def _reached(self, key: str) -> list[str]:
        """A file of the build and all that it imports, each once, what is needed first at the end."""
        found: list[str] = []
        waiting = [key] if key in self._files else []
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.append(here)
                waiting += self._files[here].get("imports", [])
        return found
