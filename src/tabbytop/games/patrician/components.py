"""What lies in Patrician's box and in that of The Messengers, read from `components.toml` and checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from tabbytop.engine.components import is_complete, read_components, require

PATH = Path(__file__).with_name("components.toml")
MOST_PLAYERS = 5
MOST_CITIES = 10
MOST_CARDS = 55
MOST_PAIRS = 12
SYMBOLS = ("crest", "portrait", "draw_any", "move_top")
PERSONS = "ABC"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str


class _Card(_Part, frozen=True, forbid_unknown_fields=True):
    name: str
    designer: str
    year: int
    players_min: int
    players_max: int
    age_from: int


class _Pieces(_Part, frozen=True, forbid_unknown_fields=True):
    floors: int
    cards: int
    prestige_tokens: int
    boards: int


class Colour(_Part, frozen=True, forbid_unknown_fields=True):
    """The floors of one player."""

    id: str
    floors: int
    hex: str
    pattern: str


class _Setup(_Part, frozen=True, forbid_unknown_fields=True):
    hand: int
    face_up_per_city: int
    star_cards_returned_to_deck: bool


class _Scoring(_Part, frozen=True, forbid_unknown_fields=True):
    low_token_is_limit_minus: int
    portraits_per_set: int
    points_per_set: int


class _Turns(_Part, frozen=True, forbid_unknown_fields=True):
    players_2: int
    players_3: int
    players_4: int
    players_5: int


class City(_Part, frozen=True, forbid_unknown_fields=True):
    """A city, its limit and its two tokens, and where it lies on the map."""

    id: str
    name: str
    limit: int
    cards: int
    doubles: int
    high_token: int
    low_token: int
    sites: int
    players_from: int
    x: float
    y: float
    hex: str
    position_source: str


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two neighbouring cities, between which a messenger can lie."""

    id: str
    a: str
    b: str
    players_from: int


class _Adjacency(_Part, frozen=True, forbid_unknown_fields=True):
    count_2_to_4_players: int
    count_5_players: int
    list: tuple[Pair, ...]


class _CardCounts(_Part, frozen=True, forbid_unknown_fields=True):
    milano: int
    parma: int
    verona: int
    lucca: int
    ferrara: int
    siena: int
    bologna: int
    roma: int
    firenze: int
    pistoia: int


class _Persons(_Part, frozen=True, forbid_unknown_fields=True):
    A: str
    B: str
    C: str


class CityCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of the deck."""

    id: str
    city: str
    crests: int
    symbol: str
    portraits: str
    star: bool


class _Cards(_Part, frozen=True, forbid_unknown_fields=True):
    count: int
    list: tuple[CityCard, ...]


class _Messengers(_Part, frozen=True, forbid_unknown_fields=True):
    messengers: int
    per_player_2: int
    per_player_3: int
    per_player_4: int
    per_player_5: int
    max_per_city: int
    max_per_pair: int
    bonus_tokens: int
    bonus_value: int
    penalty_tokens: int
    penalty_value: int


class _Check(_Part, frozen=True, forbid_unknown_fields=True):
    floors_9_cities: int
    floors_10_cities: int
    cards_9_cities: int
    doubles_9_cities: int
    doubles_10_cities: int
    tokens_9_cities: int
    tokens_10_cities: int
    portraits_each_9_cities: int
    portraits_each_10_cities: int
    stars_9_cities: int
    stars_10_cities: int
    draw_any_9_cities: int
    draw_any_10_cities: int
    move_top_9_cities: int
    move_top_10_cities: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    schema: int
    game: _Card
    pieces: _Pieces
    colour: list[Colour]
    setup: _Setup
    scoring: _Scoring
    turns_per_player: _Turns
    city: list[City]
    adjacency: _Adjacency
    card_counts: _CardCounts
    persons: _Persons
    cards: _Cards
    messengers: _Messengers
    check: _Check


def load(path: Path = PATH) -> Components:
    """Read and check a component file. An owner of the printed game may correct the reconstructed deck in it."""
    box = read_components(path, Components)
    _check_numbers(path, box)
    if is_complete(path):
        _check_counts(path, box)
    _check_cities(path, box)
    _check_pairs(path, box)
    _check_cards(path, box)
    if is_complete(path):
        _check_sums(path, box)
    return box


def cities_for(box: Components, players: int) -> list[City]:
    """The cities in a game of so many players (PAT-03)."""
    return [city for city in box.city if city.players_from <= players]


def cards_for(box: Components, players: int) -> list[CityCard]:
    """The cards in a game of so many players (PAT-20)."""
    names = {city.id for city in cities_for(box, players)}
    return [card for card in box.cards.list if card.city in names]


def _check_numbers(path: Path, box: Components) -> None:
    require(box.schema == 1, path, "schema", "must be 1")
    counts = (box.game.players_min, box.game.players_max)
    require(counts == (2, MOST_PLAYERS), path, "game.players_min and game.players_max", "must be 2 and 5")
    colours = [colour.id for colour in box.colour]
    require(len(colours) == len(set(colours)) == MOST_PLAYERS, path, "colour", "must be five different ones")
    require(
        sum(c.floors for c in box.colour) == box.pieces.floors, path, "pieces.floors", "must be those of all colours"
    )
    require(box.setup.face_up_per_city == 1, path, "setup.face_up_per_city", "must be 1")
    require(box.setup.star_cards_returned_to_deck, path, "setup.star_cards_returned_to_deck", "must be true")
    require(box.scoring.portraits_per_set == 3, path, "scoring.portraits_per_set", "must be 3")
    for key, low, high in (("points_per_set", 0, 20), ("low_token_is_limit_minus", 0, 4)):
        fits = low <= getattr(box.scoring, key) <= high
        require(fits, path, f"scoring.{key}", f"must be from {low} to {high}")
    wanted = {"max_per_city": 2, "max_per_pair": 1, "penalty_tokens": 1}
    for key, number in wanted.items():
        require(getattr(box.messengers, key) == number, path, f"messengers.{key}", f"must be {number}")
    for players in range(2, MOST_PLAYERS + 1):
        key = f"per_player_{players}"
        most = box.messengers.messengers // players
        fits = 0 <= getattr(box.messengers, key) <= most
        require(fits, path, f"messengers.{key}", f"must be from 0 to {most}, or the messengers do not suffice")
    require(0 <= box.messengers.bonus_value <= 5, path, "messengers.bonus_value", "must be from 0 to 5")
    require(-10 <= box.messengers.penalty_value <= 0, path, "messengers.penalty_value", "must be from -10 to 0")


def _check_counts(path: Path, box: Components) -> None:
    """How much of everything the printed boxes hold."""
    require(box.setup.hand == 3, path, "setup.hand", "must be 3")
    require(len(box.city) == MOST_CITIES, path, "city", "must be ten cities")
    for index, city in enumerate(box.city):
        require(city.limit in (5, 7, 9), path, f"city[{index}].limit", "must be 5, 7 or 9")
    ends = [city.players_from for city in box.city[-2:]]
    require(ends == [2, 5], path, "city", "must end with the one city for five players")
    require(len(box.adjacency.list) == MOST_PAIRS, path, "adjacency.list", "must be twelve pairs")
    require(len(box.cards.list) == MOST_CARDS, path, "cards", "must be 55")


def _check_cities(path: Path, box: Components) -> None:
    names = [city.id for city in box.city]
    require(len(set(names)) == len(names), path, "city", "must be different cities")
    for index, city in enumerate(box.city):
        key = f"city[{index}]"
        require(city.sites == 2, path, f"{key}.sites", "must be 2")
        require(city.high_token == city.limit, path, f"{key}.high_token", "must be the limit")
        low = city.limit - box.scoring.low_token_is_limit_minus
        require(city.low_token == low, path, f"{key}.low_token", f"must be {low}")
        require(city.players_from in (2, 5), path, f"{key}.players_from", "must be 2 or 5")
        require(getattr(box.card_counts, city.id, city.cards) == city.cards, path, f"{key}.cards", "must be as counted")
    ordered = [city.players_from for city in box.city]
    require(ordered == sorted(ordered), path, "city", "must end with the one city for five players")
    tokens = sum(2 for _ in box.city)
    require(box.pieces.prestige_tokens == tokens, path, "pieces.prestige_tokens", f"must be {tokens}")


def _check_pairs(path: Path, box: Components) -> None:
    pairs = box.adjacency.list
    places = {city.id: (city.x, city.y, city.players_from) for city in box.city}
    for index, pair in enumerate(pairs):
        key = f"adjacency.list[{index}]"
        require(pair.a in places and pair.b in places, path, key, "must name two cities of the file")
        (ax, ay, a_from), (bx, by, b_from) = places[pair.a], places[pair.b]
        require((ax == bx) != (ay == by), path, key, "must name two cities in one row or one column")
        wanted = max(a_from, b_from)
        require(pair.players_from == wanted, path, f"{key}.players_from", f"must be {wanted}")
    require(len({frozenset((p.a, p.b)) for p in pairs}) == len(pairs), path, "adjacency.list", "must be all different")
    few = sum(pair.players_from == 2 for pair in pairs)
    ordered = [pair.players_from for pair in pairs]
    require(ordered == sorted(ordered), path, "adjacency.list", "must end with the pairs for five players")
    require(box.adjacency.count_2_to_4_players == few, path, "adjacency.count_2_to_4_players", f"must be {few}")
    require(box.adjacency.count_5_players == len(pairs), path, "adjacency.count_5_players", f"must be {len(pairs)}")


def _check_cards(path: Path, box: Components) -> None:
    cards = box.cards.list
    counts = (box.cards.count, box.pieces.cards)
    require(counts == (len(cards), len(cards)), path, "cards", f"must be {len(cards)}")
    require(len({card.id for card in cards}) == len(cards), path, "cards.list", "must have different ids")
    order = [city.id for city in box.city]
    for index, card in enumerate(cards):
        _check_card(path, f"cards.list[{index}]", card, order)
    by_city = [order.index(card.city) for card in cards]
    require(by_city == sorted(by_city), path, "cards.list", "must list the cards city by city")
    for city in box.city:
        own = [card for card in cards if card.city == city.id]
        require(len(own) == city.cards, path, f"cards.list of {city.id}", f"must be {city.cards} cards")
        crests = sum(card.crests for card in own)
        require(crests == city.limit, path, f"cards.list of {city.id}", f"must show {city.limit} crests, not {crests}")
        doubles = sum(card.crests == 2 for card in own)
        require(doubles == city.doubles, path, f"cards.list of {city.id}", f"must have {city.doubles} with two crests")


def _check_card(path: Path, key: str, card: CityCard, cities: list[str]) -> None:
    require(card.city in cities, path, f"{key}.city", "must be a city of the file")
    require(card.crests in (1, 2), path, f"{key}.crests", "must be 1 or 2")
    require(card.symbol in SYMBOLS, path, f"{key}.symbol", f"must be one of {', '.join(SYMBOLS)}")
    require(
        (card.crests == 2) == (card.symbol == "crest"), path, f"{key}.symbol", "must be crest on two-crest cards only"
    )
    if card.symbol == "portrait":
        fits = len(card.portraits) in (1, 2) and len(set(card.portraits)) == 1 and card.portraits[0] in PERSONS
        require(fits, path, f"{key}.portraits", "must be one or two heads of A, B or C")
    else:
        require(card.portraits == "", path, f"{key}.portraits", "must be empty without the portrait symbol")
    require(not card.star or len(card.portraits) == 1, path, f"{key}.star", "must be false but with a single portrait")


def _check_sums(path: Path, box: Components) -> None:
    """Whether the deck suffices for all players, and the sums at the end of the file: a corrected one must add up."""
    for players in range(2, MOST_PLAYERS + 1):
        in_play = cards_for(box, players)
        stars = sum(card.star for card in in_play)
        enough = stars >= box.setup.hand * players
        require(enough, path, "cards.list", f"must have {box.setup.hand * players} stars for {players} players")
        turns = getattr(box.turns_per_player, f"players_{players}")
        require(turns * players == len(in_play), path, f"turns_per_player.players_{players}", "must use up all cards")
    for number, players in ((9, 4), (10, 5)):
        cities, cards = cities_for(box, players), cards_for(box, players)
        heads = Counter("".join(card.portraits for card in cards))
        symbols = Counter(card.symbol for card in cards)
        sums = {
            "floors": sum(city.limit for city in cities),
            "cards": len(cards),
            "doubles": sum(card.crests == 2 for card in cards),
            "tokens": sum(city.high_token + city.low_token for city in cities),
            "stars": sum(card.star for card in cards),
            "draw_any": symbols["draw_any"],
            "move_top": symbols["move_top"],
        }
        for name, total in sums.items():
            key = f"{name}_{number}_cities"
            require(getattr(box.check, key, total) == total, path, f"check.{key}", f"must be {total}")
        each = getattr(box.check, f"portraits_each_{number}_cities")
        even = all(heads[person] == each for person in PERSONS)
        require(even, path, f"check.portraits_each_{number}_cities", "must be the portraits of each person")
