"""Who may enter the arena: the package's own bots by name, and anybody's bots as `module:Class`. Knows no game.

Names are checked before the first game, so that a typing error costs one sentence and not a tournament.
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path

from tabbytop.arena import simple
from tabbytop.bots import levels
from tabbytop.bots.bot import Bot, Moment
from tabbytop.engine.errors import UserError
from tabbytop.engine.listing import listed
from tabbytop.engine.luck import stream, toss
from tabbytop.engine.referee import Compiled

RANDOM = "random"
SHORT = {
    "openspiel:mcts": "tabbytop.envs.openspiel_bots:Mcts",
    "openspiel:ismcts": "tabbytop.envs.openspiel_bots:IsMcts",
}
"""Searches of other frameworks, by names that one can type."""
WITHIN = "@"
"""Between a name and the seconds that the bot has for a decision: top-cat@0.1."""


class UnknownBot(UserError):
    """A bot that cannot be found or loaded."""


class RandomBot:
    """Plays any legal move, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._luck = stream(seed)

    def choose(self, moment: Moment) -> int:
        return moment.legal[toss(self._luck, len(moment.legal))]


def own() -> tuple[str, ...]:
    """The names of the package's own bots."""
    return (RANDOM, *levels.NAMES)


def timed(name: str) -> tuple[str, float | None]:
    """A bot's name, and the seconds that it has for a decision where its name says so.

    >>> timed("top-cat@0.1"), timed("top-cat")
    (('top-cat', 0.1), ('top-cat', None))
    """
    bot, within, words = name.partition(WITHIN)
    if not within:
        return name, None
    try:
        seconds = float(words)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise UnknownBot(f"In '{name}' seconds for a decision follow the {WITHIN}, such as {bot}{WITHIN}0.1.")
    return bot, seconds


def check(name: str) -> None:
    """Raise UnknownBot, with a sentence, if no bot can be made by this name."""
    bot, seconds = timed(name)
    _check(bot)
    thinks = _takes(_from_outside(bot), "seconds") if _is_from_outside(bot) else bot in levels.NAMES
    if seconds is not None and not thinks:
        raise UnknownBot(f"'{bot}' takes no seconds: levels do, and bots of your own whose class takes `seconds`.")


def _check(name: str) -> None:
    if name.startswith(simple.PREFIX):
        if name not in simple.all_names():
            raise UnknownBot(f"There is no simple player '{name}'. There are {listed(simple.all_names())}.")
    elif _is_from_outside(name):
        _from_outside(name)
    elif name not in own():
        near = difflib.get_close_matches(name, own(), 1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise UnknownBot(f"There is no bot '{name}'.{hint} Bots: {', '.join(own())}, or module:Class for your own.")


def make(name: str, referee: Compiled, seed: int) -> Bot:
    """A fresh bot for one seat of one game. A bot from outside is given the seed if it takes one."""
    name, seconds = timed(name)
    if name == RANDOM:
        return RandomBot(seed)
    if name.startswith(simple.PREFIX):
        return simple.SimplePlayer(name, seed)
    if not _is_from_outside(name):
        return levels.make(name, referee, seed, seconds)
    bot_class = _from_outside(name)
    given = {"seed": seed} if _takes(bot_class, "seed") else {}
    bot: Bot = bot_class(**given) if seconds is None else bot_class(**given, seconds=seconds)
    return bot


def files(names: Iterable[str]) -> list[str]:
    """The modules and packages below this folder that bots from outside are in: what another machine has to be sent."""
    outside = [bot for bot, _ in map(timed, names) if _is_from_outside(bot) and bot not in SHORT]
    roots = {name.partition(":")[0].partition(".")[0] for name in outside}
    found = (importlib.util.find_spec(root) for root in sorted(roots))
    paths = [_place_of(spec) for spec in found if spec is not None]
    here = Path.cwd().resolve()
    return [str(path) for path in paths if path is not None and here in path.parents]


def _place_of(spec: ModuleSpec) -> Path | None:
    """The folder of a package, the file of a module; None for what is in no file."""
    places = list(spec.submodule_search_locations or ()) or ([spec.origin] if spec.has_location and spec.origin else [])
    return Path(places[0]).resolve() if places else None


def warm(referee: Compiled, names: Iterable[str]) -> None:
    """Compile or load, now, what games between these bots need."""
    referee.ready()
    for name in {bot for bot, _ in map(timed, names)} & set(own()):
        make(name, referee, 0)


def labels(names: Sequence[str]) -> tuple[str, ...]:
    """What entrants are called in results: their names, numbered where one enters several times.

    >>> labels(["random", "kitten", "random"])
    ('random', 'kitten', 'random#2')
    """
    seen = [names[:index].count(name) for index, name in enumerate(names)]
    return tuple(f"{name}#{times + 1}" if times else name for name, times in zip(names, seen, strict=True))


def _is_from_outside(name: str) -> bool:
    return ":" in name and not name.startswith(simple.PREFIX)


def _from_outside(name: str) -> Callable[..., Bot]:
    module_name, _, class_name = SHORT.get(name, name).partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), class_name)):
        raise UnknownBot(f"A bot of your own is written module:Class, such as my_bots:Careful; not '{name}'.")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as problem:
        why = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise UnknownBot(f"The bot '{name}' cannot be loaded, importing '{module_name}' failed ({why}).") from None
    bot_class = getattr(module, class_name, None)
    if bot_class is None:
        raise UnknownBot(f"The bot '{name}' cannot be loaded: '{module_name}' has no class '{class_name}'.")
    answers = [callable(getattr(bot_class, method, None)) for method in ("choose", "intend")]
    if not callable(bot_class) or (isinstance(bot_class, type) and not any(answers)):
        raise UnknownBot(
            f"The bot '{name}' cannot be loaded: a bot is a class with a method choose(moment), or intend(moment) for "
            "games in real time."
        )
    made: Callable[..., Bot] = bot_class
    return made


def _takes(bot_class: Callable[..., Bot], what: str) -> bool:
    try:
        parameters = inspect.signature(bot_class).parameters.values()
    except ValueError:  # some classes written in C do not tell
        return False
    return any(
        parameter.kind is parameter.VAR_KEYWORD
        or (parameter.name == what and parameter.kind is not parameter.POSITIONAL_ONLY)
        for parameter in parameters
    )
