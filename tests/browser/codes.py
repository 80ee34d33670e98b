"""Reading the QR codes that pages draw, as a camera would: what is in one, and not how it was made."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

BLOCKS = {3: (1, 44), 4: (2, 64), 5: (2, 86)}
"""By version, at level M: how many blocks take turns, and how many bytes of data there are in all."""


def read_code(drawing: Locator) -> str:
    """The text of a code that is drawn as one path of squares."""
    path = drawing.locator("path").get_attribute("d") or ""
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    margin = min(x for x, _ in dark)
    dark = {(x - margin, y - margin) for x, y in dark}
    size = 1 + max(x for x, _ in dark)
    # the first five squares of the format, the level and the mask, are hidden below 10101
    level = [((x, 8) in dark) ^ hidden for x, hidden in enumerate((True, False, True, False, True))]
    assert level[:2] == [False, False], "level M"
    mask = 4 * level[2] + 2 * level[3] + level[4]
    blocks, length = BLOCKS[(size - 17) // 4]
    words = _words(dark, size, mask)
    data = b"".join(bytes(words[block:length:blocks]) for block in range(blocks))
    bits = int.from_bytes(data, "big")
    assert bits >> (8 * length - 4) == 0b0100, "bytes"
    count = bits >> (8 * length - 12) & 0xFF
    return (bits >> (8 * length - 12 - 8 * count) & (1 << 8 * count) - 1).to_bytes(count, "big").decode()


def _words(dark: set[tuple[int, int]], size: int, mask: int) -> list[int]:
    """The bytes of a code, read up and down in columns of two, past the patterns that are the same in every code."""
    bits = [
        ((x, y) in dark) ^ _is_masked(mask, x, y)
        for step, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1])
        for row in range(size)
        for x in (right, right - 1)
        for y in [row if step % 2 else size - 1 - row]
        if not _is_pattern(x, y, size)
    ]
    return [int("".join("01"[bit] for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)]


def _is_pattern(x: int, y: int, size: int) -> bool:
    corners = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    return corners or 6 in (x, y) or max(abs(x - size + 7), abs(y - size + 7)) <= 2


def _is_masked(mask: int, x: int, y: int) -> bool:
    turned = (
        x + y, y, x, x + y, x // 3 + y // 2, x * y % 2 + x * y % 3, x * y % 2 + x * y % 3, (x + y) % 2 + x * y % 3,
    )[mask]  # fmt: skip
    return turned % (2, 2, 3, 3, 2, 6, 2, 2)[mask] == 0
