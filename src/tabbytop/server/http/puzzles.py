"""The routes of puzzles: five a day, a moment to look at, and what a move is worth there. Nothing is kept."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from fastapi import APIRouter, Request, Response

from tabbytop import games
from tabbytop.engine.match import Match
from tabbytop.engine.moves import BadMove
from tabbytop.review import puzzles
from tabbytop.review.document import Choice, Puzzle
from tabbytop.server.http.responses import respond
from tabbytop.server.http.routing import documented, read_json
from tabbytop.server.protocol import messages
from tabbytop.server.storage.consents import Consents
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.tables import projections
from tabbytop.server.tables.refusals import Rejected

GOOD = 0.1
"""A move that is no further behind the best than this is good."""
RANKED = 3
"""Moves that an answer ranks."""
KNOWN = 64
"""Moments that are remembered."""


class PuzzleRoutes:
    """What there is to solve, and what came of it."""

    def __init__(
        self,
        router: APIRouter,
        today: Callable[[], datetime.date],
        limit: Callable[[Request], None],
        folder: Path,
        consents: Consents,
        who: Callable[[Request], Awaitable[Guest]],
    ) -> None:
        self._today, self._limit, self._folder = today, limit, folder / puzzles.OWN
        self._consents, self._who = consents, who
        router.get("/puzzles", **documented("Today's puzzles", messages.PuzzleDay))(self.day)
        router.get("/puzzles/{game}/{puzzle}", **documented("A puzzle", messages.PuzzleDocument))(self.puzzle)
        about = documented("Try a move at a puzzle", messages.PuzzleAnswer, messages.PuzzleTry)
        router.post("/puzzles/{game}/{puzzle}/tries", **about)(self.answer)
        router.get("/me/puzzles", **documented("Whether one agreed", messages.PuzzleConsent))(self.consent)
        agree = documented("Agree to puzzles", messages.PuzzleConsent, messages.NewConsent)
        router.post("/me/puzzles", **agree)(self.agree)

    async def day(self, request: Request) -> Response:
        """The same five for everybody, the easy ones first; `?game=` asks for those of one game."""
        wanted = request.query_params.get("game")
        day = self._today()
        chosen = [
            puzzle for game in games.ids() if wanted in (None, game) for puzzle in _shelf(game, self._folder).puzzles
        ]
        told = [
            messages.PuzzleInfo(puzzle.id, puzzle.game, puzzle.rating) for puzzle in puzzles.of_the_day(chosen, day)
        ]
        return respond(messages.PuzzleDay(day.isoformat(), told))

    async def consent(self, request: Request) -> Response:
        """What one has answered; nobody else is told."""
        guest = await self._who(request)
        return respond(messages.PuzzleConsent(await self._consents.answer_of(guest.id)))

    async def agree(self, request: Request) -> Response:
        """It holds for all of one's games, also those that are over, until one answers otherwise."""
        guest = await self._who(request)
        answer = await read_json(request, msgspec.json.Decoder(messages.NewConsent).decode)
        self._limit(request)
        await self._consents.keep(guest.id, puzzles=answer.agreed)
        return respond(messages.PuzzleConsent(answer.agreed))

    async def puzzle(self, game: str, puzzle: str, request: Request) -> Response:
        """The table as the seat sees it, and what it may play; nothing of the answer but two moves to nudge."""
        self._limit(request)
        return respond(_document(*_found(game, puzzle, self._folder)))

    async def answer(self, game: str, puzzle: str, request: Request) -> Response:
        """A verdict in words, and the best moves by their chances."""
        tried = await read_json(request, msgspec.json.Decoder(messages.PuzzleTry).decode)
        self._limit(request)
        found, match = _found(game, puzzle, self._folder)
        try:
            move = match.game.moves.from_json(tried.move)
        except BadMove as problem:
            raise Rejected("bad_move", str(problem)) from None
        refusal = match.why_not(found.seat, move)
        if refusal is not None:
            raise Rejected("illegal", refusal.sentence, clause=refusal.clause)
        return respond(_answer(found, match, move))


def _shelf(game: str, folder: Path) -> puzzles.Shelf:
    try:
        return puzzles.shelf_with(game, folder)
    except puzzles.BadPuzzle as problem:
        raise Rejected("not_found", str(problem)) from None


def _found(game: str, puzzle: str, folder: Path) -> tuple[Puzzle, Match]:
    """A puzzle that holds, and its moment."""
    if game not in games.ids():
        raise Rejected("not_found", f"There is no game '{game}' here.")
    try:
        found = _shelf(game, folder).named(puzzle)
        return found, _moment(game, puzzle, folder)
    except puzzles.BadPuzzle as problem:
        raise Rejected("not_found", str(problem)) from None


@functools.lru_cache(KNOWN)
def _moment(game: str, puzzle: str, folder: Path) -> Match:
    shelf = _shelf(game, folder)
    return shelf.match_at(shelf.named(puzzle))


def _document(puzzle: Puzzle, match: Match) -> messages.PuzzleDocument:
    game, seat = match.game, puzzle.seat
    view, legal = match.view(seat), match.legal(seat)
    fields = game.state.as_dict(view)
    pair = [puzzle.answer, next(choice.move for choice in puzzle.choices if choice.move != puzzle.answer)]
    return messages.PuzzleDocument(
        id=puzzle.id,
        game=puzzle.game,
        rules=puzzle.rules,
        players=match.players,
        options=dict(match.options),
        seat=seat,
        seats=_seats(match, seat),
        view=fields,
        prompt=match.prompt(seat),
        picture=match.picture(seat),
        choices=[messages.Choice(game.moves.to_json(move), match.label(move, seat)) for move in legal],
        scores=projections.scores(match, view),
        hash=projections.hash_of(fields),
        rating=puzzle.rating,
        nudge=sorted(pair, key=str),
    )


def _seats(match: Match, own: int) -> list[messages.SeatInfo]:
    """Whoever solves it has the seat; at the others sit cats."""
    cats = iter(("Pepper", "Domino", "Clover", "Biscuit"))
    players = [
        messages.SeatInfo(seat, "guest", "You")
        if seat == own
        else messages.SeatInfo(seat, "bot", next(cats), "top-cat")
        for seat in range(match.players)
    ]
    automata = match.game.automata(match.players, match.options)
    return players + [
        messages.SeatInfo(seat, "automaton", name) for seat, name in enumerate(automata, start=match.players)
    ]


def _answer(puzzle: Puzzle, match: Match, move: int) -> messages.PuzzleAnswer:
    made = match.game.moves.to_json(move)
    best = puzzle.choices[0]
    own = next((choice for choice in puzzle.choices if choice.move == made), None)
    found = made == puzzle.answer
    near = own is not None and best.chance - own.chance <= GOOD
    shown = list(puzzle.choices[:RANKED])
    if own is not None and own not in shown:
        shown[-1] = own
    ranked = [_ranked(choice, made) for choice in shown]
    if own is None:
        label = match.label(move, puzzle.seat)
        ranked = [*ranked[: RANKED - 1], messages.RankedMove(made, label, None, "Not among the best few.", yours=True)]
    return messages.PuzzleAnswer(
        verdict="That is it" if found else "Good, not the best" if near else "There was better",
        found=found,
        answer=puzzle.answer,
        choices=ranked,
        legal=puzzle.legal,
        missed_by=list(puzzle.missed_by),
    )


def _ranked(choice: Choice, made: messages.Move) -> messages.RankedMove:
    return messages.RankedMove(
        choice.move, choice.label, round(choice.chance, 4), choice.reason, yours=choice.move == made
    )
