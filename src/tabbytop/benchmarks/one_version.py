"""Random play by one version of the rules, for `against`: run with the `src` of that version on the path.

    python one_version.py GAME

Compiles, and tells the processor time of that. Then every number that is read is a number of games to play; what
is told of them is moves per second of processor time, and a digest of their lengths, scores and places. It asks only
for what other versions have too.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from typing import Any

import numpy as np

from tabbytop import games
from tabbytop.engine import play
from tabbytop.engine.referee import Compiled

SEED = 1


def main(game_id: str) -> None:
    """Play as often as asked, until nothing more is asked."""
    game = games.load(game_id)
    players = game.default_players
    seats, options = game.seats(players, {}), game.encode(players, {})
    began = time.process_time()
    play_batch = Compiled(game).bind(play.play_batch)

    def played(count: int) -> dict[str, Any]:
        states, lengths = game.state.blank(count), np.zeros(count, np.int64)
        scores, places = np.zeros(count * seats, np.int64), np.zeros(count * seats, np.int64)
        room = [np.zeros(int(game.moves.count), np.int32) for _ in range(2)]
        outcome = (lengths, scores, places)
        started = time.process_time()
        moves = play_batch(
            states, options, SEED, 0, int(game.longest), 0, count, *outcome, *room, np.zeros(3, np.int64)
        )
        speed = moves / (time.process_time() - started)
        digest = hashlib.blake2b(b"".join(part.tobytes() for part in outcome), digest_size=8)
        return {"speed": speed, "moves": int(moves), "digest": digest.hexdigest()}

    played(1)
    print(json.dumps({"compiled": time.process_time() - began}), flush=True)
    for line in sys.stdin:
        print(json.dumps(played(int(line))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
