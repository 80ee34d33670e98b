"""What makes frames late, found without a clock: layouts forced while a step is drawn, and pages made anew for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import plants
from tests.browser.people import KITTEN, ME, Person
from tests.browser.smoothness import LAPTOP
from tests.server.plants import named
from tests.server.servers import Server, running

GAMES = ("cat-cab", "hot-tin-roof", "patrician", "rollecate")
DECISIONS = 4

SETTLE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
"""Waits until everything that was to be measured in the next frame has been."""
WATCH = """() => {
  const reads = (window.reads = []);
  let isLaidOut = false;
  const laidOut = (act) => (...given) => {
    isLaidOut = true;
    try { return act(...given); } finally { isLaidOut = false; }
  };
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (then) => ask(laidOut(then));
  // those who watch sizes are called when everything has been laid out
  const note = (name) => {
    const { stack } = new Error();
    if (isLaidOut || stack.includes("ResizeObserver")) return;
    reads.push(`${name}: ${stack.split("\\n").slice(3, 7).join("")}`);
  };
  const wrap = (kind, name) => {
    const told = Object.getOwnPropertyDescriptor(kind, name);
    const act = told.get ?? told.value;
    const noted = function (...given) { note(name); return act.apply(this, given); };
    Object.defineProperty(kind, name, told.get ? { ...told, get: noted } : { ...told, value: noted });
  };
  for (const name of ["scrollHeight", "scrollWidth", "clientHeight", "clientWidth"]) wrap(Element.prototype, name);
  for (const name of ["offsetHeight", "offsetWidth"]) wrap(HTMLElement.prototype, name);
  for (const name of ["getBoundingClientRect", "scrollIntoView", "scrollTo", "checkVisibility"])
    wrap(Element.prototype, name);
  for (const name of ["getComputedTextLength"]) wrap(SVGTextContentElement.prototype, name);
  for (const name of ["getBBox", "getScreenCTM"]) wrap(SVGGraphicsElement.prototype, name);
  window.made = 0;
  const all = (nodes) => [...nodes].filter((node) => node instanceof Element);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of all(addedNodes)) window.made += 1 + node.querySelectorAll("*").length;
  }).observe(document.querySelector("main"), { childList: true, subtree: true });
}"""
"""Notes what asks for the layout while it is not known: outside of frames, in which nothing else changes any more."""


@pytest.fixture(scope="module")
def instinctive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    planted = (named(plants.same_luck), named(plants.instinctive_bots))
    with running(tmp_path_factory.mktemp("smooth"), *planted) as server:
        yield server


@pytest.mark.parametrize("game", GAMES)
def test_steps_force_no_layout_and_leave_the_board_alone(browser: Browser, instinctive: Server, game: str):
    rosie = Person(browser, instinctive.address, "Rosie", LAPTOP, motion="full", pace="quick", sound=False)
    opened = rosie.open_table(ME, KITTEN, KITTEN, game=game, options={})
    table = rosie.go_to(opened.path)
    assert not table.wait_for_turn_or_end()
    rosie.page.evaluate(SETTLE)
    rosie.page.evaluate(WATCH)
    most = 0
    for _ in range(DECISIONS):
        rosie.page.evaluate("() => (window.made = 0)")
        rosie.decide(opened)
        assert not table.wait_for_turn_or_end()
        most = max(most, rosie.page.evaluate("() => window.made"))
    elements = rosie.page.locator("main *").count()
    reads = rosie.page.evaluate("() => window.reads")
    rosie.leave()
    assert not reads, "\n".join(reads)
    assert most < elements, "a decision, with all that follows from it, made the whole page anew"
