"""Links as programs fetch them that show what a link leads to: tags in the page, and a picture of the board."""

from __future__ import annotations

import html
import re
import struct

import httpx
import pytest

from tabbytop import games
from tabbytop.engine.english import in_words
from tabbytop.engine.record import write_record
from tabbytop.engine.seats import SPECTATOR
from tabbytop.games.kitty_paw.components import BOX
from tabbytop.games.kitty_paw.drawing import TILES
from tabbytop.kit.cases import case_of
from tabbytop.review.puzzles import shelf
from tabbytop.server.http.picture_cards import HEIGHT, WIDTH, PictureCard, Seat
from tests.server.servers import ROOT, Server
from tests.server.test_luck import finished
from tests.server.visitors import ME, Visitor

PNG = b"\x89PNG\r\n\x1a\n"
DRAWN = [game for game in games.ids() if games.load(game).drawing]


def tags_of(page: str) -> dict[str, str]:
    """The tags of a page by their names."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    return {name: html.unescape(text) for name, text in found}


def picture_at(crawler: httpx.Client, address: str) -> tuple[dict[str, str], bytes]:
    """What a crawler gets: the tags, then the picture that they name, which has the size that they say."""
    page = crawler.get(address)
    assert page.status_code == 200
    tags = tags_of(page.text)
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:image"].startswith(str(crawler.base_url).rstrip("/"))
    answer = crawler.get(tags["og:image"])
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == tags["og:image:type"] == "image/png"
    assert answer.content.startswith(PNG)
    width, height = struct.unpack(">II", answer.content[16:24])
    assert (width, height) == (WIDTH, HEIGHT) == (int(tags["og:image:width"]), int(tags["og:image:height"]))
    return tags, answer.content


@pytest.mark.parametrize("game", DRAWN)
def test_a_moment_of_every_game_has_a_picture_of_its_board(server: Server, game: str):
    ann, crawler = Visitor(server.address, "Ann"), Visitor(server.address).http
    answer = ann.http.post("/api/records", content=write_record(finished(game)).encode())
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    link = f"/t/{opened['id']}?invite={opened['invite']}"
    tags, end = picture_at(crawler, link)
    assert tags["og:title"] == f"{games.load(game).name} at Tabbytop"
    told, moment = picture_at(crawler, f"{link}&ply=30")
    assert told["og:title"] == f"A moment of {games.load(game).name}"
    _, review = picture_at(crawler, f"/review/{opened['id']}?invite={opened['invite']}")
    nothing, plain = picture_at(crawler, f"/t/{opened['id']}")
    assert nothing["og:title"] == "Tabbytop", "without the invitation nobody is told of the table"
    assert len({end, moment, review, plain}) == 4
    assert picture_at(crawler, f"{link}&ply=30")[1] == moment


def test_puzzles_and_deals_have_pictures(server: Server):
    crawler = Visitor(server.address).http
    (first, *_) = shelf("patrician").puzzles
    pictures = [picture_at(crawler, path)[1] for path in ("/", "/puzzles", f"/puzzles/patrician/{first.id}", "/daily")]
    assert len(set(pictures)) == len(pictures)
    said = f"{in_words(len(games.ids())).capitalize()} board games"
    assert tags_of(crawler.get("/").text)["og:description"].startswith(said)
    assert picture_at(crawler, "/puzzles/patrician/nothing")[0]["og:title"] == "Tabbytop"


def test_a_game_that_is_played_shows_what_those_see_who_watch(server: Server):
    ann, crawler = Visitor(server.address, "Ann"), Visitor(server.address).http
    opened = ann.open([ME, ME], game="rollecate", options={})
    link = f"/t/{opened['id']}?invite={opened['invite']}"
    _, now = picture_at(crawler, link)
    assert picture_at(crawler, f"{link}&ply=1")[1] == now, "of a running game only the present is shown"


@pytest.mark.parametrize("game", DRAWN)
def test_a_board_is_drawn_from_what_is_open(game: str):
    """Whatever lies hidden, those who watch get the same picture."""
    card = games.load(game)
    match = case_of(card, card.default_players, {}).match(5)
    assert card.drawing is not None
    for at in range(0, match.ply, max(1, match.ply // 12)):
        view = match.view(SPECTATOR, at)
        again = card.state.view(view, SPECTATOR)
        drawn = [card.drawing(card.state.plain(one)) for one in (view, again)]
        assert drawn[0] == drawn[1]
        assert drawn[0].shapes


@pytest.mark.parametrize("sheet", ["cats.svg", "boxes.svg"])
def test_tiles_are_drawn_as_on_the_page(sheet: str):
    ours = ROOT / "src/tabbytop/games/kitty_paw" / sheet
    assert ours.read_text() == (ROOT / "web/src/games/kitty-paw/pieces" / sheet).read_text(), "copy the page's sheet"


def test_every_tile_of_kitty_paw_has_a_drawing():
    tiles = [f"kp-{breed.id}-{side}" for breed in BOX.breeds for side in ("awake", "asleep")]
    cards = [f"kp-hide-{name}" for name in ("back", *(animal.id for animal in BOX.hide_and_seek))]
    assert {*tiles, *cards, "kp-box-horizontal", "kp-box-vertical"} == set(TILES)
    assert not any("var(" in tile for tile in TILES.values()), "a picture has no theme"


def test_names_that_cannot_be_drawn_are_left_out():
    card = PictureCard("A <title> & more", "猫猫", (Seat('"Ann" <b>', "#c8412f", 3, won=True), Seat("猫", "#2463ae")))
    assert "猫" not in card.svg()
    assert "<b>" not in card.svg()
    assert card.png().startswith(PNG)
