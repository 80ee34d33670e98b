"""What happened at a table last, in a sentence that everybody may read: for those who are not there. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.tables import projections
from tabbytop.server.tables.names import isolated
from tabbytop.server.tables.table import Table

SAYS_NOTHING = re.compile(r" ends the turn\.$")
"""A sentence that tells nothing of what was done."""
LONGEST = 160
"""Letters of a sentence that is told elsewhere."""


def last_told(table: Table, mine: Sequence[int]) -> str:
    """What a player at another seat did in the last turn since one of these seats acted, as those who watch saw it.

    The rules call people by their colours; here they are called by their names.
    """
    match, told = table.match, projections.Projection(table, SPECTATOR)
    if match is None:
        return ""
    actor, sentences = SPECTATOR, list[str]()
    for ply in range(match.ply - 1, -1, -1):
        entry = match.log[ply]
        if entry.seat in mine or (sentences and 0 <= entry.seat != actor):
            break
        if not 0 <= entry.seat < match.seats:
            continue
        actor = entry.seat
        before, after = match.state(ply), match.state(ply + 1)
        sentence = told.log_entry(ply, entry, before.tobytes(), after.tobytes()).sentence
        if sentence and not SAYS_NOTHING.search(sentence):
            sentences.append(sentence)
    if not sentences:
        return ""
    return _by_name(table, most_telling(sentences, called(table, actor)))


def called(table: Table, seat: int) -> str:
    """What the rules call a player."""
    assert table.match is not None
    return table.game.words.seat_name(table.game.state.plain(table.match.view(SPECTATOR)), seat)


def most_telling(sentences: Sequence[str], name: str) -> str:
    """Of what somebody did in a turn the longest sentence says most; those about what came of it come second."""
    return max(sentences, key=lambda sentence: (sentence.startswith(f"{name} "), len(sentence)))


def _by_name(table: Table, sentence: str) -> str:
    """A sentence with people's names for colours; nothing if it has become too long to be read at a glance."""
    assert table.match is not None
    view = table.game.state.plain(table.match.view(SPECTATOR))
    names = {
        table.game.words.seat_name(view, info.seat): isolated(info.name)
        for info in projections.seat_infos(table)
        if info.name
    }
    if names:
        colours = "|".join(re.escape(colour) for colour in sorted(names, key=len, reverse=True))
        sentence = re.sub(rf"\b(?:{colours})\b", lambda found: names[found[0]], sentence)
    return sentence if len(sentence) <= LONGEST else ""
