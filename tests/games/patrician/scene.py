"""A position of Patrician, arranged by hand and played on by names: what the clause tests are written in.

    scene = Scene(3, {"lucca": ("W", "B")}, turn=WHITE, hands={WHITE: "LUC1"})
    scene.turn("LUC1", 1, 2).refill()
    assert scene.towers("lucca") == ("WW", "BW")

Towers are written bottom to top, a letter for each colour. Luck is told what to show; every move is checked for
legality before it is made. A position that a real game could come to stays one: its invariants are checked after every
move. Tests may also arrange what no game comes to, to look at one rule alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabbytop.engine.match import Ply, told
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import HOUSE, LUCK, SPECTATOR
from tabbytop.engine.state import copy_of
from tabbytop.games.patrician.board import CARD_IDS, CARDS, CITIES, HAND_SIZE, PAIRS
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.moves import MOVES
from tabbytop.games.patrician.scenes import arranged
from tabbytop.games.patrician.words import INITIALS

REFEREE = Interpreted(GAME)
BLACK, WHITE, RED, YELLOW, BLUE = range(5)


class Scene:
    """One table, before a turn."""

    def __init__(
        self,
        players: int = 3,
        towers: Mapping[str, tuple[str, str]] | None = None,
        *,
        turn: int = BLACK,
        hands: Mapping[int, str] | None = None,
        face_up: Mapping[str, str] | None = None,
        between: Sequence[str] = (),
        **options: bool,
    ) -> None:
        state = arranged(players, towers or {}, turn=turn, hands=hands, face_up=face_up, between=between, **options)
        self._use(state)
        assert REFEREE.broken(state) == 0

    def _use(self, state: Any) -> None:
        self.state = state
        self.s = GAME.state.plain(state)
        """The open state; tests may read and arrange it."""
        self.lines: dict[int, list[str]] = {viewer: [] for viewer in (SPECTATOR, *range(5))}
        """What was told to whom."""

    @classmethod
    def before_play(cls, players: int = 3, **options: bool) -> Scene:
        """A table before anything is dealt."""
        scene = cls.__new__(cls)
        scene._use(REFEREE.setup(GAME.encode(players, options)))
        return scene

    @classmethod
    def set_up(cls, players: int = 3, **options: bool) -> Scene:
        """A table after set-up, by the first of all outcomes of luck."""
        scene = cls.before_play(players, **options)
        while scene.actor == LUCK:
            scene.luck(REFEREE.chance(scene.state)[0][0])
        return scene

    # ------------------------------------------------------------ arranging

    def without_deck(self, **face_up: str) -> Scene:
        """Let the deck be empty and only these cards lie face up, by city."""
        self.s.deck, self.s.deck_size = 0, 0
        for city in range(self.s.cities):
            self.s.face_up[city] = -1
        for name, card in face_up.items():
            self.s.face_up[CITIES.index(name)] = CARD_IDS.index(card)
        return self

    def scored(self, city: str, site_1: int, site_2: int, messengers: int = 0) -> Scene:
        """Let a city have been scored, whatever stands there."""
        number = CITIES.index(city)
        self.s.winner[number, 0], self.s.winner[number, 1] = site_1, site_2
        self.s.counted[number] = messengers
        return self

    # ------------------------------------------------------------ playing

    @property
    def actor(self) -> int:
        """Who acts now."""
        return REFEREE.actor(self.state)

    def legal(self, seat: int | None = None) -> list[str]:
        """What may be played now, as text: "floor(site=1)"."""
        seat = self.actor if seat is None else seat
        return [str(MOVES.read(move)) for move in REFEREE.legal(self.state, seat)]

    def play(self, name: str, **args: Any) -> Scene:
        """Make one move for whoever acts; it must be legal."""
        move = MOVES.families[name](**args)
        clause = REFEREE.why_not(self.state, self.actor, move)
        assert clause == 0, f"{name} {args} is refused by {GAME.clause_id(clause)}; legal: {self.legal()}"
        if self.actor != LUCK:
            assert str(MOVES.read(move)) in self.legal(), f"{name} {args} is missing in {self.legal()}"
        return self.luck(move)

    def luck(self, move: int) -> Scene:
        """Carry out a move of whoever acts by its number, and note what everybody is told."""
        before, entry, sound = copy_of(self.state), Ply(self.actor, move), REFEREE.broken(self.state) == 0
        REFEREE.apply(self.state, self.actor, move)
        if sound:
            assert REFEREE.broken(self.state) == 0, f"invariant {REFEREE.broken(self.state)} after {MOVES.read(move)}"
        for viewer, lines in self.lines.items():
            lines.append(told(GAME, entry, before, self.state, viewer))
        return self

    def plan(self, card: str, *sites: int) -> Scene:
        """Plan a card and its floors; sites that are forced are left out."""
        self.play("play", card=card)
        for site in sites:
            self.play("floor", site=site)
        return self

    def take(self, city: str | None = None) -> Scene:
        """Take the card of a city; of the only one possible if none is named."""
        if city is None:
            (choice,) = REFEREE.legal(self.state, self.actor)
            return self.luck(choice)
        return self.play("take", city=city)

    def turn(self, card: str, *sites: int, take: str | None = None) -> Scene:
        """A turn without a move symbol up to the card taken."""
        return self.plan(card, *sites).take(take)

    def refill(self, card: str | None = None) -> Scene:
        """Let luck lay a card of the deck, any if none is named."""
        assert self.actor == LUCK
        if card is None:
            return self.luck(REFEREE.chance(self.state)[0][0])
        return self.play("lay", card=card)

    def house(self, name: str) -> Scene:
        """Let the house make its one move."""
        assert self.actor == HOUSE
        return self.play(name)

    def refused(self, name: str, seat: int | None = None, **args: Any) -> str:
        """The clause that forbids a move; fails if the move is legal."""
        seat = self.actor if seat is None else seat
        clause = REFEREE.why_not(self.state, seat, MOVES.families[name](**args))
        assert clause != 0, f"{name} {args} is legal"
        return GAME.clause_id(clause)

    # ------------------------------------------------------------ looking

    def towers(self, city: str) -> tuple[str, str]:
        """The towers of a city, bottom to top."""
        return self._tower(CITIES.index(city), 0), self._tower(CITIES.index(city), 1)

    def _tower(self, city: int, site: int) -> str:
        return "".join(INITIALS[self.s.floor[city, site, level]] for level in range(self.s.height[city, site]))

    def hand(self, seat: int) -> list[str]:
        """The ids of the cards in a hand."""
        cards = [self.s.hand[seat, slot] for slot in range(HAND_SIZE)]
        return [CARD_IDS[card] for card in cards if card >= 0]

    def face_up(self, city: str) -> str | None:
        """The id of the card that lies at a city."""
        card = self.s.face_up[CITIES.index(city)]
        return CARD_IDS[card] if card >= 0 else None

    def top(self, seat: int) -> str | None:
        """The id of the card on top of a pile."""
        return CARD_IDS[self.s.top[seat]] if self.s.top[seat] >= 0 else None

    def deck(self) -> set[str]:
        """The ids of the cards in the deck."""
        return {CARD_IDS[card] for card in range(CARDS) if self.s.deck >> card & 1}

    def pairs(self) -> set[str]:
        """Where messengers lie."""
        return {pair for number, pair in enumerate(PAIRS) if self.s.messenger[number]}

    def view(self, seat: int) -> Any:
        """The table as a seat sees it."""
        return GAME.state.plain(GAME.state.view(self.state, seat))

    def scores(self) -> list[int]:
        """Points by seat."""
        return REFEREE.score(self.state)[: self.s.seats]

    def places(self) -> list[int]:
        """Places by seat at the end."""
        return REFEREE.rank(self.state)[: self.s.seats]
