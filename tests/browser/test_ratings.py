"""How one does, and the club, in the browser: what stands on the pages follows from finished games."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tabbytop.server.http.guests import hash_of
from tabbytop.server.operating.serve import database_in
from tabbytop.server.protocol.messages import BotSeat, Friend, Me
from tabbytop.server.storage.profiles import Guest, Profiles, Token
from tabbytop.server.storage.ratings import RatingBook
from tabbytop.server.storage.store import Store
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.people import ME, OPEN, Person
from tests.server.finished import PEOPLE, Game
from tests.server.lines import Http
from tests.server.servers import Server, running, wait_for

PICTURES = os.environ.get("TABBYTOP_PICTURES")
"""A folder for pictures of the pages, for people who want to look at them."""


async def play_a_month(database: str) -> None:
    """Four people, thirty games with each other and with bots, all of this month."""
    store, now = Store.open(database), time.time_ns() // 1_000_000
    for person in PEOPLE:
        token = Token(hash_of(f"token of {person.guest}"), person.guest, "device", created=now)
        await Profiles(store).add_guest(Guest(person.guest, person.name, 0), token)
        await RatingBook(store).be_member(person.guest, wants=person is not PEOPLE[3])
    for seed in range(30):
        seats = [Me(), Friend()] if seed % 3 else [Me(), BotSeat(("kitten", "house-cat", "top-cat")[seed % 9 // 3])]
        await Game(seed, mixed=False, seats=seats, at=now - 60_000 * (40 - seed)).play().store(store)
    await store.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("club")
    with ThreadPoolExecutor(1) as beside:  # the browser has a loop of its own here
        beside.submit(asyncio.run, play_a_month(database_in(folder))).result()
    with running(folder, club="The Kitchen Table Club", count_every=0.05) as server:
        asker = Http(server)
        asker.token = "token of ann"
        wait_for(lambda: asker.get("/api/club").json["tables"] and asker.get("/api/me/ratings").json["games"] > 5)
        yield server
        assert server.problems() == []


def some_faces(route: Route) -> None:
    """Of the people in each list the first has chosen a face, and the others have none."""
    answer = route.fetch()
    told = answer.json()
    lists = [told["here"], *(table["lines"] for table in told["tables"])] if "here" in told else [told["people"]]
    for lines in lists:
        for line in lines:
            line["face"] = "me-siam" if line is lines[0] else ""
    route.fulfill(response=answer, json=told)


def test_how_one_does_and_the_club(browser: Browser, club: Server):
    for screen, theme in ((DESKTOP, "light"), (PHONE, "dark")):
        ann = Person(browser, club.address, "Ann", screen)
        ann.context.add_cookies([{"name": "tabbytop", "value": "token of ann", "url": club.address}])
        page = ann.page
        page.goto("/")
        page.evaluate(f"localStorage.setItem('tabbytop.settings', JSON.stringify({{ theme: '{theme}' }}))")
        for path in ("club", "me/ratings"):
            page.route(f"**/api/{path}", some_faces)
        told = ann.ask("/api/me/ratings")
        page.goto("/ratings")
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{told['games']} games, {told['won']} won")
        for line in told["bots"] + told["people"]:
            expect(page.get_by_label(f"{line['won']} won, {line['lost']} lost").first).to_be_visible()
        people = next(each for each in told["ratings"] if each["against"] == "people")
        expect(page.get_by_text(f"{people['rating']} ± {people['margin']}")).to_be_visible()
        expect(page.locator(".dot")).to_have_count(1)
        expect(page.locator(".lines use[href='#me-siam']")).to_have_count(1)
        assert page.locator(".lines .disc span").all_inner_texts() == [each["name"][0] for each in told["people"][1:]]
        expect(page.get_by_role("button", name="Settings")).to_have_count(0 if screen is PHONE else 1)
        page.get_by_role("radio", name="Bots").check()
        tick = "(radio) => getComputedStyle(radio.nextElementSibling, '::before').borderBottomWidth"
        assert page.get_by_role("radio", name="Bots").evaluate(tick) == "2px", "colour is not all that tells"
        expect(page.locator(".faces svg")).to_have_count(4)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/ratings-{screen.name}-{theme}.png", full_page=True)
        ann.ask(
            "/api/tables", {"key": screen.name, "game": "cat-cab", "seats": [ME, OPEN], "options": {}, "listed": True}
        )
        page.goto("/club")
        expect(page.get_by_role("heading", level=1)).to_have_text("The Kitchen Table Club")
        expect(page.get_by_role("list", name="Who is here")).to_contain_text("you")
        expect(page.get_by_role("region", name="Open tables")).to_contain_text("is waiting, 1 seat free")
        expect(page.get_by_role("link", name="deal: ")).to_have_attribute("href", "/daily")
        for place in (".here", "tbody"):
            expect(page.locator(f"{place} use[href='#me-siam']")).to_have_count(1)
        month = ann.ask("/api/club")["tables"][0]["lines"]
        assert "Joe" not in [line["name"] for line in month], "only those who want to are in the table"
        expect(page.locator("tbody tr")).to_have_count(len(month))
        expect(page.locator("tbody tr.you")).to_contain_text("Ann")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/club-{screen.name}-{theme}.png", full_page=True)
        page.get_by_role("switch", name="Show me in the club").click()
        expect(page.locator("tbody tr.you")).to_have_count(0)
        page.get_by_role("switch", name="Show me in the club").click()
        expect(page.locator("tbody tr.you")).to_have_count(1)
        ann.leave()
        assert ann.complaints == []
