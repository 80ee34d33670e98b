"""The roofs of the city: rooftops, the gaps between them, the ways across, and the home tiles.

A gap can be crossed in two directions, and each of these is a *way*: "KJ" leads from the Kims to the Johnstons. Ways
are numbered by the rooftop they leave from, so that those of one rooftop follow each other.
"""

from __future__ import annotations

from itertools import pairwise

from tabbytop.engine.rule import table
from tabbytop.games.hot_tin_roof.components import BOX, gaps_apart, letters
from tabbytop.games.hot_tin_roof.state import GAPS

COLOURS = tuple(colour.id for colour in BOX.colour)
PATTERNS = tuple(colour.pattern for colour in BOX.colour)
LETTERS = letters(BOX)
FAMILIES = tuple(roof.name for roof in BOX.rooftop)
GAP_NAMES = tuple(gap.id for gap in BOX.gaps.each)
TILE_NAMES = tuple(BOX.home_tiles.pairs)
WAY_NAMES = tuple(sorted([*GAP_NAMES, *(name[::-1] for name in GAP_NAMES)]))
WAYS = 2 * GAPS


def roof_at(letter: str) -> int:
    """The number of a rooftop."""
    return LETTERS.index(letter)


def gap_named(name: str) -> int:
    """The number of a gap, whichever rooftop stands first in its name."""
    return GAP_NAMES.index("".join(sorted(name)))


WAY_FROM = table(roof_at(name[0]) for name in WAY_NAMES)
WAY_TO = table(roof_at(name[1]) for name in WAY_NAMES)
WAY_GAP = table(gap_named(name) for name in WAY_NAMES)
FIRST_WAY = table(sum(name[0] < letter for name in WAY_NAMES) for letter in [*LETTERS, "~"])
"""The first way that leaves each rooftop; the next entry ends them."""
WAYS_FROM = [range(*ends) for ends in pairwise(FIRST_WAY.tolist())]
MOST_WAYS = max(len(ways) for ways in WAYS_FROM)
ROOF_BESIDE = table(
    [*(WAY_TO[way] for way in ways), *[roof] * (MOST_WAYS - len(ways))] for roof, ways in enumerate(WAYS_FROM)
)
GAP_BESIDE = table([*(WAY_GAP[way] for way in ways), *[0] * (MOST_WAYS - len(ways))] for ways in WAYS_FROM)
"""Where the ways of each rooftop lead, and over which gap. All have as many: what is missing leads back to where a cat
has always stood already. Compiled code need not guess how long a loop over them will be."""
GAP_ENDS = table([roof_at(name[0]), roof_at(name[1])] for name in GAP_NAMES)
TILE_HOMES = table([roof_at(name[0]), roof_at(name[1])] for name in TILE_NAMES)
APART = table(gaps_apart(BOX))
"""Gaps between any two rooftops on the shortest way."""
