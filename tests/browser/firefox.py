"""Firefox as Debian ships it, driven by the protocol that browsers share (WebDriver BiDi), as far as a turn needs it.

Playwright drives a Firefox of its own making only. Here the one on the machine is started without windows, and told
over a socket where to go, what to press and what to look up. Knows nothing of Tabbytop.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.browsers import find_browser
from tests.patience import PATIENCE

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
QUIET = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
"""Preferences of a browser that asks nothing and calls nobody."""


class Failed(Exception):
    """Firefox could not do what it was told."""


@contextlib.contextmanager
def running_firefox(width: int, height: int) -> Iterator[Firefox]:
    """A Firefox with a profile of its own and one page of that size."""
    program = find_browser(NAMES, "Firefox", "firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        with open(f"{profile}/user.js", "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in QUIET.items())
        command = [program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            with connect(f"{_address_of(process)}/session", max_size=None) as line:
                yield Firefox(line, width, height)
        finally:
            process.terminate()
            process.wait()


def _address_of(process: subprocess.Popen[str]) -> str:
    """Where it listens, as it says itself; whatever else it says is read and forgotten, so that it never blocks."""
    assert process.stderr is not None
    said = []
    for text in process.stderr:
        said.append(text)
        if found := LISTENING.search(text):
            threading.Thread(target=lambda: [None for _ in process.stderr or ()], daemon=True).start()
            return found[1]
    raise Failed(f"Firefox did not start: {''.join(said)[-2000:]}")


class Firefox:
    """One page. Everything waits for its answer; errors that the page logs meanwhile are kept."""

    def __init__(self, line: ClientConnection, width: int, height: int) -> None:
        self._line = line
        self._number = 0
        self.complaints: list[str] = []
        self._tell("session.new", capabilities={})
        self._tell("session.subscribe", events=["log.entryAdded"])
        self._page = self._tell("browsingContext.getTree")["contexts"][0]["context"]
        self._tell("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def go_to(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""
        self._tell("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, function: str, *given: object) -> Any:
        """What a function answers in the page; all of it is JSON on the way."""
        call = f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given))) ?? 'null'"
        answer = self._tell(
            "script.callFunction",
            functionDeclaration=call,
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise Failed(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for(self, function: str, *given: object) -> Any:
        """Wait until a function answers something that is true."""
        until = time.monotonic() + PATIENCE
        while not (answer := self.evaluate(function, *given)):
            assert time.monotonic() < until, f"waited in vain for {function} {given}"
            time.sleep(0.05)
        return answer

    def press(self, x: float, y: float) -> None:
        """Move the mouse to a point of the page and press its button, as a person does."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self._tell("input.performActions", context=self._page, actions=[mouse])

    def _tell(self, method: str, **parameters: object) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            heard = json.loads(self._line.recv(timeout=PATIENCE))
            if heard.get("type") == "event":
                self._hear(heard)
            elif heard.get("id") == self._number:
                if heard["type"] == "error":
                    raise Failed(f"{method}: {heard['error']}: {heard['message']}")
                return heard["result"]

    def _hear(self, event: dict[str, Any]) -> None:
        if event["method"] == "log.entryAdded" and event["params"]["level"] in ("error", "warn"):
            self.complaints.append(f"{event['params']['level']}: {event['params']['text']}")
