"""Tabbytop as an app: it can be installed, and while the server is away the guides go on working."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.browsers import PHONE
from tests.browser.people import ME, Person
from tests.server.servers import running, wait_for

KEPT = """async () => {
  const has = async (cache, path) => (await (await caches.open(cache)).match(path)) !== undefined;
  return await has("tabbytop-told", "/offline") && await has("tabbytop-told", "/api/games/cat-cab/guide");
}"""


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
        page.reload()
        server.kill()
        page.goto("/guide/cat-cab")
        expect(page.get_by_role("heading", name="How to play Cat Cab")).to_be_visible()
        expect(page.get_by_role("heading", name="All rules, numbered")).to_be_attached()
        page.goto(opened.path)
        expect(page.get_by_text("The server does not answer.")).to_be_visible()
        page.goto("/")
        expect(page.get_by_role("heading", name="The server is out of reach")).to_be_visible()
        expect(page.get_by_text("they live on the server")).to_be_visible()
        kept = page.evaluate("async () => (await (await caches.open('tabbytop-told')).keys()).map(({ url }) => url)")
        assert not [url for url in kept if re.search("/api/(me|tables)|/t/", url)], "nothing of a guest is kept"
        server.start()
        expect(page.get_by_role("heading", name=re.compile("Your turn at 1 table"))).to_be_visible()
        rosie.leave()


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
