"""How soon somebody with a slow line and a slow computer can do something: the landing page, the board after a click.

1.6 Mbit/s, 150 ms to the server and back, a processor that is four times slower: Chromium's throttling. A visit is that
of somebody new, with an empty cache. Only prints, for `make pages`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Browser, Page

from tabbytop.benchmarks.measure import Result, summary
from tests.browser.people import Person
from tests.server.servers import Server

BITS, DELAY, SLOWER = 1_600_000, 150, 4
VISITS = 5
GAME = "Patrician"
PLAY = "article button"
BOARD = "[aria-label=Board] svg"
NOTE = """([selector, name]) => {
  const look = () => {
    if (!document.querySelector(selector)) return false;
    requestAnimationFrame(() => setTimeout(() => (window[name] ??= performance.now())));
    return true;
  };
  const watching = new MutationObserver(() => look() && watching.disconnect());
  if (!look()) watching.observe(document, { childList: true, subtree: true });
}"""


def rows(browser: Browser, server: Server, *, quick: bool) -> Iterator[Result]:
    """How long until something can be pressed, and from the press to the board; and how much has to travel for it."""
    visits = [_visit(browser, server) for _ in range(1 if quick else VISITS)]
    told = "1.6 Mbit/s, 150 ms, CPU 4 times slower"
    yield summary("slow line: landing can be pressed", "ms", [visit["landing"] for visit in visits], told)
    yield summary("slow line: from Play to the board", "ms", [visit["board"] for visit in visits], told)
    yield summary("bytes until the landing can be pressed", "kB", [visit["landing kB"] for visit in visits])
    yield summary("bytes from Play to the board", "kB", [visit["board kB"] for visit in visits])


def _visit(browser: Browser, server: Server) -> dict[str, float]:
    newcomer = Person(browser, server.address, "Rosie")
    page = newcomer.page
    travelled = _slowly(page)
    page.add_init_script(f"({NOTE})({[PLAY, 'pressableAt']!r})")
    page.goto("/")
    page.wait_for_function("() => window.pressableAt")
    landing, landed = page.evaluate("() => window.pressableAt"), travelled()
    page.evaluate(NOTE, [BOARD, "boardAt"])
    pressed = page.evaluate("""(name) => {
      const play = [...document.querySelectorAll("article button")].find((each) => each.textContent.includes(name));
      play.click();
      return performance.now();
    }""", GAME)  # fmt: skip
    page.wait_for_function("() => window.boardAt")
    board = page.evaluate("() => window.boardAt") - pressed
    newcomer.leave()
    return {"landing": landing, "board": board, "landing kB": landed, "board kB": travelled() - landed}


def _slowly(page: Page) -> Callable[[], float]:
    """Slow down a page; tells how many kB have come to it, whenever it is asked."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    speed = BITS / 8
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": DELAY, "downloadThroughput": speed, "uploadThroughput": speed},
    )
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    came: list[int] = []
    line.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    return lambda: sum(came) / 1000
