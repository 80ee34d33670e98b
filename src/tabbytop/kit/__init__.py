"""The kit: what the rules, words, records and guide of every game must hold, and what its tests are written in.

`tabbytop kit GAME` runs it for one game, wherever the game comes from; `make test` for all of them. A new game gets
all of it for free, and is told which step is missing.
"""

from tabbytop.kit.marks import cites
from tabbytop.kit.scene import Scene

__all__ = ["Scene", "cites"]
