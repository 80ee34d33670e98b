"""A position of Rollecate, arranged by hand and played on by names: what the clause tests are written in.

    scene = Scene("2-1-[3]-4", hand="1 1 3~").pile(0, "2")
    scene.build("1").build("1").roll(2)
    assert scene.railway == "2-1-3-4-[1]-1"

Cards are written short: `3` is a straight track, `3~` a curve, `b3` a broken track, `x3` a chaos card. In a railway
`3<` and `3>` are curves laid to the left and to the right, and the train stands on the card in brackets. All cards that
are not named lie in the draw pile, are removed, or were combined in pairs, as the rules demand. Luck is told what to
do, every move is checked for legality before it is made, and every state for the game's invariants after it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Self

from tabbytop import kit
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.rollecate.board import BENDS, CARDS, COUNT, INITIAL, KINDS, STRAIGHT, is_broken, is_curve, value_of
from tabbytop.games.rollecate.facts import ACTING, BETSY_DRAWING, DEALT, DRAWING, REMOVED, is_betsy
from tabbytop.games.rollecate.game import GAME
from tabbytop.games.rollecate.moves import MOVES
from tabbytop.games.rollecate.turn import add_track, enter

LAID = {"<": "left", ">": "right"}
USUAL_DECK = 16


def card(text: str) -> str:
    """The name of a card written short: "3~" is "3 curve"."""
    mark, value = (text[0], text[1]) if text[0] in "bx" else ("", text[0])
    curved = text[-1] in "~<>"
    look = {"": "curve" if curved else "straight", "b": "broken curve" if curved else "broken straight", "x": "chaos"}
    return f"{value} {look[mark]}"


def kind(text: str) -> int:
    """The number of a card written short."""
    return CARDS.index(card(text))


def kinds(text: str) -> list[int]:
    """Several cards, with blanks between them."""
    return [kind(word) for word in text.split()]


def short(number: int) -> str:
    """A kind written short."""
    if number >= KINDS - 4:
        return f"x{value_of(number)}"
    return ("b" if is_broken(number) else "") + str(value_of(number)) + ("~" if is_curve(number) else "")


class Scene(kit.Scene):
    """One table in the middle of a game. It is seat 0's turn, a card was drawn, and an action is due."""

    game = GAME

    def __init__(
        self,
        railway: str = "1-2-[2]-3",
        *,
        hand: str = "",
        players: int = 2,
        deck: str | None = None,
        turn: int = 0,
        drawn: bool = True,
        **options: Any,
    ) -> None:
        self._begin(players, options)
        self._known: Counter[int] = Counter()
        self._deck = deck
        """The draw pile, where it matters. Whatever is not named and not removed lies in pairs in the box, so that the
        number of cards named, the draw pile included, is even."""
        self._drawn = drawn
        self.s.turn = turn
        self._lay(railway)
        if hand:
            self.hand(turn, hand)
        self._arrange()

    @classmethod
    def before_play(cls, players: int = 2, **options: Any) -> Self:
        """A table where nothing has been drawn yet."""
        scene = super().before_play(players, **options)
        scene._deck = None
        return scene

    # ------------------------------------------------------------ arranging

    def _lay(self, railway: str) -> None:
        words = railway.split("-")
        # of a shorter railway the first cards of the initial one are gone already
        self.s.first = self.s.end = max(0, INITIAL - len(words))
        if self.s.end:
            self.s.x[self.s.end - 1] = -1
        for word in words:
            text = word.strip("[]")
            if word.startswith("["):
                self.s.train = self.s.end
            bend = BENDS.index(LAID[text[-1]]) if text[-1] in LAID else STRAIGHT
            add_track(self.s, kind(text), bend)
            self._known[kind(text)] += 1
        if self.s.first:
            self.s.x[self.s.first - 1] = 0

    def hand(self, seat: int, cards: str) -> Self:
        """Give a seat more cards."""
        for number in kinds(cards):
            self.s.hand[seat, number] += 1
            self.s.hand_size[seat] += 1
            self._known[number] += 1
        return self._arrange()

    def pile(self, seat: int, cards: str) -> Self:
        """Lay cards on a discard pile, the first one first."""
        for number in kinds(cards):
            self.s.pile[seat, self.s.pile_size[seat]] = number
            self.s.pile_size[seat] += 1
            self._known[number] += 1
        return self._arrange()

    def derailed(self, times: int) -> Self:
        """Let the train have derailed before."""
        self.s.derailments = times
        return self

    def _arrange(self) -> Self:
        """Put every card that is not named somewhere, and let as many turns have passed as that takes."""
        s = self.s
        rest = Counter({number: int(COUNT[number]) - self._known[number] for number in range(KINDS)})
        assert min(rest.values()) >= 0, "there are not so many of these cards"
        wanted = Counter(kinds(self._deck or ""))
        rest.subtract(wanted)
        removed = int(REMOVED[s.players])
        spare = rest.total() - removed - (USUAL_DECK if self._deck is None else 0)
        pairs = self._take_pairs(rest, spare // 2)
        outside = self._take(rest, removed)
        rest.update(wanted)
        for number in range(KINDS):
            s.combined[number], s.removed[number], s.deck[number] = pairs[number], outside[number], rest[number]
        s.removed_size, s.deck_size = removed, rest.total()
        deck = s.deck_size
        begun = sum(COUNT) - 4 - removed - DEALT * s.players - deck
        s.starter = (s.turn - begun + (1 if self._drawn else 0)) % s.seats
        for seat in range(s.seats):
            s.turns[seat] = len([number for number in range(begun) if (s.starter + number) % s.seats == seat])
        if self._drawn:
            enter(s, ACTING, s.turn)
        else:
            enter(s, BETSY_DRAWING if is_betsy(s, s.turn) else DRAWING, LUCK)
        return self

    @staticmethod
    def _take(rest: Counter[int], number: int) -> Counter[int]:
        """So many cards, always of the kind with the most left."""
        taken: Counter[int] = Counter()
        for _ in range(number):
            most = max(rest, key=lambda each: rest[each])
            rest[most] -= 1
            taken[most] += 1
        return taken

    def _take_pairs(self, rest: Counter[int], number: int) -> Counter[int]:
        """So many pairs of equal value, always of the value with the most left."""
        taken: Counter[int] = Counter()
        for _ in range(number):
            values = {value: [each for each in rest if value_of(each) == value] for value in range(1, 5)}
            most = max(values.values(), key=lambda same: sum(rest[each] for each in same))
            for _ in range(2):
                one = max(most, key=lambda each: rest[each])
                rest[one] -= 1
                taken[one] += 1
        assert min(rest.values()) >= 0, "the cards cannot be arranged so: ask for another size of the draw pile"
        return taken

    # ------------------------------------------------------------ playing

    def check_deck(self) -> None:
        """Whether the draw pile could be arranged as it was asked for."""
        if self._deck is not None:
            assert self.s.deck_size == len(self._deck.split()), "name one card more or less"
            self._deck = None

    def outcomes(self) -> dict[Any, int]:
        """What luck can do, by the last argument of its moves, with weights."""
        ids, weights = self.referee.chance(self.state)
        return {list(MOVES.read(move).args.values())[-1]: weight for move, weight in zip(ids, weights, strict=True)}

    def make(self, seat: int, move: int) -> Self:
        """One move, of a table on which every card of the deck is somewhere."""
        self.check_deck()
        return super().make(seat, move)

    def turn_up(self, *cards: str) -> Self:
        """Luck draws cards openly: for the initial railway, or for Betsy."""
        for text in cards:
            self.play("turn_up", LUCK, card=card(text))
        return self

    def draw(self, *cards: str) -> Self:
        """Luck deals or draws cards into hands."""
        for text in cards:
            self.play("draw", LUCK, card=card(text))
        return self

    def build(self, text: str, bend: str = "straight") -> Self:
        """Build a track card."""
        return self.play("build", card=card(text), bend=bend)

    def chaos(self, value: int, combine: str = "no") -> Self:
        """Discard a chaos card."""
        return self.play("chaos", value=value, combine=combine)

    def roll(self, *wheels: int) -> Self:
        """Stop building; the dice show so many wheels, throw by throw; the train rolls and penalty cards are taken."""
        self.play("done")
        for number in wheels:
            self.play("throw", LUCK, wheels=number)
        return self.settle()

    def settle(self) -> Self:
        """Let the train roll and penalty cards be taken, up to laying them."""
        while self.actor == HOUSE and any(name in self.legal() for name in ("ride", "take")):
            self.house()
        return self

    def lay(self, text: str, combine: str = "no") -> Self:
        """Lay a penalty card."""
        return self.play("lay", card=card(text), combine=combine)

    def betsy(self) -> str:
        """Let Betsy make her one move; returns it as text."""
        (move,) = self.referee.legal(self.state, 1)
        self.make(1, move)
        return str(MOVES.read(move))

    def betsy_turn(self, text: str) -> Self:
        """A whole turn of Betsy with the card she draws."""
        self.turn_up(text)
        self.betsy()
        return self.settle()

    def finish(self) -> Self:
        """Let the house lay what leaves no choice, and show the hands at the end."""
        while self.actor == HOUSE:
            self.house()
        return self

    # ------------------------------------------------------------ looking

    @property
    def railway(self) -> str:
        """The railway from start to end, as it is written in scenes."""
        words = []
        for place in range(self.s.first, self.s.end):
            text = short(self.s.track[place]).replace("~", "  <>"[self.s.bend[place] + 1])
            words.append(f"[{text}]" if place == self.s.train else text)
        return "-".join(words)

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Where the cards of the railway lie."""
        return [(self.s.x[place], self.s.y[place]) for place in range(self.s.first, self.s.end)]

    def hand_of(self, seat: int) -> str:
        """A hand, in the order of the kinds."""
        return " ".join(short(number) for number in range(KINDS) for _ in range(self.s.hand[seat, number]))

    def pile_of(self, seat: int) -> str:
        """A discard pile, the top card last."""
        return " ".join(short(self.s.pile[seat, index]) for index in range(self.s.pile_size[seat]))

    @property
    def penalties(self) -> str:
        """Penalty cards taken and not yet laid, in the order of the kinds."""
        return " ".join(short(number) for number in range(KINDS) for _ in range(self.s.taken[number]))

    def combined(self, text: str) -> int:
        """How many cards of a kind were combined."""
        return self.s.combined[kind(text)]

    def words(self, viewer: int) -> str:
        """The table in letters, as a viewer sees it."""
        return GAME.words.picture(GAME.state.plain(GAME.state.view(self.state, viewer)), viewer)


REFEREE = Scene.referee
