"""Quick phrases: what people can say to each other at the table, by name. Open chat is not offered on purpose."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "hello": "Hello",
    "good-luck": "Good luck",
    "nice-move": "Nice move",
    "lucky": "Lucky you",
    "unlucky": "Bad luck",
    "oops": "Oops",
    "thinking": "Let me think",
    "your-turn": "Your turn, I think",
    "thanks": "Thanks",
    "good-game": "Good game",
    "again": "Again?",
    "brb": "Back in a minute",
    "purr": "Purr",
    "hiss": "Hiss",
}
