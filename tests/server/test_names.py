"""Names and phrases: shown as text, cut, and cleaned of everything that could deceive or disturb others."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import parse_record, write_record
from tabbytop.games import load
from tabbytop.kit.marks import fault
from tabbytop.server.tables.names import LONGEST_NAME, NAMES, clean_name, isolated, numbered
from tests.server.lines import Http
from tests.server.servers import Server

ODD = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Mn", "Mc", "Me", "Cf", "Cc", "Zs", "Zl", "Zp"]),
        st.sampled_from(
            "\u200d\u200b\u202e\u2066\ufeff\u034f\ufe0f\u2800\u3164\u115f\u17b5\u180b\u00ad\u1f468\u0301\u1100\u1161"
        ),
    )
)


@fault("F23")
@settings(max_examples=600, deadline=None)
@given(ODD)
def test_a_clean_name_is_one_short_line_of_visible_characters(text: str):
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME
    assert name == " ".join(name.split(" ")) == name.strip()
    assert "  " not in name
    for char in name:
        assert unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"), name
        assert char == " " or not char.isspace(), name
    assert unicodedata.is_normalized("NFKC", name)


@settings(max_examples=600, deadline=None)
@given(ODD)
def test_cleaning_a_clean_name_changes_nothing(text: str):
    once = clean_name(text)
    assert clean_name(once) == once


@settings(max_examples=300, deadline=None)
@given(st.text("abc e\u0301\u0302\u0303\u0304\u20dd\u0489\u0e31\u093e\u200d", max_size=80))
def test_no_letter_carries_a_pile(text: str):
    marks = 0
    for char in unicodedata.normalize("NFD", clean_name(text)):
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        assert marks <= 4, clean_name(text)  # two of them may be part of the letter
    assert not unicodedata.category(clean_name(text)[:1] or "a").startswith("M"), "a mark on nothing"


@fault("F23")
@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\r\n  Lee ", "Ann Lee"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("\u039f\u03bb\u03c5\u03bc\u03c0\u03af\u03b1", "\u039f\u03bb\u03c5\u03bc\u03c0\u03af\u03b1"),
        ("नमस्ते", "नमस्ते"),
        ("กิ่ง", "กิ่ง"),
        ("דנה", "דנה"),
        ("\ufb01ne", "fine"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("Ann\u202eeve", "Anneve"),
        ("\u2066Ann\u2069", "Ann"),
        ("A\u200bn\u200dn\ufeff", "Ann"),
        ("A\x00n\x1bn\x07", "Ann"),
        ("e\u200d\u0301", "é"),
        ("👩\u200d👩\u200d👧", "👩👩👧"),
        ("❤\ufe0f", "❤"),
        ("a" + "\u0335" * 200, "a\u0335\u0335"),
        ("\u0301Ann", "Ann"),
        ("A\u00adnn", "Ann"),
        ("x" * 10_000, "x" * LONGEST_NAME),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert"),
    ],
)  # fmt: skip
def test_names_as_others_see_them(given: str, shown: str):
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    "text",
    ["", " ", "\u3000\u2003\t", "\u200b\u200d", "\ufe0f\ufe0f", "\u2800\u2800", "\u3164", "\u115f\u1160", "\u034f",
     "\u17b5", "\u180b", "\U000e0041", "\U000e0100", "\u0301", "\x00", "\ud800"],
    ids=ascii,
)  # fmt: skip
def test_a_name_that_cannot_be_seen_is_none(text: str):
    assert clean_name(text) == ""


@settings(max_examples=300, deadline=None)
@given(ODD)
def test_no_name_changes_the_direction_of_what_stands_around_it(text: str):
    name = clean_name(text)
    steering = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not steering & {unicodedata.bidirectional(char) for char in name}, "a name could end its isolation"
    assert isolated(name).strip("\u2068\u2069") == name
    if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name):
        assert isolated(name) == f"\u2068{name}\u2069"
    else:
        assert isolated(name) == name


# ---------------------------------------------------------------- on a server


@pytest.fixture
def ann(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ann")
    yield http
    http.close()


@fault("F23")
@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><b>Ann</b>',
        "Ann\u202egnp.exe",
        "x" * 10 * 1024,
        "a" + "\u0301" * 5000,
        "\u200b" * 3000 + "Ann",
        "👩\u200d👩\u200d👧\u200d👦" * 300,
        "Ann\r\nSet-Cookie: tabbytop=another",
        "${7*7}{{7*7}}%s%n",
    ],
    ids=lambda name: ascii(name)[:30],
)  # fmt: skip
def test_any_name_is_taken_and_told_clean_everywhere(server: Server, name: str):
    http = Http(server)
    heard = http.become_guest(name)
    assert heard.status == 201
    shown = heard.json["name"]
    assert shown == clean_name(name) or (not clean_name(name) and shown in NAMES)
    assert "tabbytop=another" not in heard.headers["set-cookie"]
    table = http.open_table("me", "open", listed=True)
    assert http.get("/api/me").json["name"] == shown
    assert http.get(f"/api/tables/{table}").json["table"]["seats"][0]["name"] == shown
    (listed,) = (one for one in http.get("/api/tables").json["open"] if one["id"] == table)
    assert listed["seats"][0]["name"] == shown
    assert heard.headers["content-type"] == "application/json"
    http.close()


@fault("F23")
def test_names_longer_than_any_name_are_refused(ann: Http):
    for path in ("/api/me", "/api/guests"):
        assert ann.post(path, {"name": "x" * 15_000}).code == "bad_message"
        assert ann.post(path, {"name": "x" * 17_000}).code == "too_large"


def test_a_name_that_cannot_be_seen_is_not_taken(ann: Http, server: Server):
    for name in ("", "   ", "\u200b", "\u2800"):
        assert ann.post("/api/me", {"name": name}).json["name"] == "Ann"
        assert Http(server).become_guest(name).json["name"] in NAMES


def test_a_new_name_is_for_tables_to_come(ann: Http):
    before = ann.open_table("me", "me")
    assert ann.post("/api/me", {"name": "Queen\u202e Ann"}).json["name"] == "Queen Ann"
    after = ann.open_table("me", "me")
    names = [ann.get(f"/api/tables/{table}").json["table"]["seats"][0]["name"] for table in (before, after)]
    assert names == ["Ann", "Queen Ann"]


def test_a_name_written_from_right_to_left_is_isolated_in_sentences_and_nowhere_else(server: Server):
    dana, tom = Http(server), Http(server)
    dana.become_guest("דנה")
    tom.become_guest("Tom")
    opened = dana.opened("me", "friend")
    table, path = opened["id"], f"/api/tables/{opened['id']}/stream?invite={opened['invite']}"
    said = tom.events(path)
    assert next(said)["table"]["seats"][0]["name"] == "דנה"
    assert dana.command(table, "say", phrase="hello").status == 200
    told = next(message for message in said if message["type"] == "news")["events"][-1]
    assert told["sentence"].startswith("\u2068דנה\u2069: ")
    for http in (dana, tom):
        http.close()


@pytest.mark.parametrize("phrase", ["<b>hello</b>", "HELLO", "hello\u200b", " hello", "", "x" * 32, "\u202ehello"])
def test_nothing_but_quick_phrases_can_be_said(ann: Http, phrase: str):
    table = ann.open_table("me", "me")
    seq = ann.get(f"/api/tables/{table}").json["now"]["seq"]
    assert ann.command(table, "say", phrase=phrase).code == "no_phrase"
    assert ann.get(f"/api/tables/{table}").json["now"]["seq"] == seq


def test_somebody_at_several_seats_has_a_name_at_each(ann: Http):
    def names(table: str) -> list[str]:
        return [seat["name"] for seat in ann.get(f"/api/tables/{table}").json["table"]["seats"]]

    opened = ann.open_table("me", "me", "me")
    own = ann.get("/api/me").json["name"]
    assert names(opened) == [own, f"{own} 2", f"{own} 3"]
    lobby = ann.open_table("open", "me", "open")
    assert ann.command(lobby, "sit", seat=0).status == 200
    assert ann.command(lobby, "arrange", seat=2, who={"type": "me"}).status == 200
    assert names(lobby) == [f"{own} 2", own, f"{own} 3"]


@pytest.mark.parametrize(
    ("name", "taken", "told"),
    [
        ("Rosie", [], "Rosie"),
        ("Rosie", ["Momo"], "Rosie"),
        ("Rosie", ["rosie"], "Rosie 2"),
        ("Rosie", ["Rosie", "Rosie 2"], "Rosie 3"),
        ("Rosie 2", ["Rosie 2"], "Rosie 2 2"),
        ("x" * 24, ["x" * 24], f"{'x' * 21} 2"),
    ],
)
def test_a_name_that_is_taken_is_numbered(name: str, taken: list[str], told: str):
    assert numbered(name, taken) == told


@fault("F23")
def test_the_names_in_a_record_from_elsewhere_are_cleaned_too(ann: Http):
    match = Match(load("cat-cab"), 2, {"turn_limit": 1}, luck=SealedLuck(b"s" * 32))
    match.advance()
    while not match.over:
        match.play(match.actor, match.legal(match.actor)[-1])
        match.advance()
    names = ["<b>Ann</b>\u202e" + "x" * 3000, "\u200b", *("more",) * 500]
    assert parse_record(write_record(match, names)).finished
    opened = ann.post("/api/records", write_record(match, names).encode())
    assert opened.status == 201, opened.body
    seats = ann.get(f"/api/tables/{opened.json['id']}").json["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["<b>Ann</b>xxxxxxxxxxxxxx", "Seat 2"]


def test_what_is_refused_is_quoted_as_text_of_json(ann: Http):
    heard = ann.post("/api/tables", {"key": "k", "game": "</script><b>", "seats": [{"type": "me"}]})
    assert heard.headers["content-type"] == "application/json"
    assert heard.headers["x-content-type-options"] == "nosniff"
    assert "</script><b>" in json.loads(heard.body)["sentence"]
    page = ann.get("/api/nothing/<script>alert(1)</script>".replace("<", "%3C").replace(">", "%3E"))
    assert page.headers["content-type"] == "application/json"
