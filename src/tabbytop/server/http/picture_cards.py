"""The picture that a link shows before it is opened: the board, who plays, and a few words, as a PNG of 1200 x 630."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tabbytop.engine import drawing
from tabbytop.engine.drawing import Drawing

WIDTH, HEIGHT = 1200, 630
MARGIN, BOARD = 36.0, 730.0
PANEL = 2 * MARGIN + BOARD
"""Where the words begin."""
ACCENT, QUIET = "#b5531c", "#6b6257"
TITLE_LETTERS, SENTENCE_LETTERS, NAME_LETTERS = 13, 30, 19
"""How many letters fit into a line."""
MOST_SEATS = 5
FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
STRANGE = re.compile("[^ -~\u00a0-\u024f\u1e00-\u1eff\u2010-\u201f\u2026]+")
"""Letters that the fonts do not have."""


@dataclass(frozen=True)
class Seat:
    """Somebody at the table."""

    name: str
    colour: str
    points: int | None = None
    won: bool = False


@dataclass(frozen=True)
class PictureCard:
    """What a picture shows. Equal cards are the same picture."""

    title: str
    sentence: str
    seats: tuple[Seat, ...] = ()
    board: Drawing | None = None

    def png(self) -> bytes:
        """The picture; takes some 50 to 150 ms."""
        import resvg_py

        return bytes(resvg_py.svg_to_bytes(svg_string=self.svg(), skip_system_fonts=True, font_files=FONTS))

    def svg(self) -> str:
        """The picture as shapes."""
        shapes = [drawing.box(0, 0, WIDTH, HEIGHT, drawing.PAPER), *self._board(), *self._words()]
        size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(shapes)}</svg>'

    def _board(self) -> list[str]:
        if self.board is None:
            return [drawing.cat(MARGIN + BOARD / 2, HEIGHT / 2, 300, "#f2b267")]
        high = HEIGHT - 2 * MARGIN
        scale = min(BOARD / self.board.width, high / self.board.height)
        wide, tall = scale * self.board.width, scale * self.board.height
        x, y = MARGIN + (BOARD - wide) / 2, (HEIGHT - tall) / 2
        inside = f'<clipPath id="board">{drawing.box(x, y, wide, tall, "#000", rx=18)}</clipPath>'
        drawn = drawing.group(self.board.shapes, (x, y), scale)
        frame = drawing.box(x, y, wide, tall, "none", rx=18, stroke=drawing.LINE, stroke_width=3)
        return [inside, f'<g clip-path="url(#board)">{drawn}</g>', frame]

    def _words(self) -> list[str]:
        found = [
            drawing.cat(PANEL + 22, 66, 40, "#f2b267"),
            drawing.letters("Tabbytop", PANEL + 54, 78, 32, ACCENT, anchor="start", font_family=drawing.TITLE),
        ]
        y = 120.0
        for words in _lines(self.title, TITLE_LETTERS, 3):
            y += 52
            found.append(drawing.letters(words, PANEL, y, 46, anchor="start", font_family=drawing.TITLE))
        y += 14
        for words in _lines(self.sentence, SENTENCE_LETTERS, 3):
            y += 34
            found.append(drawing.letters(words, PANEL, y, 25, QUIET, anchor="start", font_weight=500))
        y += 30
        for seat in self.seats[:MOST_SEATS]:
            y += 42
            found += _seat(seat, y)
        return found


def _seat(seat: Seat, y: float) -> list[str]:
    found = [
        drawing.disc(PANEL + 11, y - 9, 11, seat.colour, stroke=drawing.INK, stroke_width=2),
        drawing.letters(_lines(seat.name, NAME_LETTERS, 1)[0], PANEL + 34, y, 27, anchor="start"),
    ]
    if seat.points is not None:
        end = WIDTH - MARGIN
        found.append(drawing.letters(seat.points, end, y, 29, anchor="end", font_family=drawing.TITLE))
        if seat.won:
            crown = f"M{end - 70} {y}l-4-20 9 8 7-12 7 12 9-8-4 20z"
            found.append(drawing.path(crown, "#e8b931", stroke=drawing.INK, stroke_width=2))
    return found


def _lines(text: str, letters: int, most: int) -> Sequence[str]:
    """A text in so many lines at most, with an ellipsis where it goes on; letters that cannot be drawn are left out."""
    plain = " ".join(STRANGE.sub(" ", text).split()) or "somebody"
    return textwrap.wrap(plain, letters, max_lines=most, placeholder=" …")
