"""A position of Hot Tin Roof, arranged by hand and played on by names: what the clause tests are written in.

    scene = Scene(4).cats(ORANGE, "sitting", "KN").catwalks(BROWN, "JK").food(ORANGE, 6).races(ORANGE)
    scene.walk("sitting", "KJ")

Arranging ends with `starts`, `dives`, `races` or `settles`, which also fill in a past that fits: where fish came from,
who has used which tiles, what lies on dumpsters that nobody spoke of. Luck is told what to turn up; every move is
checked for legality before it is made, and every state for the game's invariants after it.
"""

from __future__ import annotations

from typing import Any, Self

from tabbytop import kit
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.hot_tin_roof import facts
from tabbytop.games.hot_tin_roof.board import LETTERS, TILE_NAMES, gap_named, roof_at
from tabbytop.games.hot_tin_roof.components import DUMPSTERS, SHAPES
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.games.hot_tin_roof.invariants import cans_in_play, first_cans
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.games.hot_tin_roof.turn import enter, start_racing, start_turn

ORANGE, BROWN, WHITE, BLUE = range(4)


class Scene(kit.Scene):
    """One table. Seats are colours, clockwise Orange, Brown, White, Blue."""

    game = GAME

    def __init__(self, players: int = 4, **options: Any) -> None:
        super().__init__(players, **options)
        self._spoken_of: set[str] = set()
        for home, name in enumerate(("JM", "CK", "EG")):
            self.s.tile[home] = TILE_NAMES.index(name)
        self.s.turns = 12

    # ------------------------------------------------------------ arranging

    def food(self, seat: int, cans: int, fish: int = 0) -> Self:
        """Give a seat cans and fish."""
        self.s.cans[seat], self.s.fish[seat] = cans, fish
        self._spoken_of.add(f"seat {seat}")
        return self

    def market(self, fish: int) -> Self:
        """Leave so many fish in the market."""
        self.s.market = fish
        self._spoken_of.add("market")
        return self

    def earned(self, *fish: int) -> Self:
        """Say who has earned how many fish so far, by seat."""
        for seat, number in enumerate(fish):
            self.s.earned[seat] = number
        self.s.market = facts.MARKET_FISH[self.s.seats] - sum(fish)
        self._spoken_of |= {"earned", "market"}
        return self

    def dumpsters(self, *cans: int) -> Self:
        """Put cans on the dumpsters: home1, home2, home3, catwalk, shelter."""
        for dumpster, number in enumerate(cans):
            self.s.dumpster[dumpster] = number
        self._spoken_of.add("dumpsters")
        return self

    def tile(self, dumpster: str, homes: str) -> Self:
        """Let a tile lie face up at a home dumpster."""
        self.s.tile[DUMPSTERS.index(dumpster)] = TILE_NAMES.index(homes)
        return self

    def cats(self, seat: int, shape: str, rooftops: str) -> Self:
        """Put a pair on two rooftops: "KN"."""
        for which, letter in enumerate(rooftops):
            self.s.cat[seat, SHAPES.index(shape), which] = roof_at(letter)
        return self

    def catwalks(self, seat: int, *gaps: str) -> Self:
        """Build regular catwalks of a seat's reserve."""
        for gap in gaps:
            self.s.catwalk[gap_named(gap)] = seat
            self.s.catwalks[seat] -= 1
        return self

    def deluxe(self, seat: int, gap: str) -> Self:
        """Build a seat's deluxe catwalk."""
        self.s.catwalk[gap_named(gap)] = seat
        self.s.deluxe_at[seat] = gap_named(gap)
        return self

    def shelters(self, seat: int, rooftops: str) -> Self:
        """Build shelters of a seat's reserve."""
        for letter in rooftops:
            self.s.shelter[roof_at(letter)] = seat
            self.s.shelters[seat] -= 1
        return self

    def turns(self, number: int) -> Self:
        """Let so many turns be over."""
        self.s.turns = number
        return self

    # ------------------------------------------------------------ beginning

    def starts(self, seat: int) -> Self:
        """The turn of a seat begins: the house asks for the ante."""
        self._dumpsters_by_default(5, 0, 5, 2, 2)
        start_turn(self.s, seat)
        return self._with_a_past()

    def dives(self, seat: int) -> Self:
        """A seat has paid the ante and chooses a dumpster."""
        self._dumpsters_by_default(6, 1, 6, 3, 3)
        self.s.turn = seat
        enter(self.s, facts.DIVING, seat)
        return self._with_a_past()

    def races(self, seat: int) -> Self:
        """A seat has been at the shelter dumpster and moves its cats."""
        self._dumpsters_by_default(6, 1, 6, 3, 0)
        self.s.turn, self.s.dived = seat, facts.SHELTER_DUMPSTER
        start_racing(self.s)
        return self._with_a_past()

    def settles(self, trigger: int) -> Self:
        """The game has just been ended by a seat."""
        if "market" not in self._spoken_of:
            self.market(0)
        self.races(trigger)
        self.s.trigger = trigger
        enter(self.s, facts.MARKET_EMPTY, trigger)
        return self.done()

    def _dumpsters_by_default(self, *cans: int) -> None:
        if "dumpsters" not in self._spoken_of:
            self.dumpsters(*cans)
            self._spoken_of.remove("dumpsters")

    def _with_a_past(self) -> Self:
        s = self.s
        held = sum(s.fish)
        if "market" not in self._spoken_of:
            s.market = facts.MARKET_FISH[s.seats] - held
        self._remember_fish(held)
        self._remember_tiles()
        self._remember_cans()
        assert self.referee.broken(self.state) == 0, (
            f"invariant {self.referee.broken(self.state)} does not hold as arranged"
        )
        return self

    def _remember_fish(self, held: int) -> None:
        s = self.s
        s.stock = facts.ALL_FISH - s.market - held
        exchanged = s.stock - facts.STOCK_FISH[s.seats]
        s.broken, s.bought = max(0, exchanged), max(0, -exchanged)
        if "earned" not in self._spoken_of:
            taken = facts.MARKET_FISH[s.seats] - s.market
            for seat in range(s.seats):
                s.earned[seat] = min(taken, s.fish[seat])
                taken -= s.earned[seat]
            s.earned[s.seats - 1] += taken

    def _remember_tiles(self) -> None:
        s = self.s
        unused = [tile for tile in range(len(TILE_NAMES)) if tile not in list(s.tile)]
        for seat in range(s.seats):
            for _ in range(s.earned[seat] + facts.pairs_out(s, seat)):
                s.tile_user[unused.pop()] = seat

    def _remember_cans(self) -> None:
        s = self.s
        surplus = cans_in_play(s) - first_cans(s) - facts.FISH_VALUE * (s.broken - s.bought)
        if surplus < 0 or surplus % 2:
            missing = max(0, -surplus)
            missing += (surplus + missing) % 2
            silent = [seat for seat in range(s.seats) if f"seat {seat}" not in self._spoken_of]
            if "dumpsters" not in self._spoken_of:
                s.dumpster[0] += missing
            else:
                assert silent, f"there are {missing} cans too few for any past"
                s.cans[silent[-1]] += missing
            surplus += missing
        s.gifts = surplus // facts.GIFT

    # ------------------------------------------------------------ playing

    def steps(self) -> list[str]:
        """The steps that may be made now: "sitting KJ"."""
        moves = [MOVES.read(move) for move in self.referee.legal(self.state, self.actor)]
        return [f"{move.args['shape']} {move.args['way']}" for move in moves if move.name == "step"]

    def luck(self, *tiles: str) -> Self:
        """Let luck turn up these home tiles."""
        for tile in tiles:
            self.play("tile", LUCK, homes=tile)
        return self

    def dive(self, dumpster: str) -> Self:
        """Empty a dumpster."""
        return self.play("dive", dumpster=dumpster)

    def build(self, gap: str) -> Self:
        """Put a catwalk on a gap."""
        return self.play("catwalk", gap=gap)

    def walk(self, shape: str, *ways: str) -> Self:
        """Cross gaps with the cats of a pair: "KJ", "JO"."""
        for way in ways:
            self.play("step", shape=shape, way=way)
        return self

    def done(self) -> Self:
        """Whoever acts says so."""
        return self.play("done")

    def idle(self) -> Self:
        """A whole turn in which nothing is wanted: the ante, the shelter dumpster and nothing done with it."""
        self.play(*self.legal())
        if self.actor == HOUSE:
            return self
        self.dive("shelter")
        if "keep" in self.legal():
            self.play("keep")
        else:
            self.play("shelter", rooftop=self.choices("shelter")[0])
        return self.done()

    def step_refused(self, shape: str, way: str) -> str:
        """The clause that forbids a step."""
        return self.refused("step", shape=shape, way=way)

    # ------------------------------------------------------------ looking

    def has(self, seat: int) -> tuple[int, int]:
        """Cans and fish of a seat."""
        return self.s.cans[seat], self.s.fish[seat]

    @property
    def cans_on_dumpsters(self) -> tuple[int, ...]:
        """Cans on home1, home2, home3, catwalk and shelter."""
        return tuple(self.s.dumpster)

    def where(self, seat: int, shape: str) -> str:
        """The rooftops of a pair: "KN", or "" for the reserve."""
        places = [self.s.cat[seat, SHAPES.index(shape), which] for which in range(2)]
        return "".join(LETTERS[place] for place in places if place >= 0)

    def catwalk_on(self, gap: str) -> int:
        """Whose catwalk lies across a gap; -1 is nobody's."""
        return self.s.catwalk[gap_named(gap)]

    def shelter_on(self, rooftop: str) -> int:
        """Whose shelter lies on a patio; -1 is nobody's."""
        return self.s.shelter[roof_at(rooftop)]

    def tile_at(self, dumpster: str) -> str:
        """The tile that lies face up at a home dumpster."""
        return TILE_NAMES[self.s.tile[DUMPSTERS.index(dumpster)]]

    def used_tiles(self, seat: int) -> set[str]:
        """The tiles that a seat has used."""
        return {name for name, user in zip(TILE_NAMES, self.s.tile_user, strict=True) if user == seat}


REFEREE = Scene.referee
