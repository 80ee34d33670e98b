"""Tabbytop as an app: it can be installed, and while the server is away the guides go on working."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import plants
from tests.browser.browsers import PHONE
from tests.browser.people import ME, Person
from tests.server.plants import named
from tests.server.servers import Server, running, wait_for

KEPT = """async () => {
  const has = async (cache, path) => (await (await caches.open(cache)).match(path)) !== undefined;
  return await has("tabbytop-told", "/offline") && await has("tabbytop-told", "/api/games/cat-cab/guide");
}"""

PUZZLES_KEPT = """async () => {
  const told = await caches.open("tabbytop-told");
  const { puzzles } = await (await told.match("/api/puzzles"))?.json() ?? { puzzles: [] };
  const kept = await Promise.all(puzzles.map(({ game, id }) => told.match(`/api/puzzles/${game}/${id}`)));
  return kept.length > 0 && !kept.includes(undefined);
}"""
KEEP_AGAIN = """async () => {
  await (await caches.open("tabbytop-told")).delete("/api/games/cat-cab/guide");
  navigator.serviceWorker.controller.postMessage("keep");
}"""
"""Lets the worker keep the page as it does after every visit; it comes to the guides when it is done with the files."""
IS_NEW = "() => document.querySelector('script[type=module]')?.src.endsWith('-2.js')"


def test_without_the_server_the_guides_are_read_and_the_page_looks_again(browser: Browser, tmp_path: Path):
    with running(tmp_path) as server:
        rosie = Person(browser, server.address, "Rosie", screen=PHONE, has_worker=True)
        page = rosie.page
        page.goto("/")
        opened = rosie.open_table(ME, ME)
        manifest = page.request.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        for icon in manifest.json()["icons"]:
            assert page.request.get(icon["src"]).headers["content-type"].startswith("image/")
        wait_for(lambda: page.evaluate(KEPT))
        page.goto("/learn/cat-cab/basics")
        start = page.get_by_role("button", name="Start")
        expect(start).to_be_visible()
        wait_for(lambda: page.evaluate(PUZZLES_KEPT))
        server.kill()
        page.reload()
        start.click()
        expect(page.get_by_role("region", name="Board", exact=True)).to_be_visible()
        page.goto("/puzzles")
        expect(page.get_by_role("heading", name="Find the best move.")).to_be_visible()
        expect(page.get_by_role("region", name="Board", exact=True)).to_be_visible()
        page.goto("/guide/cat-cab")
        expect(page.get_by_role("heading", name="How to play Cat Cab")).to_be_visible()
        expect(page.get_by_role("heading", name="All rules, numbered")).to_be_attached()
        page.goto(opened.path)
        expect(page.get_by_text("The server does not answer.")).to_be_visible()
        page.goto("/")
        expect(page.get_by_role("heading", name="The server is out of reach")).to_be_visible()
        expect(page.get_by_text("they live on the server")).to_be_visible()
        expect(page.get_by_text("Hearing whether a move solves a puzzle")).to_be_visible()
        kept = page.evaluate("async () => (await (await caches.open('tabbytop-told')).keys()).map(({ url }) => url)")
        assert not [url for url in kept if re.search("/api/(me|tables)|/t/", url)], "nothing of a guest is kept"
        server.start()
        expect(page.get_by_role("heading", name=re.compile("Your turn at 1 table"))).to_be_visible()
        rosie.leave()


def test_an_update_of_the_page_breaks_no_open_table(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Rosie's browser has kept the page at which her table is open; Tom's has not, and gets the new one in time."""
    plants.next_version_of_the_page(tmp_path / "page")
    monkeypatch.setenv(plants.PAGE, str(tmp_path / "page"))
    with running(tmp_path / "server") as server:
        rosie, tom = Person(browser, server.address, "Rosie", has_worker=True), Person(browser, server.address, "Tom")
        tables = [person.go_to(person.open_table(ME, ME).path) for person in (rosie, tom)]
        for table in tables:  # Tom's page has all that it needs to play: for what it lacked it would be loaded again
            assert not table.wait_for_turn_or_end()
        wait_for(lambda: rosie.page.evaluate(KEPT))
        server.kill()
        server.start(named(plants.page_from_elsewhere))
        visit = rosie.new_tab()
        for _ in range(2):
            visit.goto("/")
            expect(visit.get_by_role("heading", name="Your turn at 1 table")).to_be_visible()
            assert is_new(visit), "whoever comes after the update gets the new page"
            visit.evaluate(KEEP_AGAIN)
            wait_for(lambda: visit.evaluate(KEPT))
        for person, table in zip((rosie, tom), tables, strict=True):
            person.context.new_cdp_session(person.page).send("Network.clearBrowserCache")
            table.button("Roll the dice").click()
            expect(table.button("Stop and drive")).to_be_enabled()
            assert not is_new(person.page)
            table.button("Guide").click()
        tom.page.wait_for_function(IS_NEW)
        tables[1].button("Guide").click()
        for person, table in zip((rosie, tom), tables, strict=True):
            guide = person.page.get_by_role("dialog", name="Guide")
            expect(guide.get_by_role("heading", name="All rules, numbered")).to_be_attached()
            guide.get_by_role("button", name="Close").first.click()
            table.button("Stop and drive").click()
            expect(table.button("Stop and drive")).to_be_hidden()
        assert not is_new(rosie.page), "her table was never loaded again"
        assert [error for error in rosie.errors if "404" in error] == []
        for person in (rosie, tom):
            person.leave()


def is_new(page: Page) -> bool:
    """Whether this is the page after the update."""
    return page.evaluate(IS_NEW)


def test_installing_is_offered_once_after_the_third_game(browser: Browser, tmp_path: Path):
    with running(tmp_path) as server:
        rosie = Person(browser, server.address, "Rosie")
        rosie.introduce()
        page = rosie.page
        page.add_init_script("""
          addEventListener("load", () => {
            const asked = new Event("beforeinstallprompt");
            asked.prompt = async () => (window.wasAsked = true);
            asked.userChoice = Promise.resolve({ outcome: "accepted" });
            dispatchEvent(asked);
          });
        """)
        offer = page.get_by_role("heading", name="Keep Tabbytop on your screen")
        for number in range(3):
            wanted = {"key": f"game-{number}", "game": "cat-cab", "seats": [ME, ME], "options": {"turn_limit": 1}}
            table = rosie.ask("/api/tables", wanted)["id"]
            page.goto("/")
            expect(page.get_by_role("heading", name="Your turn at 1 table")).to_be_visible()
            expect(offer).to_have_count(0)
            while now := rosie.ask(f"/api/tables/{table}")["now"]:
                if not now["choices"]:
                    break
                move = {
                    "type": "play",
                    "key": f"at-{now['seq']}",
                    "seq": now["seq"],
                    "move": now["choices"][-1]["move"],
                }
                rosie.ask(f"/api/tables/{table}/commands", move)
        page.goto("/")
        expect(offer).to_be_visible()
        page.get_by_role("button", name="Install").click()
        expect(offer).to_have_count(0)
        assert page.evaluate("() => window.wasAsked")
        page.reload()
        expect(page.get_by_role("heading", name="Nobody waits for you")).to_be_visible()
        expect(offer).to_have_count(0)
        rosie.leave()


def _hold(route: Route) -> None:
    """Lets nothing come yet."""


def test_something_is_seen_before_any_script_has_come(browser: Browser, server: Server):
    """And the games need nothing but what the page comes with: the rest of the landing page is asked for later."""
    rosie = Person(browser, server.address, "Rosie")
    page = rosie.page
    page.route("**/assets/*.js", _hold)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto("/", wait_until="commit")
    expect(page.get_by_text("Tabbytop", exact=True)).to_be_visible()
    page.unroute("**/assets/*.js")  # which lets go of what was held
    page.wait_for_function("() => document.querySelector('article button')")
    expect(page.get_by_role("button", name="Play Cat Cab")).to_be_enabled()
    expect(page.locator(".arriving")).to_have_count(0)
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    assert not {"/api/me", "/api/games", "/api/me/games"} & set(asked)
    rosie.leave()
