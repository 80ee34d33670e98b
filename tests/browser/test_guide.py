"""The guide in a browser: short and without numbers at first, everything else one step behind it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.browsers import PHONE
from tests.browser.people import Person

People = Callable[..., Person]
NUMBER = re.compile(r"^CAB-\d+: ")


def opened(person: Person, place: str = "") -> Page:
    """The guide of Cat Cab, at a place in it."""
    person.page.goto(f"/guide/cat-cab{place}")
    person.page.reload()  # another place of the same page alone loads nothing
    expect(person.page.get_by_role("heading", name="All rules, numbered")).to_be_attached()
    return person.page


def test_numbers_of_clauses_are_shown_to_those_who_want_them_and_stay(person: People):
    rosie = person("Rosie")
    page = opened(rosie)
    numbers = page.get_by_role("link", name=NUMBER)
    expect(numbers).to_have_count(0)
    page.get_by_role("switch", name="Show clause numbers").check()
    expect(numbers.first).to_be_visible()
    page = opened(rosie)
    expect(numbers.first).to_be_visible()
    numbers.first.click()
    expect(page.get_by_role("listitem").filter(has_text=re.compile(r"^\s*CAB-138")).first).to_be_in_viewport()
    page.get_by_role("switch", name="Show clause numbers").uncheck()
    expect(numbers).to_have_count(0)


def test_what_is_folded_away_opens_for_whoever_looks_for_it(person: People):
    rosie = person("Rosie", screen=PHONE)
    page = opened(rosie)
    detail = page.get_by_role("group").get_by_text("The greedy cat takes a six-sided die first.")
    rule = page.get_by_role("listitem").filter(has_text=re.compile(r"^\s*CAB-67"))
    expect(detail).to_be_hidden()
    expect(rule).to_have_count(0)
    page.get_by_role("combobox", name="Search the guide").fill("greedy six-sided")
    page.keyboard.press("Enter")
    expect(detail).to_be_in_viewport()
    opened(rosie, "#CAB-67")
    expect(rule.first).to_be_in_viewport()
    opened(rosie, "#more-about-driving")
    expect(page.get_by_text("A die that would run into the edge")).to_be_in_viewport()
    opened(rosie, "#all-rules")
    expect(rule.first).to_be_visible()
