"""Besides playing: the deal of the day, a finished game looked back at, puzzles; on a desk and on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Route, expect

from tabbytop.engine.record import write_record
from tabbytop.review.document import Review
from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.people import ME, UNWATCHED, Person, finish, table_at
from tests.server.plants import cheap_reviews, named, patient_pool, wednesday
from tests.server.servers import running
from tests.server.test_luck import finished

People = Callable[..., Person]
ON_BOTH = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])


def fits(person: Person, screen: Screen) -> None:
    """Nothing is cut off at the side."""
    assert person.page.evaluate("() => document.scrollingElement.scrollWidth") <= screen.width


@ON_BOTH
def test_the_deal_of_the_day_is_played_and_told_to_others(person: People, screen: Screen):
    mina = person("Mina", screen=screen)
    page = mina.page
    mina.go_to("/")
    page.get_by_role("region", name="Every day").get_by_role("link", name="s deal: Rollecate").click()
    page.wait_for_url("**/daily")
    fits(mina, screen)
    page.get_by_role("button", name=re.compile("^Play today")).click()
    table = table_at(page)
    finish(table, mina)
    mina.go_to("/daily")
    expect(page.get_by_role("heading", name="Tell the others")).to_be_visible()
    shared = page.get_by_label("What is sent")
    expect(shared).to_contain_text("Tabbytop, ")
    expect(page.get_by_text("you", exact=True)).to_be_visible()
    fits(mina, screen)


def test_what_there_is_every_day_comes_at_once_and_nothing_moves_from_under_a_hand(person: People):
    """The puzzles are answered before the deal, which stands before them."""
    page = person("Mina").page
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/api/deals/today", hold)
    with page.expect_response("**/api/puzzles") as answered:
        page.goto("/")
    answered.value.finished()
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
    links = page.get_by_role("region", name="Every day").get_by_role("link")
    assert links.count() == 0
    for route in late:
        route.continue_()
    expect(links).to_have_count(2)
    expect(links.first).to_contain_text("s deal: Rollecate")


@ON_BOTH
def test_a_finished_game_is_looked_back_at_and_a_moment_tried_again(person: People, screen: Screen):
    mina = person("Mina", screen=screen)
    page = mina.page
    opened = mina.open_table(ME, ME)
    finish(opened, mina)
    mina.go_to(f"/review/{opened.id}")
    expect(page.get_by_role("heading", name="turning point")).to_be_visible()
    expect(page.get_by_role("img", name="Chances turn by turn")).to_be_visible()
    fits(mina, screen)
    page.get_by_role("link", name="Step through").click()
    page.get_by_role("button", name="One turn on").click()
    expect(page.get_by_text("Chances now").first).to_be_visible()
    fits(mina, screen)
    if screen is DESKTOP:
        mina.go_to(f"{opened.path}?ply=0")
        expect(page.get_by_text("Before the first turn")).to_be_visible()
        told = page.get_by_role("status").filter(has_text=re.compile(r"\bwins?\b|Better:|cost"))
        expect(told, "the future is told").to_have_count(0)
        page.get_by_role("button", name="Fold away").click()
        nothing = "Log. What happens is written down here."
        expect(page.get_by_role("button", name=nothing), "the log tells the future").to_be_visible()
    mina.go_to(f"/review/{opened.id}")
    page.get_by_role("button", name="Try this moment again").first.click()
    page.wait_for_url(lambda url: "/t/" in url and opened.id not in url)


def test_a_review_by_real_workers_and_a_race_by_its_times(browser: Browser, tmp_path: Path):
    """Nothing is planted but how deeply it thinks: what the page says is what comes of thinking about that game. It is
    a Wednesday, whose deal is a race."""
    planted = (named(cheap_reviews), named(wednesday), named(patient_pool))
    with running(tmp_path, *planted, games=["rollecate"], **UNWATCHED) as server:
        mina = Person(browser, server.address, "Mina")
        page = mina.page
        page.request.post(f"{server.address}/api/guests", data={"name": "Mina"})
        tables = {
            game: page.request.post(f"{server.address}/api/records", data=write_record(finished(game))).json()["id"]
            for game in ("rollecate", "kitty-paw")
        }
        mina.go_to(f"/review/{tables['rollecate']}")
        expect(page.get_by_role("heading", name="turning point")).to_be_visible()
        told = page.request.get(f"{server.address}/api/tables/{tables['rollecate']}/review").text()
        review = msgspec.convert(json.loads(told.strip().splitlines()[-1].removeprefix("data: "))["review"], Review)
        assert review.simulations == 16
        for seat in range(2):
            changes = sum(turn.luck[seat] + turn.effect[seat] for turn in review.turns)
            assert review.start[seat] + changes == pytest.approx(review.result[seat], abs=1e-4)
        expect(page.get_by_role("heading", level=1)).to_have_text(review.verdicts[-1].title)
        mina.go_to(f"/review/{tables['kitty-paw']}")
        expect(page.get_by_role("heading", name="Where the seconds went")).to_be_visible()
        expect(page.get_by_text("laying tiles down").first).to_be_visible()
        mina.go_to("/daily")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Kitty Paw, alone")
        page.get_by_role("button", name=re.compile("^Play today")).click()
        page.wait_for_url("**/t/*")
        expect(page.get_by_role("button", name="Ready")).to_be_visible()
        mina.leave()
        assert mina.complaints == []
        assert server.problems() == []


@ON_BOTH
def test_a_puzzle_is_tried_and_answered(person: People, screen: Screen):
    mina = person("Mina", screen=screen)
    page = mina.page
    page.request.post("/api/guests", data={"name": "Mina"})
    mina.go_to("/puzzles")
    expect(page.get_by_role("heading", name="Find the best move.")).to_be_visible()
    page.get_by_role("button", name="A nudge").click()
    expect(page.get_by_text("It is one of these two")).to_be_visible()
    fits(mina, screen)
    page.get_by_role("button", name="Roll the dice").or_(
        page.get_by_role("button", name="Stop and drive")
    ).first.click()
    expect(page.get_by_text("by the chance to win")).to_be_visible()
    expect(page.get_by_text("your move")).to_be_visible()
    asked = page.get_by_role("group", name="Puzzles from your games")
    asked.get_by_role("button", name="Yes").click()
    expect(asked).to_contain_text("Your games may become puzzles here.")
    fits(mina, screen)
    [puzzle] = page.request.get("/api/puzzles").json()["puzzles"]
    mina.go_to(f"/puzzles/{puzzle['game']}/{puzzle['id']}")
    expect(page.get_by_role("heading", name="Find the best move.")).to_be_visible()
