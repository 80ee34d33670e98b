"""Firefox as Debian ships it opens every game and plays a turn of it with the mouse."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from tabbytop.client import new_key
from tests.browser.browsers import NoBrowser
from tests.browser.firefox import Firefox, running_firefox
from tests.browser.people import KITTEN, LESSONS, ME, SETTINGS, STILL, nothing_new
from tests.browser.screens import DESKTOPS
from tests.browser.tables import END, MOMENT
from tests.server.servers import Server

GAMES = {
    "cat-cab": ((ME, KITTEN), {}),
    "hot-tin-roof": ((ME, KITTEN, KITTEN), {"first_player": "orange"}),
    "patrician": ((ME, KITTEN), {}),
    "rollecate": ((ME, KITTEN), {}),
}
CALM = {"calm": True, "countdown_seconds": 0}
ASK = """async (path, body) => {
  const sent = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, sent ?? {});
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}"""
OFFERED = """(words) => {
  const found = [];
  for (const button of document.querySelectorAll("main :is(button, [role=button])")) {
    const { x, y, width, height } = button.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const name = button.getAttribute("aria-label") ?? button.textContent.trim();
    const isFree = !button.matches(":disabled, [aria-disabled=true]");
    const isInSight = button.contains(document.elementFromPoint(...middle));
    if (isFree && isInSight && new RegExp(words).test(name)) found.push({ name, middle });
  }
  return found.length > 0 && found;
}"""
"""Everything in sight that can be pressed and is called so; false if there is nothing."""
FIRST_PLACE = 0
FIRST_CELL = """() => {
  const { x, y, width, height } = document.querySelector("[aria-label='Your mat'] .cell").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
HOLDS_A_TILE = """() => document.querySelector("[aria-label='What is in your hand'] button") !== null"""
LAID = "async (path, place) => (await (await fetch(path)).json()).view.place[0].includes(place)"
MINE = f'(end) => ({MOMENT})(end) === "mine"'
DECISIONS = "^(Roll|Stop|Skip|Drive|Empty|Build|Move|Take the|Take [A-Z]|End the|Play|Place|Lay|Discard|Pass|Walk|Bend)"
"""How the names of what can be decided begin, in the games with turns."""


def sit_down(firefox: Firefox, server: Server, game: str, seats: Sequence[dict[str, str]], options: object) -> str:
    """Become a guest, open a table and go there; its id."""
    firefox.go_to(f"{server.address}/theme.js")
    for place, kept in ((SETTINGS, json.dumps(STILL)), (LESSONS, nothing_new())):
        firefox.evaluate("(place, kept) => localStorage.setItem(place, kept)", place, kept)
    firefox.evaluate(ASK, "/api/guests", {"name": "Rosie"})
    wanted = {"key": new_key(), "game": game, "seats": list(seats), "options": options}
    table: str = firefox.evaluate(ASK, "/api/tables", wanted)["id"]
    firefox.complaints.clear()
    firefox.go_to(f"{server.address}/t/{table}")
    return table


def press(firefox: Firefox, words: str, chance: random.Random) -> None:
    """Press something that is called so."""
    chosen = chance.choice(firefox.wait_for(OFFERED, words))
    firefox.press(*chosen["middle"])


def has_had_a_turn(firefox: Firefox, table: str) -> bool:
    """Whether a rival has acted after the first seat."""
    actors = [line["actor"] for line in firefox.evaluate(ASK, f"/api/tables/{table}/log")["lines"]]
    return 0 in actors and any(actor in (1, 2) for actor in actors[actors.index(0) :])


def play_a_turn(firefox: Firefox, server: Server, game: str, chance: random.Random) -> None:
    table = sit_down(firefox, server, game, *GAMES[game])
    while not has_had_a_turn(firefox, table):
        firefox.wait_for(MINE, END)
        press(firefox, DECISIONS, chance)


def lay_a_tile(firefox: Firefox, server: Server, chance: random.Random) -> None:
    table = sit_down(firefox, server, "kitty-paw", (ME, KITTEN), CALM)
    for words in ("^(Ready|Go on)", "^Take card", ", (awake|asleep)$"):
        press(firefox, words, chance)
    firefox.wait_for(HOLDS_A_TILE)
    firefox.press(*firefox.evaluate(FIRST_CELL))
    firefox.wait_for(LAID, f"/api/tables/{table}", FIRST_PLACE)


def test_a_turn_of_every_game(server: Server, chance: random.Random):
    """One Firefox for all of them, since it takes a while to start."""
    with running_firefox(DESKTOPS[0].width, DESKTOPS[0].height) as firefox:
        for game in GAMES:
            play_a_turn(firefox, server, game, chance)
            assert firefox.complaints == [], game
        lay_a_tile(firefox, server, chance)
        assert firefox.complaints == [], "kitty-paw"


def test_without_firefox_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoBrowser, match="apt-get install firefox-esr"), running_firefox(800, 600):
        pass
