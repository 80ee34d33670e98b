"""What is planted in servers whose pages are tested and pictured: known luck, and bots that play sensibly at once."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from functools import partial
from pathlib import Path

from tabbytop.bots.bot import Moment
from tabbytop.bots.pool import Pool, Readiness
from tabbytop.bots.thinking import Candidate, Thought
from tabbytop.bots.workers import Answer, Question
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.reasons import Position, Voice, explain, sentence
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.state import copy_of
from tabbytop.server.http import pages

PAGE = "PAGE_OF_THE_SERVER"
"""The variable that names the folder of a built page."""


def same_luck(store: object) -> None:
    """Every table has the same luck, so that a test meets the same game each time, whatever ran before it."""
    _fix_luck(b"the luck of the browser tests")


def picturesque_luck(store: object) -> None:
    """Luck that leads to a full board when everybody plays by instinct."""
    _fix_luck(b"picture 37")


def _fix_luck(words: bytes) -> None:
    SealedLuck.new = partial(SealedLuck, hashlib.sha256(words).digest())  # type: ignore[method-assign]


def page_from_elsewhere(store: object) -> None:
    """The page that is built in the folder which the variable names."""
    pages.add_to = partial(pages.add_to, built=Path(os.environ[PAGE]))


def next_version_of_the_page(folder: Path) -> None:
    """The built page as an update leaves it in a folder: no file under /assets has the name that it had before."""
    shutil.copytree(pages.BUILT, folder)
    assets = sorted((folder / "assets").iterdir())
    renamed = {asset.name: f"{asset.stem}-2{asset.suffix}" for asset in assets}
    names = re.compile("|".join(map(re.escape, renamed)))
    for file in (folder / "index.html", folder / "files.json", *assets):
        if file.suffix in (".html", ".json", ".js", ".css"):
            file.write_text(names.sub(lambda found: renamed[found[0]], file.read_text("utf-8")), "utf-8")
    for asset in assets:
        asset.rename(asset.with_name(renamed[asset.name]))


def instinctive_bots(store: object) -> None:
    """Bots that do at once what looks most natural, without compiled rules; hints follow the same instinct."""

    async def choose(pool: Pool, question: Question, limit: float = 0.0) -> Answer:
        moment = question.moment()
        weights = _weights(moment)
        return Answer(moment.legal[weights.index(max(weights))], question.level)

    async def weigh(pool: Pool, question: Question, limit: float = 0.0, *_: object) -> Thought:
        return Thought(tuple(_by_instinct(question)), len(question.legal), len(question.legal), 0.0)

    Pool.choose = choose  # type: ignore[method-assign]
    Pool.weigh = weigh  # type: ignore[method-assign, assignment]
    Pool.warm = lambda pool, game_ids: None  # type: ignore[method-assign]
    Pool.readiness = lambda pool, game_id: Readiness("ready")  # type: ignore[method-assign]


def _by_instinct(question: Question) -> list[Candidate]:
    """The legal moves, the most natural first; it has the best chance, and what it changes at once is its reason."""
    moment = question.moment()
    weights = _weights(moment)
    found = [
        Candidate(move, 1000, 0.5, 0.3 + 0.3 * int(weight) / int(max(weights)), _reason(moment, move))
        for move, weight in zip(moment.legal, weights, strict=True)
    ]
    return sorted(found, key=lambda candidate: -candidate.win_chance)


def _weights(moment: Moment) -> list[int]:
    """How natural each legal move looks."""
    weights = [0] * len(moment.legal)
    moment.game.bot.policy(moment.table, moment.seat, list(moment.legal), len(weights), weights)
    return weights


def _reason(moment: Moment, move: int) -> str:
    game, seats = moment.game, moment.game.seats(moment.players, moment.options)
    if game.reasons is None:
        return ""
    after = copy_of(moment.view)
    Interpreted(game).apply(after, moment.seat, move)
    old, new = (
        Position.of(game.reasons, [game.state.plain(view)], moment.seat, seats) for view in (moment.view, after)
    )
    voice = Voice(lambda seat: game.words.seat_name(moment.table, seat), moment.seat)
    return sentence(explain(game.reasons, old, new, moment.seat, seats, voice).text) or "Nothing speaks against it."
