"""Friends: the address in the bar is the invitation, and whoever opens it may sit down, learn first, or watch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.codes import read_code
from tests.browser.people import FRIEND, KITTEN, ME, Person, finish
from tests.browser.tables import Table
from tests.browser.test_profile import picture

People = Callable[..., Person]
SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)


@SCREENS
def test_the_address_in_the_bar_is_the_invitation(screen: Screen, person: People):
    """A friend who opens it sits down; the next one finds all seats taken, and watches; so does one who comes later."""
    rosie, momo, vera = person("Rosie"), person("Momo", screen=screen), person("Vera", screen=screen)
    opened = rosie.open_table(ME, FRIEND)
    rosie.page.goto(opened.path)
    expect(rosie.page).to_have_url(re.compile(f"/t/{opened.invite}$"))
    address = rosie.page.url
    expect(rosie.page.get_by_text(opened.invite.replace("-", " "))).to_be_visible()
    expect(rosie.page.get_by_text("This link works on this computer only.")).to_be_visible()
    around = rosie.page.locator("aside .picture")
    expect(around).to_contain_text("waiting")
    code = rosie.page.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_visible()
    assert read_code(code) == address

    momo.page.goto(address)
    expect(momo.page.get_by_text("Rosie keeps a seat for you")).to_be_visible()
    expect(momo.page.get_by_role("heading", name="Sit down to a game of Cat Cab?")).to_be_visible()
    expect(momo.page.get_by_role("button", name="Just watch")).to_be_visible()
    momo.page.get_by_label("Your name").fill("Momo")
    face = momo.page.locator("form .mine use")
    by_lot = face.get_attribute("href")
    momo.page.get_by_role("button", name="Face").click()
    expect(face).not_to_have_attribute("href", by_lot or "")
    chosen = face.get_attribute("href")
    momo.page.get_by_role("button", name="Sit down").click()
    expect(rosie.page.get_by_role("heading", name="Everybody is here")).to_be_visible()
    expect(around).to_contain_text("Momo")
    expect(around.locator(f"use[href='{chosen}']")).to_have_count(1)
    expect(momo.page.get_by_role("region", name="Seats")).to_contain_text("Momo")
    assert f"#{momo.ask('/api/me')['face']}" == chosen

    vera.page.goto(address)
    expect(vera.page.get_by_role("heading", name="All seats are taken")).to_be_visible()
    expect(vera.page.get_by_text("Rosie and Momo wait here")).to_be_visible()
    rosie.page.get_by_role("button", name="Start the game").click()
    expect(vera.page.get_by_role("img", name="The table now")).to_be_visible()
    vera.page.get_by_role("button", name="Watch").click()
    expect(Table(vera.page).main).to_contain_text("You are watching")
    expect(vera.page).to_have_url(address)

    finish(opened, rosie, momo)
    expect(Table(momo.page).result).to_be_visible()
    # what was a secret of this evening leads nowhere any more; the table itself goes on being there
    expect(momo.page).to_have_url(re.compile(opened.path))
    late = person("Nora", screen=screen)
    late.forgive("404")
    late.page.goto(address)
    expect(late.page.get_by_role("heading", name="This invitation leads nowhere")).to_be_visible()
    expect(late.page.get_by_text("is over, and so is its invitation")).to_be_visible()
    momo.page.goto(address)
    expect(Table(momo.page).result).to_be_visible()


def test_words_that_were_heard_wrong_can_be_typed_again(person: People):
    rosie, momo = person("Rosie"), person("Momo")
    opened = rosie.open_table(ME, FRIEND, KITTEN, name="Thursday cats")
    momo.forgive("404")
    first, *rest = opened.invite.split("-")
    momo.page.goto("/t/" + "-".join([first + "q", *rest]))
    expect(momo.page.get_by_text("is none of our words")).to_be_visible()
    momo.page.get_by_label("The words of the invitation").fill(f"{first.title()} {', '.join(rest)}")
    momo.page.get_by_role("button", name="Try these").click()
    expect(momo.page.get_by_text("Rosie keeps a seat for you, table Thursday cats")).to_be_visible()
    expect(momo.page).to_have_title("Thursday cats · Cat Cab · Tabbytop")
    momo.page.get_by_role("button", name="Just watch").click()
    expect(momo.page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()


@SCREENS
def test_who_goes_away_looks_away_and_coming_back_is_said(screen: Screen, person: People):
    rosie, momo = person("Rosie", screen=screen), person("Momo")
    opened = rosie.open_table(ME, FRIEND)
    momo.introduce()
    momo.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"type": "sit", "key": "sit", "seat": 1})
    rosie.command(opened, type="start")
    hers, his = rosie.go_to(opened.path), momo.go_to(opened.path)
    expect(his.board).to_be_visible()
    momo.look_away()
    asked = rosie.page.get_by_role("alertdialog", name="Momo is away")
    expect(asked).to_contain_text("Momo is away")
    if screen is PHONE:
        expect(rosie.page.get_by_role("button", name=re.compile("^Momo.*is away"))).to_be_visible()
    else:
        expect(rosie.page.get_by_role("complementary", name="Players")).to_contain_text("is away")
    asked.get_by_role("button", name="Wait").click()
    expect(asked).to_have_count(0)
    momo.go_to(opened.path)
    expect(rosie.page.get_by_text("Momo is back.")).to_be_visible()
    momo.look_away()
    asked.get_by_role("button", name="Let a bot play").click()
    expect(hers.main).to_contain_text("a bot plays")
    expect(asked).to_have_count(0)


@SCREENS
def test_somebody_is_muted_and_sent_away(screen: Screen, person: People):
    """What the muted one says is not shown, until they are heard again; whoever is sent away cannot come back."""
    rosie, momo = person("Rosie", screen=screen), person("Momo")
    momo.introduce()
    opened = rosie.open_table(ME, FRIEND)
    way = f"/api/tables/{opened.id}/commands?invite={opened.invite}"
    momo.ask(way, {"type": "sit", "key": "sit", "seat": 1})
    rosie.command(opened, type="start")
    rosie.go_to(opened.path)
    page = rosie.page
    if screen is PHONE:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Players").click()
    else:
        page.get_by_role("button", name="People here").click()
    mute = page.get_by_role("button", name=re.compile("Mute"))
    mute.click()
    expect(page.get_by_role("button", name="Muted Momo", pressed=True)).to_be_visible()
    momo.command(opened, type="say", phrase="hello")
    momo.command(opened, type="say", phrase="thanks")
    picture(rosie, f"muted-{screen.name}")
    mute.click()
    expect(page.get_by_role("button", name="Mute Momo", pressed=False)).to_be_visible()
    momo.command(opened, type="say", phrase="good-game")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Momo: Good game").first).to_be_attached()
    expect(page.get_by_text("Momo: Hello")).to_have_count(0)

    lobby = rosie.open_table(ME, FRIEND)
    momo.ask(f"/api/tables/{lobby.id}/commands?invite={lobby.invite}", {"type": "sit", "key": "sit-2", "seat": 1})
    page.goto(lobby.path)
    page.get_by_role("button", name="Remove Momo").click()
    expect(page.get_by_role("dialog", name="Remove Momo?")).to_contain_text("They cannot come back to this table.")
    picture(rosie, f"remove-{screen.name}")
    page.get_by_role("button", name="Remove for good").click()
    expect(page.get_by_text("For a friend with the link")).to_be_visible()
    expect(page.get_by_role("button", name="Remove Momo")).to_have_count(0)
    picture(rosie, f"removed-{screen.name}")
