"""What can be read off the table of Hot Tin Roof: the phases, the numbers, and questions that several rules ask."""

from __future__ import annotations

from tabbytop.engine.rule import rule, table
from tabbytop.games.hot_tin_roof.board import WAY_GAP, WAY_TO
from tabbytop.games.hot_tin_roof.components import BOX, DUMPSTERS, ROOFTOPS, SHAPES
from tabbytop.games.hot_tin_roof.state import GAPS, HOMES, HotTinRoof

(
    FIRST_TILES,
    FIRST_PLAYER,
    ANTE_DUE,
    DIVING,
    PLACING,
    LIFTING,
    PUTTING_DOWN,
    NEW_TILE,
    RACING,
    MARKET_EMPTY,
    SETTLING,
    JOINING,
    JOINED,
    FINISHED,
) = range(14)

PAIRS = len(SHAPES)
DUMPSTER_COUNT = len(DUMPSTERS)
CATWALK_DUMPSTER = DUMPSTERS.index("catwalk")
SHELTER_DUMPSTER = DUMPSTERS.index("shelter")
START_CANS = table(dumpster.start_cans for dumpster in BOX.dumpster)
# by number of seats
MARKET_FISH = table([0, 0, 0, BOX.setup.fish_market_3_players, BOX.setup.fish_market_4_players])
STOCK_FISH = table([0, 0, 0, BOX.setup_fish_stock.stock_3_players, BOX.setup_fish_stock.stock_4_players])
ALL_FISH = BOX.pieces.fish
CATWALKS_EACH = BOX.pieces.catwalks_per_player
SHELTERS_EACH = BOX.pieces.shelters_per_player
FIRST_CANS = BOX.setup.cans_per_player
ANTE_CANS = BOX.turn.ante
ANTE_PER_DUMPSTER = BOX.turn.ante_per_dumpster
GIFT = BOX.turn.failed_ante_gift
FISH_VALUE = BOX.turn.fish_value
CATWALK_TOLL = BOX.tolls.catwalk
SHELTER_TOLL = BOX.tolls.shelter_entering
DELUXE_TOLL = BOX.deluxe.toll
UNLOCKING_FISH = BOX.deluxe.unlock_market_fish_per_player
BANK_CANS = BOX.end.unjoined_pair_payment
DEAREST_CATWALK = max(CATWALK_TOLL, DELUXE_TOLL)
MOST_TURNS = 16_000
"""The turns of a game without a limit (HTR-103). All cans in play then number fewer than a field of 16 bits can hold:
only failed antes bring in more and more of them, two at a time."""
BY_HAND, FREELY = 1, 2
"""Values of `manual_exchange`: once in each direction in a turn (HTR-35), or any number of times (HTR-102)."""
BROKE, BOUGHT = 1, 2
"""Bits of `exchanged`."""


@rule
def last_turn(s: HotTinRoof) -> int:
    """How many turns the game has at most (HTR-101, HTR-103)."""
    return s.turn_limit if s.turn_limit > 0 else MOST_TURNS


@rule
def wealth(s: HotTinRoof, seat: int) -> int:
    """All food of a seat, in cans (HTR-08, HTR-95)."""
    return s.cans[seat] + FISH_VALUE * s.fish[seat]


@rule
def is_out(s: HotTinRoof, seat: int, shape: int) -> bool:
    """Whether a pair is on the board."""
    return s.cat[seat, shape, 0] >= 0


@rule
def pairs_out(s: HotTinRoof, seat: int) -> int:
    """How many pairs of a seat are on the board."""
    count = 0
    for shape in range(PAIRS):
        if is_out(s, seat, shape):
            count += 1
    return count


@rule
def cat_on(s: HotTinRoof, seat: int, shape: int, rooftop: int) -> int:
    """Which cat of a pair is on a rooftop, or -1."""
    if s.cat[seat, shape, 0] == rooftop:
        return 0
    return 1 if s.cat[seat, shape, 1] == rooftop else -1


@rule
def is_home(dumpster: int) -> bool:
    """Whether a dumpster is one of those with a home tile (HTR-19)."""
    return 0 <= dumpster < HOMES


@rule
def is_building_catwalks(s: HotTinRoof) -> bool:
    """Whether the action of this turn is about catwalks; otherwise it is about shelters."""
    return s.dived == CATWALK_DUMPSTER


@rule
def tiles_shown(s: HotTinRoof) -> int:
    """Bits of the home tiles that lie face up."""
    tiles = 0
    for home in range(HOMES):
        if s.tile[home] >= 0:
            tiles |= 1 << s.tile[home]
    return tiles


@rule
def is_face_down(s: HotTinRoof, tile: int) -> bool:
    """Whether a home tile was not turned up yet (HTR-60)."""
    if s.tile_user[tile] >= 0:
        return False
    for home in range(HOMES):
        if s.tile[home] == tile:
            return False
    return True


@rule
def free_gaps(s: HotTinRoof) -> int:
    """How many gaps have no catwalk."""
    count = 0
    for gap in range(GAPS):
        if s.catwalk[gap] < 0:
            count += 1
    return count


@rule
def free_patios(s: HotTinRoof) -> int:
    """How many patios have no shelter."""
    count = 0
    for rooftop in range(ROOFTOPS):
        if s.shelter[rooftop] < 0:
            count += 1
    return count


@rule
def free_places(s: HotTinRoof) -> int:
    """How many places could take a piece of the kind that this turn's action is about."""
    return free_gaps(s) if is_building_catwalks(s) else free_patios(s)


@rule
def is_unlocked(s: HotTinRoof) -> bool:
    """Whether everybody has earned a fish, which opens deluxe catwalks for good (DLX-04 to DLX-06)."""
    for seat in range(s.seats):
        if s.earned[seat] < UNLOCKING_FISH:
            return False
    return s.deluxe == 1


@rule
def can_place_deluxe(s: HotTinRoof, seat: int) -> bool:
    """Whether a seat's deluxe catwalk is in reserve and unlocked (DLX-08, DLX-12)."""
    return s.deluxe_at[seat] < 0 and is_unlocked(s)


@rule
def has_exchanged(s: HotTinRoof, way: int) -> bool:
    """Whether an exchange by hand (BROKE, BOUGHT) is used up: once a turn (HTR-35), or as an undoing (HTR-102)."""
    barring = BROKE + BOUGHT - way if s.manual_exchange == FREELY else way
    return s.exchanged & barring != 0


# ---------------------------------------------------------------- tolls


@rule
def catwalk_toll(s: HotTinRoof, seat: int, gap: int) -> int:
    """What a seat pays for crossing the catwalk on a gap (HTR-68, HTR-73, DLX-15, DLX-16)."""
    owner = s.catwalk[gap]
    if owner == seat:
        return 0
    return DELUXE_TOLL if s.deluxe_at[owner] == gap else CATWALK_TOLL


@rule
def shelter_toll(s: HotTinRoof, seat: int, rooftop: int) -> int:
    """What a seat pays for a shelter on a rooftop (HTR-69, HTR-73)."""
    owner = s.shelter[rooftop]
    return 0 if owner < 0 or owner == seat else SHELTER_TOLL


@rule
def has_entered(s: HotTinRoof, shape: int, which: int) -> int:
    """1 if a cat of the active seat came to its rooftop by walking this turn, or in this joining."""
    return 0 if s.trail[shape, which] == 1 << s.cat[s.turn, shape, which] else 1


@rule
def toll_for_standing(s: HotTinRoof, shape: int, which: int) -> int:
    """What a cat of the active seat owes for the shelter it has walked to, if stopping is what costs (HTR-71)."""
    return has_entered(s, shape, which) * shelter_toll(s, s.turn, s.cat[s.turn, shape, which])


@rule
def toll_for_pair_standing(s: HotTinRoof, shape: int) -> int:
    """What both cats of a pair owe for standing where they are."""
    if not is_out(s, s.turn, shape):
        return 0
    return toll_for_standing(s, shape, 0) + toll_for_standing(s, shape, 1)


@rule
def meets(s: HotTinRoof, shape: int, which: int, way: int) -> bool:
    """Whether a step brings a cat to the other one of its pair (HTR-76, HTR-79)."""
    return s.cat[s.turn, shape, 1 - which] == WAY_TO[way]


@rule
def toll_of_step(s: HotTinRoof, shape: int, which: int, way: int) -> int:
    """What a step of the active seat costs at once: the catwalk, and the shelter if it is entered or met on."""
    toll = catwalk_toll(s, s.turn, WAY_GAP[way])
    shelter = shelter_toll(s, s.turn, WAY_TO[way])
    if not s.toll_for_stopping:
        return toll + shelter  # HTR-69, HTR-70
    if meets(s, shape, which, way):
        return toll + shelter * (1 + has_entered(s, shape, 1 - which))  # HTR-71
    return toll


@rule
def most_for_step(s: HotTinRoof) -> int:
    """No step costs more, with all that it leaves due: both cats of both pairs may stop at shelters (HTR-72)."""
    return DEAREST_CATWALK + SHELTER_TOLL * (4 if s.toll_for_stopping else 1)


@rule
def toll_after_step(s: HotTinRoof, shape: int, which: int, way: int) -> int:
    """Shelter tolls that would still be due if racing ended right after a step (HTR-72)."""
    rest = toll_for_pair_standing(s, 1 - shape)
    if meets(s, shape, which, way):
        return rest
    return rest + toll_for_standing(s, shape, 1 - which) + shelter_toll(s, s.turn, WAY_TO[way])


@rule
def is_payable(s: HotTinRoof, shape: int, which: int, way: int) -> bool:
    """Whether a step in racing can be paid (HTR-75), and what it would leave due as well (HTR-72)."""
    left = wealth(s, s.turn) - toll_of_step(s, shape, which, way)
    if left < 0 or not s.toll_for_stopping:
        return left >= 0
    if meets(s, shape, which, way):
        left += FISH_VALUE  # HTR-78
    return toll_after_step(s, shape, which, way) <= left


# ---------------------------------------------------------------- the end


@rule
def tiles_used(s: HotTinRoof, seat: int) -> int:
    """How many home tiles a seat has used (HTR-99)."""
    count = 0
    for tile in range(len(s.tile_user)):
        if s.tile_user[tile] == seat:
            count += 1
    return count


@rule
def steps_after_trigger(s: HotTinRoof, seat: int) -> int:
    """How far to the left of whoever ended the game a seat sits; that one is the last of all (HTR-98)."""
    return (seat - s.trigger - 1) % s.seats
