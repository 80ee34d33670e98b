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
from typing import Any, Self

from tabbytop import kit
from tabbytop.engine.match import Ply, told
from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.engine.state import copy_of
from tabbytop.games.patrician.board import CARD_IDS, CARDS, CITIES, HAND_SIZE, PAIRS
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.scenes import arranged
from tabbytop.games.patrician.words import INITIALS

BLACK, WHITE, RED, YELLOW, BLUE = range(5)


class Scene(kit.Scene):
    """One table, before a turn."""

    game = GAME

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
        state = arranged(players, towers or {}, on_turn=turn, hands=hands, face_up=face_up, between=between, **options)
        self._use(state)
        self.seats = players
        self.check()

    def _use(self, state: Any) -> None:
        super()._use(state)
        self._sound = True
        self.lines: dict[int, list[str]] = {viewer: [] for viewer in (SPECTATOR, *range(5))}
        """What was told to whom."""

    @classmethod
    def set_up(cls, players: int = 3, **options: bool) -> Self:
        """A table after set-up, by the first of all outcomes of luck."""
        scene = cls.before_play(players, **options)
        while scene.actor == LUCK:
            scene.make(LUCK, cls.referee.chance(scene.state)[0][0])
        return scene

    # ------------------------------------------------------------ arranging

    def without_deck(self, **face_up: str) -> Self:
        """Let the deck be empty and only these cards lie face up, by city."""
        self.s.deck, self.s.deck_size = 0, 0
        for city in range(self.s.cities):
            self.s.face_up[city] = -1
        for name, card in face_up.items():
            self.s.face_up[CITIES.index(name)] = CARD_IDS.index(card)
        return self

    def scored(self, city: str, site_1: int, site_2: int, messengers: int = 0) -> Self:
        """Let a city have been scored, whatever stands there."""
        number = CITIES.index(city)
        self.s.winner[number, 0], self.s.winner[number, 1] = site_1, site_2
        self.s.counted[number] = messengers
        return self

    # ------------------------------------------------------------ playing

    def make(self, seat: int, move: int) -> Self:
        """One move; what everybody is told of it is noted."""
        before, self._sound = copy_of(self.state), self.referee.broken(self.state) == 0
        super().make(seat, move)
        for viewer, lines in self.lines.items():
            lines.append(told(GAME, Ply(seat, move), before, self.state, viewer))
        return self

    def luck(self, move: int) -> Self:
        """Carry out a move of the seat that acts, or of luck, by its number."""
        return self.make(self.actor, move)

    def check(self) -> Self:
        """Positions that no game comes to, arranged to look at one rule alone, have no invariants to hold."""
        return super().check() if self._sound else self

    def plan(self, card: str, *sites: int) -> Self:
        """Plan a card and its floors; sites that are forced are left out."""
        self.play("play", card=card)
        for site in sites:
            self.play("floor", site=site)
        return self

    def take(self, city: str | None = None) -> Self:
        """Take the card of a city; of the only one possible if none is named."""
        if city is None:
            (choice,) = self.referee.legal(self.state, self.actor)
            return self.make(self.actor, choice)
        return self.play("take", city=city)

    def turn(self, card: str, *sites: int, take: str | None = None) -> Self:
        """A turn without a move symbol up to the card taken."""
        return self.plan(card, *sites).take(take)

    def refill(self, card: str | None = None) -> Self:
        """Let luck lay a card of the deck, any if none is named."""
        assert self.actor == LUCK
        if card is None:
            return self.make(LUCK, self.referee.chance(self.state)[0][0])
        return self.play("lay", card=card)

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


REFEREE = Scene.referee
