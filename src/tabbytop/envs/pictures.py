"""The table in letters as a picture of pixels, for environments that are asked for one. Knows no game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

COLUMNS, ROWS = 144, 36
"""Pictures of all moments have one size; what does not fit is cut off."""
WIDE, HIGH = 6, 12
PAPER, INK = (250, 247, 240), (43, 38, 34)
LEFT, RIGHT, UP, DOWN = (0, 5), (5, 5), (2, 0), (2, 11)
MIDDLE = (2, 5)
LINES = {"─": (LEFT, RIGHT), "│": (UP, DOWN), "┌": (RIGHT, DOWN), "┐": (LEFT, DOWN), "└": (RIGHT, UP), "┘": (LEFT, UP)}
"""Letters that the font does not have: from the middle to two edges."""


def pixels(text: str) -> npt.NDArray[np.uint8]:
    """A text as an array of rows, columns and red, green, blue."""
    image = Image.new("RGB", (COLUMNS * WIDE, ROWS * HIGH), PAPER)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    for row, line in enumerate(text.splitlines()[:ROWS]):
        for column, letter in enumerate(line[:COLUMNS]):
            x, y = column * WIDE, row * HIGH
            for edge in LINES.get(letter, ()):
                draw.line([(x + MIDDLE[0], y + MIDDLE[1]), (x + edge[0], y + edge[1])], INK)
            if letter not in LINES and letter != " ":
                draw.text((x, y), letter.encode("latin-1", "replace").decode("latin-1"), INK, font=font)
    return np.asarray(image)
