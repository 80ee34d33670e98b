"""People with browsers of their own: they come to a server, open tables, and notice what goes wrong in their pages."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Route
from websockets.sync.client import connect

from tabbytop import games
from tabbytop.client import new_key
from tests import patience
from tests.browser.browsers import DESKTOP, Screen
from tests.browser.tables import BETWEEN_LOOKS, Table
from tests.server.servers import wait_for

ME, FRIEND, OPEN = {"type": "me"}, {"type": "friend"}, {"type": "open"}
KITTEN = {"type": "bot", "level": "kitten"}
SHORT = {"turn_limit": 2}
"""A game that ends while a test waits."""
UNWATCHED: dict[str, Any] = {"unload_after": patience.PATIENCE}
"""Settings of a server whose bots play on though nobody looks: pages are opened when a game has come to a moment."""
STILL = {"motion": "none", "goalsSeen": games.ids()}
"""Settings for tests that are not about movement, of people who know what wins: it is not shown to them by itself."""
PATIENCE = 1000 * patience.PATIENCE
"""Milliseconds that a page may take for anything; far more than it needs, since machines are busy at times."""

BEGIN = """(kept) => {
  for (const [place, text] of Object.entries(kept))
    if (localStorage.getItem(place) === null) localStorage.setItem(place, text);
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`against the policy: ${event.violatedDirective} ${event.blockedURI}`));
}"""
"""Runs in every page before the page's own scripts."""
GONE = ("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE")
"""What a browser says of a server that is gone, also in the middle of what a page has just asked."""
SETTINGS = "tabbytop.settings"
"""Where the page keeps its settings."""
LESSONS = "tabbytop.lessons"
"""Where it keeps what somebody has learned, and was asked."""


def nothing_new() -> str:
    """What the page keeps for somebody who knows all games, and is not asked whether to learn them."""
    return json.dumps({"asked": [*games.ids(), "high-cat"]})


@dataclass(frozen=True)
class Opened:
    """A table that was opened."""

    id: str
    invite: str

    @property
    def path(self) -> str:
        """The way to it for those who sit there."""
        return f"/t/{self.id}"

    @property
    def invitation(self) -> str:
        """The way to it for everybody else."""
        return f"/t/{self.invite}"


def table_at(page: Page) -> Opened:
    """The table that a page shows: its address may be an invitation."""
    page.wait_for_url("**/t/*")
    part = page.url.rpartition("/")[2].partition("?")[0]
    if "-" not in part:
        return Opened(part, "")
    return Opened(**page.context.request.get(f"/api/invitations/{part}").json())


def finish(table: Opened, *people: Person) -> None:
    """Play a game to its end beside the pages of those who sit there; bots have their turns in between."""

    def is_over() -> bool:
        while sum(each.decide(table) for each in people):
            pass
        return people[0].ask(f"/api/tables/{table.id}")["now"]["outcome"] is not None

    with beside(*people):
        wait_for(is_over)


def skip(table: Opened, decisions: int, *people: Person) -> None:
    """So many decisions are made while nobody looks: pages that follow a whole game spend most of a test's time.

    Whoever wants to see how the game goes on opens the table again.
    """
    for each in people:
        each.look_away()
    with beside(*people):
        while decisions > 0:
            made = sum(each.decide(table) for each in people)
            decisions -= made
            if not made:
                people[0].page.wait_for_timeout(BETWEEN_LOOKS)
            assert people[0].ask(f"/api/tables/{table.id}")["now"]["outcome"] is None, "the game has ended meanwhile"


@contextlib.contextmanager
def beside(*people: Person) -> Iterator[None]:
    """Lets people ask and command without their browsers, which costs a fraction; they stay who they are meanwhile."""
    for each in people:
        each.step_out()
    try:
        yield
    finally:
        for each in people:
            each.step_in()


class Line:
    """A connection on which a guest asks the server without a browser."""

    def __init__(self, address: str, cookies: str) -> None:
        self._line = HTTPConnection(address.partition("://")[2], timeout=patience.PATIENCE)
        self._headers = {"cookie": cookies, "content-type": "application/json"}

    def ask(self, path: str, body: dict[str, Any] | None) -> Any:
        sent = None if body is None else json.dumps(body)
        self._line.request("GET" if body is None else "POST", path, sent, self._headers)
        answer = self._line.getresponse()
        told = answer.read()
        assert answer.status < HTTPStatus.BAD_REQUEST, told
        return json.loads(told)

    def close(self) -> None:
        self._line.close()


class Person:
    """Somebody with a browser: cookies and settings that nobody else has, and one or more tabs."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        name: str,
        screen: Screen = DESKTOP,
        is_new: bool = False,
        has_worker: bool = False,
        **settings: Any,
    ) -> None:
        self.name = name
        self.address = address
        self.errors: list[str] = []
        self._forgiven: list[str] = []
        self._line: Line | None = None
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": screen.width, "height": screen.height},
            has_touch=screen.is_touched,
            is_mobile=screen.is_touched,
            device_scale_factor=screen.sharpness,
            # what the page's worker answers, tests cannot intercept
            service_workers="allow" if has_worker else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        kept = {SETTINGS: json.dumps({**STILL, **settings}), **({} if is_new else {LESSONS: nothing_new()})}
        self.context.add_init_script(f"({BEGIN})({json.dumps(kept)})")
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        """Another tab; what goes wrong in it is noticed."""
        tab = self.context.new_page()
        tab.on("console", self._hear)
        tab.on("pageerror", lambda problem: self.errors.append(f"uncaught: {problem}"))
        return tab

    def forgive(self, *words: str) -> None:
        """From now on, errors that speak of this are expected."""
        self._forgiven += words

    @property
    def complaints(self) -> list[str]:
        """Troubles that nobody expected."""
        return [error for error in self.errors if not any(words in error for words in self._forgiven)]

    def _hear(self, message: ConsoleMessage) -> None:
        """Browsers also say there what was answered with an error; to be told of every answer costs far more."""
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            self.errors.append(f"{message.type}: {message.text} ({message.location['url']})")

    # ---------------------------------------------------------------- tables

    def introduce(self) -> None:
        """Become a guest with the name."""
        self.ask("/api/guests", {"name": self.name})

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server something beside the page, as the same guest."""
        if self._line is not None:
            return self._line.ask(path, body)
        request = self.context.request
        answer = request.get(path) if body is None else request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def step_out(self) -> None:
        """From now on, ask over a line of one's own and not through the browser."""
        self._line = Line(self.address, self.cookies)

    def step_in(self) -> None:
        """Ask through the browser again."""
        if self._line is not None:
            self._line.close()
        self._line = None

    @property
    def cookies(self) -> str:
        """Who one is, as the server is told."""
        return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self.context.cookies())  # type: ignore[typeddict-item]

    def open_table(self, *seats: dict[str, str], game: str = "cat-cab", **more: Any) -> Opened:
        """Become a guest and open a table, beside the page."""
        self.introduce()
        options = SHORT if game == "cat-cab" else {}
        wanted = {"key": new_key(), "game": game, "seats": list(seats), "options": options, **more}
        return Opened(**self.ask("/api/tables", wanted))

    def command(self, table: Opened, **command: Any) -> Any:
        """Send a command to a table, beside the page."""
        return self.ask(f"/api/tables/{table.id}/commands", {"key": new_key(), **command})

    def decide(self, table: Opened) -> bool:
        """Make a decision beside the page, if there is one; says whether there was."""
        now = self.ask(f"/api/tables/{table.id}")["now"]
        if now["choices"]:
            self.command(table, type="play", seq=now["seq"], move=now["choices"][-1]["move"])
        return bool(now["choices"])

    def look_in(self, table: Opened) -> None:
        """Look at a table for a moment, beside the page: bots begin to play when somebody comes."""
        way = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table.id}/socket"
        with connect(way, additional_headers={"Cookie": self.cookies}, open_timeout=patience.PATIENCE) as line:
            line.recv(patience.PATIENCE)

    def wish_for_short_games(self, **options: Any) -> None:
        """Whatever table the page opens, its game is short, or as the options say."""
        self.context.route(re.compile(r"/api/tables(\?|$)"), partial(_with_options, options or SHORT))

    def go_to(self, path: str) -> Table:
        """Open a table in the page."""
        self.page.goto(path)
        return Table(self.page)

    def watch(self, table: Opened) -> Table:
        """Come by an invitation to a game that others play, and watch it."""
        self.page.goto(table.invitation)
        self.page.get_by_role("button", name="Watch").click()
        return Table(self.page)

    def look_away(self) -> None:
        """Look at something of the server that follows no game."""
        self.page.goto("/favicon.svg")

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()


def _with_options(options: dict[str, Any], route: Route) -> None:
    """Let a request pass; one that opens a table asks for these options."""
    if route.request.method == "POST":
        route.continue_(post_data=json.dumps({**route.request.post_data_json, "options": options}))
    else:
        route.continue_()
