"""What a link says before it is opened: a title and a sentence for programs that show links, as Open Graph tags.

They come without a token, so they are told what anybody with the link may know.
"""

from __future__ import annotations

from html import escape

from fastapi import Request

from tabbytop.engine.listing import listed
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.store import StoreError
from tabbytop.server.tables import projections
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Table

PLAIN = ("Tabbytop", "Five board games at one table, with friends or with cats that play well. No account.")
PUZZLES = ("Puzzles at Tabbytop", "Five moments a day, each with one best move. No clock.")


class Previews:
    """The tags for the addresses that people send to each other."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def tags(self, request: Request, path: str) -> str:
        """What stands in the head of the page at an address."""
        title, sentence = await self._told(request, path.strip("/").split("/"))
        told = {"og:site_name": "Tabbytop", "og:type": "website", "og:title": title, "og:description": sentence}
        tags = "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items())
        return f'{tags}<meta name="description" content="{escape(sentence)}">'

    async def _told(self, request: Request, parts: list[str]) -> tuple[str, str]:
        try:
            match parts:
                case ["daily", *day]:
                    deal = await self._registry.deals.deal(day[0] if day else self._registry.deals.today().isoformat())
                    return f"The deal of {deal.day:%A}: {deal.title}", "The same start and the same luck for everybody."
                case ["puzzles"]:
                    return PUZZLES
                case ["t" | "review" as kind, table]:
                    visit = await self._registry.visit(table, None, request.query_params.get("invite"))
                    return _of_table(visit.table, is_review=kind == "review", ply=request.query_params.get("ply"))
        except (Rejected, StoreError):
            pass  # what somebody may not know looks like what is not there
        return PLAIN


def _of_table(table: Table, *, is_review: bool, ply: str | None) -> tuple[str, str]:
    """A table in a title and a sentence."""
    names = listed([seat.name for seat in projections.seat_infos(table) if seat.name], "and")
    game, match = table.game.name, table.match
    if table.facts.stage == "lobby":
        return f"{game} at Tabbytop: sit down", f"{names} {'waits' if ' and ' not in names else 'wait'} for you."
    if table.facts.stage != "over" or match is None or match.result is None:
        return f"{game} at Tabbytop", f"{names} at the table."
    winners = [seat.name for seat in projections.seat_infos(table) if match.result.places[seat.seat] == 1]
    ended = f"{listed(winners, 'and')} won." if winners and match.seats > 1 else "The game is over."
    if is_review:
        return f"{game}, looked back at", f"{names}. {ended} Skill and luck apart, turn by turn."
    if ply is not None and ply.isascii() and ply.isdigit() and int(ply[:9]) <= match.ply:
        return f"A moment of {game}", f"{names}, after {ply[:9]} of {match.ply} moves."
    return f"{game} at Tabbytop", f"{names}. {ended}"
