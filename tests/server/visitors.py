"""People who use a server over HTTP alone, for tests."""

from __future__ import annotations

from typing import Any

import httpx

from tests.patience import PATIENCE

ME, FRIEND = {"type": "me"}, {"type": "friend"}
SHORT = {"turn_limit": 1}


class Visitor:
    """Somebody with a token, or without."""

    def __init__(self, address: str, name: str | None = None) -> None:
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        if name is not None:
            guest = self.post("/api/guests", {"name": name}, status=201)
            self.token = guest["token"]
            self.http.cookies.clear()
            self.http.headers["authorization"] = f"Bearer {self.token}"

    def get(self, path: str, status: int = 200) -> Any:
        return self.read(self.http.get(path), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.read(self.http.post(path, json=body), status)

    def open(self, seats: list[dict[str, Any]], key: str = "open", **more: Any) -> dict[str, str]:
        wanted = {"key": key, "game": "cat-cab", "seats": seats, "options": SHORT, **more}
        return self.post("/api/tables", wanted, status=201)

    def command(self, table: str, status: int = 200, query: str = "", **command: Any) -> Any:
        return self.post(f"/api/tables/{table}/commands{query}", command, status)

    def decide(self, table: str, number: int = -1) -> Any:
        """Make one of the moves that are possible now."""
        now = self.get(f"/api/tables/{table}")["now"]
        move = now["choices"][number]["move"]
        return self.command(table, type="play", key=f"at-{now['seq']}", seq=now["seq"], move=move)

    def play_to_the_end(self, table: str) -> None:
        while self.get(f"/api/tables/{table}")["table"]["stage"] != "over":
            self.decide(table)

    @staticmethod
    def read(answer: httpx.Response, status: int) -> Any:
        """What an answer holds, if it has the status that it should have."""
        assert answer.status_code == status, answer.text
        return answer.json()
