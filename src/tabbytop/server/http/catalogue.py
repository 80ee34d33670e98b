"""What a server offers: its games with their options, levels, clocks and phrases, in words for the page."""

from __future__ import annotations

import functools
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabbytop import __version__, games
from tabbytop.bots.levels import LEVELS, offered
from tabbytop.bots.pool import Pool, Readiness
from tabbytop.engine.game import Game
from tabbytop.engine.guide import Block
from tabbytop.engine.lessons import Lesson
from tabbytop.engine.options import AnySeat, BySeat, Choice, Flag, Option, Whole
from tabbytop.engine.referee import interpreted
from tabbytop.engine.seats import ALL, SPECTATOR
from tabbytop.engine.state import Sees, States
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.phrases import PHRASES
from tabbytop.server.tables.table import CLOCKS


def catalogue_of(pool: Pool, club: str = "", *, passkeys: bool = False) -> messages.Catalogue:
    """Everything that can be chosen here."""
    return messages.Catalogue(
        version=__version__,
        protocol=messages.PROTOCOL,
        games=[_game(games.load(game_id), pool) for game_id in games.ids()],
        levels=[messages.LevelInfo(level.name, level.words) for level in LEVELS],
        hands=[messages.LevelInfo(level.name, level.hand) for level in LEVELS if level.hand],
        clocks=[messages.LevelInfo(name, terms.words) for name, terms in CLOCKS.items()],
        phrases=[messages.LevelInfo(name, words) for name, words in PHRASES.items()],
        club=club,
        passkeys=passkeys,
    )


@functools.cache
def guide_of(game_id: str) -> messages.GuideInfo:
    """The guide of a game, for the page."""
    game = games.load(game_id)
    guide, scenes = games.guide(game_id)
    return messages.GuideInfo(
        game=game.id,
        title=guide.title,
        sections=[
            messages.GuideSection(
                section.id, section.title, [_block(block) for block in section.blocks], section.is_detail
            )
            for section in guide.sections
        ],
        clauses=[messages.ClauseInfo(clause.id, clause.text, clause.origin) for clause in game.clauses.values()],
        scenes={name: _scene(game, scenes[name]) for name in dict.fromkeys(guide.scenes)},
    )


def _scene(game: Game, state: States) -> messages.GuideScene:
    referee = interpreted(game)
    seat = referee.actor(state)
    if seat == ALL:
        seat = 0  # where everybody may act, a picture shows what the first seat sees
    decides = 0 <= seat < game.most_seats
    view = game.state.view(state, seat if decides else SPECTATOR)
    plain, moves = game.state.plain(view), referee.legal(state, seat) if decides else []
    return messages.GuideScene(
        seat=seat if decides else None,
        view=game.state.as_dict(view),
        choices=[messages.Choice(game.moves.to_json(m), game.words.label(plain, seat, m)) for m in moves],
    )


def _block(block: Block) -> messages.GuideBlock:
    kind = msgspec.convert(block.kind, Literal["text", "list", "picture"])
    return messages.GuideBlock(kind, list(block.lines), block.scene)


def _game(game: Game, pool: Pool) -> messages.GameInfo:
    racing = game.clock is not None
    ready = Readiness("ready") if racing else pool.readiness(game.id)  # hands need no making ready
    return messages.GameInfo(
        id=game.id,
        name=game.name,
        rules=game.version,
        players=list(game.players),
        default_players=game.default_players,
        options=[info for option in game.options.all for info in _options(option, game)],
        hidden=any(field.sees is not Sees.PUBLIC for field in game.state.fields.values()),
        racing=racing,
        ready=messages.Readiness(ready.state, round(ready.share, 3)),
        sentence=game.sentence,
        minutes=game.minutes,
        alone=game.alone,
        levels=[messages.LevelInfo(level.name, level.hand if racing else level.words) for level in offered(game)],
        seats=[messages.SeatLook(look.name, look.colour) for look in game.looks],
        phases=dict(game.phases),
        by_seat=list(game.by_seat),
        board=f"/games/{game.id}/board.js" if (game.static / "board.js").is_file() else None,
        lessons=[_lesson(lesson) for lesson in games.lessons(game.id)],
    )


def _lesson(lesson: Lesson) -> messages.LessonInfo:
    chapters = lesson.chapters
    return messages.LessonInfo(
        lesson.id,
        lesson.title,
        lesson.about,
        lesson.minutes,
        [chapter.title for chapter in chapters],
        [chapter.moves for chapter in chapters],
    )


def _options(option: Option, game: Game) -> list[messages.OptionInfo]:
    """An option as the page is told of it: once, or once for every player count where its values depend on that."""
    counts = [count for count in game.players if not option.only_players or count in option.only_players]
    if isinstance(option, AnySeat):
        return [_option(option, game, [count], [count]) for count in counts]
    return [_option(option, game, counts, list(option.only_players))]


def _option(option: Option, game: Game, counts: list[int], only_players: list[int]) -> messages.OptionInfo:
    defaults = {str(count): option.default_for(count) for count in counts}
    info = messages.OptionInfo(
        name=option.name,
        kind="flag",
        words=option.words,
        default=defaults,
        only_players=only_players,
        only_with=dict([option.only_with]) if option.only_with else {},
        counts_players=list(option.counts_players),
        counts_with=dict([option.counts_with]) if option.counts_with else {},
        counts_from=dict([option.counts_from]) if option.counts_from else {},
    )
    match option:
        case Choice():
            return replace(info, kind="choice", values=list(option.values))
        case AnySeat():
            return replace(info, kind="choice", values=list(option.values_for(max(counts))))
        case BySeat():
            return replace(info, kind="by_seat", values=list(option.values))
        case Whole():
            return replace(info, kind="whole", low=option.low, high=option.high)
        case Flag():
            return info
        case _:
            raise TypeError(f"option {option.name} of {game.id} is of a kind that no page knows")
