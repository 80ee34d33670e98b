"""What lies on the table of Hot Tin Roof. Everything is open (HTR-36); home tiles are drawn when they are turned up."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, public
from tabbytop.games.hot_tin_roof.components import BOX, DUMPSTERS, ROOFTOPS, SEATS, SHAPES, TILES

GAPS = len(BOX.gaps.each)
HOMES = BOX.setup.home_tiles_face_up


class HotTinRoof(State):
    """Rooftops are numbered from A = 0; gaps, ways and home tiles are in `board.py`. Seats are colours (HTR-09)."""

    # How the table is set up
    seats: int = public()
    """How many players there are."""
    first_seat: int = public(empty=-1)
    """Who begins: chosen by the host, or -1 until luck has chosen."""
    manual_exchange: int = public()
    """How often fish and cans may be exchanged by hand: never (0), `facts.BY_HAND`, `facts.FREELY`."""
    toll_for_stopping: int = public()
    """1 if a shelter costs its toll only where a cat stops."""
    ties_by_tiles: int = public()
    """1 if used home tiles decide a tie."""
    deluxe: int = public()
    """1 with the expansion Deluxe Catwalks."""
    turn_limit: int = public(type="i2")
    """The game ends after so many turns; 0 is no limit before the longest game."""

    # The city
    catwalk: Ints = public(GAPS, empty=-1)
    """Whose catwalk lies across each gap."""
    deluxe_at: Ints = public(SEATS, empty=-1, by_seat=True)
    """The gap of each seat's deluxe catwalk; -1 if it is not on the board."""
    shelter: Ints = public(ROOFTOPS, empty=-1)
    """Whose shelter lies on each patio."""
    cat: Ints = public(SEATS, len(SHAPES), 2, empty=-1, by_seat=True)
    """The rooftop of each cat, by seat and shape; -1 is the reserve."""
    dumpster: Ints = public(len(DUMPSTERS), type="i2")
    """Cans on each dumpster."""
    tile: Ints = public(HOMES, empty=-1)
    """The home tile that lies face up at each home dumpster."""
    tile_user: Ints = public(TILES, empty=-1)
    """Who has used each home tile; -1 is nobody yet."""
    market: int = public()
    """Fish in the market."""
    stock: int = public()
    """Fish outside the market, for exchanges."""

    # The players
    catwalks: Ints = public(SEATS, by_seat=True)
    """Regular catwalks in reserve."""
    shelters: Ints = public(SEATS, by_seat=True)
    """Shelters in reserve."""
    cans: Ints = public(SEATS, type="i2", by_seat=True)
    """Cans that each seat has."""
    fish: Ints = public(SEATS, by_seat=True)
    """Fish that each seat has."""
    earned: Ints = public(SEATS, by_seat=True)
    """Fish taken from the market so far."""

    # The turn
    phase: int = public()
    """What is going on; `facts.py` numbers the phases."""
    acting: int = public()
    """Who acts: a seat, LUCK, HOUSE or OVER."""
    turn: int = public()
    """The seat whose turn or settlement it is."""
    turns: int = public(type="i4")
    """Turns finished, of all seats together."""
    dived: int = public(empty=-1)
    """The dumpster emptied this turn."""
    lifted: int = public(empty=-1)
    """The gap or rooftop of the piece in the hand."""
    lifted_deluxe: int = public()
    """1 if the piece in the hand is a deluxe catwalk."""
    trail: Ints = public(len(SHAPES), 2, type="i2")
    """Rooftops (bits) where each cat of the active seat has stood during this racing or joining."""
    exchanged: int = public()
    """Exchanges made this turn (bits): 1 fish into cans, 2 cans into fish; where they are free, since the last other
    move."""

    # The end
    trigger: int = public(empty=-1)
    """Who ended the game."""
    joining: int = public(empty=-1)
    """The shape of the pair that is being joined in the settlement."""
    open_ways: int = public(type="i8")
    """Ways (bits) that a joining can take next."""

    # The books
    gifts: int = public(type="i4")
    """Failed antes so far."""
    broken: int = public(type="i4")
    """Fish changed into cans so far."""
    bought: int = public(type="i4")
    """Fish bought for cans so far."""
    banked: int = public(type="i2")
    """Cans paid to the bank in the settlement."""
