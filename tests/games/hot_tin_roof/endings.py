"""The ways a game of Hot Tin Roof can end; `src/tabbytop/kit/golden.py` keeps a record of each."""

from __future__ import annotations

from typing import Any

from tabbytop.games.hot_tin_roof.facts import BANK_CANS, MARKET_FISH, free_gaps, tiles_used, wealth
from tabbytop.kit.golden import Ending


def pairs_settled(s: Any) -> int:
    """Pairs that were still out at the end: tiles used for no fish."""
    return sum(user >= 0 for user in s.tile_user) - (MARKET_FISH[s.seats] - s.market)


def tied(s: Any) -> list[int]:
    """Those who share the most food, if they are more than one."""
    best = max(wealth(s, seat) for seat in range(s.seats))
    leaders = [seat for seat in range(s.seats) if wealth(s, seat) == best]
    return leaders if len(leaders) > 1 else []


def tied_by_tiles(s: Any) -> bool:
    return len({tiles_used(s, seat) for seat in tied(s)}) > 1


def last_fish(s: Any) -> bool:
    return s.market == 0 and not tied(s)


ENDINGS = {
    "three-players-nothing-to-settle": Ending(3, {}, lambda s: last_fish(s) and pairs_settled(s) == 0),
    "three-players-all-pairs-joined": Ending(3, {}, lambda s: last_fish(s) and pairs_settled(s) > 1 and not s.banked),
    "three-players-bank-paid": Ending(3, {}, lambda s: last_fish(s) and s.banked >= BANK_CANS),
    "three-players-too-poor-for-the-bank": Ending(3, {}, lambda s: last_fish(s) and s.banked % BANK_CANS > 0),
    "three-players-tie": Ending(3, {}, lambda s: s.market == 0 and bool(tied(s)) and s.trigger not in tied(s)),
    "three-players-tie-with-the-trigger": Ending(3, {}, lambda s: s.trigger in tied(s)),
    "three-players-tie-by-tiles": Ending(3, {"tie_break": "home_tiles"}, tied_by_tiles),
    "three-players-turn-limit": Ending(3, {"turn_limit": 40}, lambda s: s.market > 0 and s.banked > 0),
    "three-players-tolls-for-stopping": Ending(3, {"shelter_toll": "stopping"}, lambda s: pairs_settled(s) > 1),
    "three-players-exchange-by-hand": Ending(3, {"manual_exchange": True}, lambda s: s.bought > 0),
    "three-players-deluxe": Ending(3, {"deluxe_catwalks": True}, lambda s: min(s.deluxe_at[:3]) >= 0),
    "four-players-nothing-to-settle": Ending(4, {}, lambda s: last_fish(s) and pairs_settled(s) == 0),
    "four-players-all-pairs-joined": Ending(4, {}, lambda s: last_fish(s) and pairs_settled(s) > 1 and not s.banked),
    "four-players-bank-paid": Ending(4, {}, lambda s: last_fish(s) and s.banked >= BANK_CANS),
    "four-players-too-poor-for-the-bank": Ending(4, {}, lambda s: last_fish(s) and s.banked % BANK_CANS > 0),
    "four-players-tie": Ending(4, {}, lambda s: s.market == 0 and bool(tied(s))),
    "four-players-tie-by-tiles": Ending(4, {"tie_break": "home_tiles"}, tied_by_tiles),
    "four-players-turn-limit": Ending(4, {"turn_limit": 40}, lambda s: s.market > 0 and s.banked > 0),
    "four-players-tolls-for-stopping": Ending(4, {"shelter_toll": "stopping"}, lambda s: pairs_settled(s) > 1),
    "four-players-deluxe-board-full": Ending(4, {"deluxe_catwalks": True}, lambda s: free_gaps(s) == 0),
}
