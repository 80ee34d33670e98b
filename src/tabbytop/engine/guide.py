"""The guide of a game: how to play it, in our own words, with clauses to look up and positions to look at.

A guide is a Markdown file of a few kinds of blocks: `## Section`, paragraphs, lists, and pictures
`![caption](scene:name)`. Clauses are cited as `[CAB-12]`; other words in brackets, such as `[4]`, are pieces that the
page draws in the line. What comes before `# Details` is read in five minutes; what comes after it is folded away until
somebody looks it up. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

PICTURE = re.compile(r"!\[(?P<caption>.*)\]\(scene:(?P<scene>[a-z0-9-]+)\)")
CITED = re.compile(r"\[(?P<clause>[A-Z]{3}-\d+)\]")
DRAWN = re.compile(r"\[[a-z0-9]+\]")
WORD = re.compile(r"\w[\w'-]*")
DETAILS = "# Details"


class BadGuide(Exception):
    """A guide that cites what does not exist, or is built of something else than its blocks."""


@dataclass(frozen=True)
class Block:
    """A paragraph, a list with its items, or a picture with its caption."""

    kind: str
    """"text", "list" or "picture"."""
    lines: tuple[str, ...]
    scene: str | None = None


@dataclass(frozen=True)
class Section:
    """A chapter of the guide."""

    id: str
    title: str
    blocks: list[Block] = field(default_factory=list)
    is_detail: bool = False
    """Whether it is folded away: what people look up, not what they read before the first game."""


@dataclass(frozen=True)
class Guide:
    """A whole guide."""

    title: str
    sections: tuple[Section, ...]

    @property
    def scenes(self) -> list[str]:
        """The positions it shows."""
        return [block.scene for section in self.sections for block in section.blocks if block.scene is not None]

    @property
    def chapters(self) -> list[Section]:
        """What is read before the first game."""
        return [section for section in self.sections if not section.is_detail]

    @property
    def length(self) -> int:
        """How many words are read before the first game; numbers of clauses and drawn pieces are none."""
        return sum(_words(section) for section in self.chapters)


def read_guide(path: Path, clauses: Collection[str]) -> Guide:
    """Read a guide; every clause it cites must exist."""
    title, is_detail = "", False
    sections: list[Section] = []
    for text in path.read_text(encoding="utf-8").strip().split("\n\n"):
        if text == DETAILS and sections:
            is_detail = True
        elif text.startswith("# "):
            title = text.removeprefix("# ")
        elif text.startswith("## "):
            name = text.removeprefix("## ")
            anchor = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
            sections.append(Section(anchor, name, is_detail=is_detail))
        elif not sections:
            raise BadGuide(f"{path}: the guide begins with '# Title' and '## Section', not with {text[:40]!r}")
        else:
            sections[-1].blocks.append(_block(text))
        for cited in CITED.finditer(text):
            if cited["clause"] not in clauses:
                raise BadGuide(f"{path}: there is no clause {cited['clause']}")
    return Guide(title, tuple(sections))


def _block(text: str) -> Block:
    if picture := PICTURE.fullmatch(text.replace("\n", " ")):
        return Block("picture", (picture["caption"],), picture["scene"])
    if text.startswith("- "):
        items = re.split(r"\n(?=- )", text)
        return Block("list", tuple(_joined(item.removeprefix("- ")) for item in items))
    return Block("text", (_joined(text),))


def _joined(text: str) -> str:
    return " ".join(text.split())


def _words(section: Section) -> int:
    lines = [section.title, *(line for block in section.blocks for line in block.lines)]
    return sum(len(WORD.findall(DRAWN.sub(" ", CITED.sub(" ", line)))) for line in lines)
