"""Patrician taught by playing it: a game of two, from a tower that is won to the last card."""

from __future__ import annotations

from tabbytop.engine.lessons import Chapter, Lesson, Reply, Step
from tabbytop.engine.moves import JsonMove
from tabbytop.engine.state import States
from tabbytop.games.patrician.moves import MOVES
from tabbytop.games.patrician.scenes import BLACK, WHITE, Towers, arranged, played

TAKE_NONE: JsonMove = {"take_none": {}}


def _play(card: str) -> JsonMove:
    return {"play": {"card": card}}


def _floor(site: int) -> JsonMove:
    return {"floor": {"site": site}}


def _take(city: str) -> JsonMove:
    return {"take": {"city": city}}


def _lay(card: str) -> JsonMove:
    return {"lay": {"card": card}}


def _move(city: str, site: int) -> JsonMove:
    return {"move": {"city": city, "site": site}}


def _goes_on(*moves: JsonMove, clauses: tuple[str, ...], otherwise: str) -> Step:
    """A floor that belongs to the card just played."""
    return Step(say="", why="", moves=moves, clauses=clauses, otherwise=otherwise)


# ---------------------------------------------------------------- 1: the goal

BUSY: Towers = {
    "milano": ("WWW", "BB"),
    "parma": ("WBW", "BB"),
    "verona": ("BB", "W"),
    "lucca": ("BBW", "WWW"),
    "siena": ("WB", "BW"),
    "bologna": ("WWW", "BB"),
    "roma": ("BWB", "WW"),
    "firenze": ("B", ""),
}
"""Halfway through a game of two; Parma is complete, and Lucca almost."""
BUSY_PILE = "MIL4 MIL5 PAR1 PAR3 VER1 LUC3 LUC5 SIE1 BOL5 BOL6 ROM1 FIR6"
"""Black's cards in it: two Contessas, two Bankers and a Scholar, so that nothing but towers has scored."""


def _one_floor_missing() -> States:
    return arranged(2, BUSY, hands={BLACK: "LUC4 SIE4 ROM5"}, face_up={"lucca": "BOL1"}, piles={BLACK: BUSY_PILE})


GOAL = Chapter(
    "You win by points",
    _one_floor_missing,
    (
        Step(
            say="Play *Lucca* and raise your *black* tower",
            why="The most points win. Lucca is full then, and pays 7 for the most floors in its taller tower.",
            moves=(_play("LUC4"),),
            clauses=("PAT-30", "PAT-40", "PAT-42", "PAT-75"),
            otherwise="Lucca needs just one more floor, and then it pays. Try *Lucca*.",
        ),
        _goes_on(
            _floor(1),
            clauses=("PAT-33", "PAT-40"),
            otherwise="Your floor would make White's tower the taller one. Raise your own: try *site 1*.",
        ),
        Step(
            say="Take *Bologna (two crests)* from Lucca",
            why="Every turn ends with a card from the table. Now Lucca is full: 7 points for you, 4 for White.",
            moves=(_take("lucca"),),
            clauses=("PAT-06", "PAT-28", "PAT-39", "PAT-40"),
        ),
    ),
)


# ---------------------------------------------------------------- 2: cards and floors


def _behind_in_roma() -> States:
    towers: Towers = {
        "roma": ("BW", "WWW"),
        "siena": ("B", "W"),
        "bologna": ("BB", "W"),
        "parma": ("B", ""),
        "lucca": ("W", "B"),
        "ferrara": ("B", ""),
    }
    return arranged(2, towers, hands={BLACK: "ROM1 VER4 FIR3"}, piles={BLACK: "ROM7 SIE4 BOL1 PAR4 LUC4 FER2"})


PLAY = Chapter(
    "Play a card",
    _behind_in_roma,
    (
        Step(
            say="Play *Roma (two crests)*",
            why="A card builds in the city it names, one floor for each crest. This one builds two in Roma.",
            moves=(_play("ROM1"),),
            clauses=("PAT-09", "PAT-10", "PAT-30", "PAT-32"),
            otherwise="That card has one crest and builds a single floor. Two floors do more: try *Roma (two crests)*.",
        ),
        Step(
            say="Put both floors on *site 1*",
            why="Three floors of four will be yours. A tower goes to whoever has the most floors in it.",
            moves=(_floor(1),),
            clauses=("PAT-05", "PAT-33", "PAT-34", "PAT-42"),
            otherwise="White has three floors there, you have two. On *site 1* you take the lead: try that one.",
        ),
        _goes_on(
            _floor(1),
            clauses=("PAT-34",),
            otherwise="White keeps that tower with three floors. Put your second floor on *site 1* too.",
        ),
    ),
)


# ---------------------------------------------------------------- 3 and 4: the card on the table


FERRARA: Towers = {
    "ferrara": ("WBW", "W"),
    "lucca": ("B", "W"),
    "verona": ("WW", "W"),
    "milano": ("W", "B"),
    "siena": ("BB", "W"),
    "bologna": ("BW", "B"),
    "roma": ("WB", "W"),
    "firenze": ("B", ""),
}


def _last_of_ferrara() -> States:
    """The last card of Ferrara lies at Lucca."""
    return arranged(
        2,
        FERRARA,
        hands={BLACK: "LUC4 MIL4 VER2", WHITE: "ROM3 BOL4 FIR5"},
        face_up={"lucca": "FER3", "milano": "PAR4", "verona": "BOL6", "ferrara": "SIE2", "roma": "FIR4"},
        piles={BLACK: "FER4 LUC5 MIL5 SIE4 SIE5 BOL3 BOL7 ROM7 FIR6"},
    )


WHITE_IN_ROMA = (_lay("LUC2"), _play("ROM3"), _floor(1), _take("roma"), _lay("MIL1"))
"""A card comes to Lucca, and White builds."""

TAKE = Chapter(
    "Take a card",
    _last_of_ferrara,
    (
        Step(
            say="Play *Lucca*. You get the card that lies there",
            why="One floor for your tower, and the last card of Ferrara for your hand.",
            moves=(_play("LUC4"),),
            clauses=("PAT-30", "PAT-57"),
            wrong=(
                Reply(
                    (_play("VER2"),),
                    "White has all three floors in Verona. Lucca is open, and a good card lies there: try *Lucca*.",
                ),
            ),
            otherwise="At Milano you would get a card for Parma. The one at *Lucca* wins you Ferrara: try it.",
        ),
        _goes_on(
            _floor(1),
            clauses=("PAT-33",),
            otherwise="That tower is White's. Raise your own: try *site 1*.",
        ),
        Step(
            say="Take *Ferrara (Banker, star)*",
            why="You take the card of the city you built in. A new one comes from the deck, and White plays.",
            moves=(_take("lucca"),),
            clauses=("PAT-28", "PAT-57", "PAT-59"),
            then=WHITE_IN_ROMA,
        ),
    ),
)


def _ferrara_in_hand() -> States:
    """Where the chapter before has led."""
    moves = (_play("LUC4"), _floor(1), _take("lucca"), *WHITE_IN_ROMA)
    return played(_last_of_ferrara(), *(MOVES.from_json(move) for move in moves))


FILL = Chapter(
    "Fill a city",
    _ferrara_in_hand,
    (
        Step(
            say="Play *Ferrara* onto the taller tower",
            why="That makes two floors each. In a tie the highest floor wins the tower, and that is yours.",
            moves=(_play("FER3"),),
            clauses=("PAT-42", "PAT-43"),
            otherwise="Ferrara is one floor short, and you hold its last card. Try *Ferrara*.",
        ),
        _goes_on(
            _floor(1),
            clauses=("PAT-40", "PAT-43"),
            otherwise="There your floor wins the shorter tower, for 2 points. The taller one pays 5: try *site 1*.",
        ),
        Step(
            say="Take *Siena (two crests)* from Ferrara",
            why="Ferrara is full and pays at once: 5 for its taller tower. A shorter one always pays 3 less.",
            moves=(_take("ferrara"),),
            clauses=("PAT-06", "PAT-39", "PAT-40", "PAT-58"),
        ),
    ),
)


# ---------------------------------------------------------------- 5: symbols


def _arrows_at_siena() -> States:
    """The one card with arrows that lies on the table is at Siena; Black holds the last card of Milano."""
    return arranged(
        2,
        {**BUSY, "milano": ("WWWW", "BB"), "lucca": ("BB", "W"), "firenze": ("B", "W")},
        hands={BLACK: "ROM6 MIL3 FIR5", WHITE: "SIE4 ROM4 FIR3"},
        face_up={
            **{"milano": "ROM5", "lucca": "VER4", "siena": "BOL7", "roma": "FIR4"},
            **{"verona": "FER4", "ferrara": "FIR1", "bologna": "LUC2", "firenze": "SIE5"},
        },
        piles={BLACK: BUSY_PILE},
    )


SYMBOLS = Chapter(
    "Two symbols",
    _arrows_at_siena,
    (
        Step(
            say="Play *Roma (question mark)* on your tower",
            why="The question mark lets you take any card on the table, not just the one at Roma.",
            moves=(_play("ROM6"),),
            clauses=("PAT-10", "PAT-54"),
            otherwise="With that card you take what lies at its city. To choose freely, try *Roma (question mark)*.",
        ),
        _goes_on(
            _floor(1),
            clauses=("PAT-33",),
            otherwise="One floor is not enough to win that tower. Raise your own: try *site 1*.",
        ),
        Step(
            say="Take *Bologna (move)* from Siena",
            why="Its arrows move a floor, and that can win you Milano. First White plays.",
            moves=(_take("siena"),),
            clauses=("PAT-54", "PAT-59"),
            otherwise="Any card may be taken now. For what comes next, try the one with the arrows: *Bologna (move)*.",
            then=(_lay("FER1"), _play("FIR3"), _floor(2), _take("firenze"), _lay("FER2")),
        ),
        Step(
            say="Play *Bologna (move)* on your tower",
            why="First its floor, as always. Then the arrows move a top floor in another city.",
            moves=(_play("BOL7"),),
            clauses=("PAT-28", "PAT-47", "PAT-48"),
            otherwise="That card is for later. The arrows are on *Bologna (move)*: try it.",
        ),
        _goes_on(
            _floor(2),
            clauses=("PAT-33",),
            otherwise="White has three floors there. Raise your own tower: try *site 2*.",
        ),
        Step(
            say="Move *White's top floor in Milano*",
            why="You have floors there, so you may. With your Milano card, your tower will be the taller one.",
            moves=(_move("milano", 1),),
            clauses=("PAT-47", "PAT-49", "PAT-50"),
            wrong=(
                Reply(({"no_move": {}},), "The arrows can help you. Try *White's top floor in Milano*."),
                Reply(
                    (_move("milano", 2),),
                    "That would raise White's tower. Take *White's top floor in Milano* instead.",
                ),
            ),
            otherwise="That is allowed too. In *Milano*, though, it can win you the taller tower: try it there.",
        ),
    ),
)


# ---------------------------------------------------------------- 6: portraits and the end


FULL: Towers = {
    "milano": ("BWW", "WBWB"),
    "parma": ("WBB", "WB"),
    "verona": ("BWWB", ""),
    "lucca": ("BBW", "WWBB"),
    "ferrara": ("WBWB", "W"),
    "siena": ("WBBW", "BWB"),
    "bologna": ("BWWBW", "BBWB"),
    "roma": ("WBWWW", "BBB"),
    "firenze": ("BWWBW", "WBWW"),
}
"""Two floors are missing: Black has a card for Verona, White one for Roma."""
PLAYED = (
    "MIL1 MIL4 PAR1 PAR3 VER1 LUC1 LUC4 LUC5 FER2 FER3 SIE1 SIE4 SIE5 BOL1 BOL3 BOL5 BOL6 ROM1 ROM5 ROM7 FIR3 FIR5 FIR7"
)
"""Black's cards in it, two Bankers among them."""


def _last_cards() -> States:
    return arranged(2, FULL, hands={BLACK: "VER4", WHITE: "ROM4"}, piles={BLACK: PLAYED})


END = Chapter(
    "Portraits and the last card",
    _last_cards,
    (
        Step(
            say="Play *Verona (Banker)*, your last card",
            why="This is your third Banker. Three portraits of one person score 6 points at the end.",
            moves=(_play("VER4"),),
            clauses=("PAT-35", "PAT-36", "PAT-56", "PAT-71"),
        ),
        Step(
            say="*Take no card: none is left*",
            why="Both towers of Verona are yours, for 5 and 2. With your four sets of portraits you win, 77 to 76.",
            moves=(TAKE_NONE,),
            clauses=("PAT-44", "PAT-64", "PAT-69", "PAT-74", "PAT-75"),
            then=(_play("ROM4"), _floor(1), TAKE_NONE),
        ),
    ),
)

BASICS = Lesson(
    id="basics",
    title="Patrician",
    about="You win by points: have the most floors in tall towers when their cities are full.",
    players=2,
    options={},
    chapters=(GOAL, PLAY, TAKE, FILL, SYMBOLS, END),
    minutes=4,
)


# ---------------------------------------------------------------- The Messengers


def _messenger(between: str) -> JsonMove:
    return {"messenger": {"between": between}}


LEADING: Towers = {
    "milano": ("W", "BW"),
    "parma": ("W", ""),
    "verona": ("W", "B"),
    "lucca": ("WW", "B"),
    "ferrara": ("BB", "W"),
    "siena": ("WW", "W"),
    "bologna": ("BB", "B"),
    "roma": ("W", "WW"),
    "firenze": ("B", ""),
}
"""Black leads in both towers of Bologna and in one of Ferrara."""


def _star_in_hand() -> States:
    return arranged(
        2,
        LEADING,
        hands={BLACK: "FIR5 MIL3 SIE2"},
        face_up={"firenze": "PAR1"},
        piles={BLACK: "MIL5 LUC5 BOL4 BOL6 BOL7 FER3 FER4 VER3 FIR6"},
        messengers=True,
    )


def _bologna_almost_full() -> States:
    towers = {
        **LEADING,
        "siena": ("WW", "WB"),
        "bologna": ("BWWBW", "WWB"),
        "roma": ("WB", "WW"),
        "firenze": ("BB", ""),
    }
    return arranged(
        2,
        towers,
        hands={BLACK: "BOL3 ROM4 PAR3"},
        face_up={"bologna": "PAR1"},
        piles={BLACK: "MIL5 LUC5 BOL4 BOL6 BOL7 FER3 FER4 VER3 FIR5 FIR6 ROM7 SIE5"},
        between=("ferrara-bologna",),
        messengers=True,
    )


def _last_cards_with_messenger() -> States:
    """A messenger lies between Verona and Ferrara; Black is missing in one of their towers, and so is White."""
    return arranged(
        2,
        {**FULL, "verona": ("BBW", "W"), "ferrara": ("BWBW", "B")},
        hands={BLACK: "VER4", WHITE: "ROM6"},
        piles={
            BLACK: "MIL1 MIL4 PAR1 PAR3 VER1 LUC1 LUC4 LUC5 FER2 FER3 FER4 SIE1 SIE4 SIE5 "
            "BOL1 BOL3 BOL5 BOL6 ROM1 ROM5 ROM7 FIR1 FIR3"
        },
        between=("verona-ferrara",),
        messengers=True,
    )


SEND = Chapter(
    "Place a messenger",
    _star_in_hand,
    (
        Step(
            say="Play *Firenze (Scholar, star)* on your tower",
            why="A star lets you place a messenger at the end of the turn. You have two for the whole game.",
            moves=(_play("FIR5"),),
            clauses=("MES-04", "MES-08"),
            otherwise="Only a card with a star lets you place a messenger. Try *Firenze (Scholar, star)*.",
        ),
        _goes_on(
            _floor(1),
            clauses=("PAT-33",),
            otherwise="That would start a second tower. Raise the one you have: try *site 1*.",
        ),
        Step(
            say="Take *Parma (two crests)* from Firenze",
            why="The turn goes as always. Then comes the messenger, but not beside Firenze, where you built.",
            moves=(_take("firenze"),),
            clauses=("MES-01", "MES-10", "MES-17"),
            then=(_lay("FIR4"),),
        ),
        Step(
            say="Place a messenger *between Ferrara and Bologna*",
            why="You lead three of the four towers there. When full, each will pay its winner 2 points more.",
            moves=(_messenger("ferrara-bologna"),),
            clauses=("MES-11", "MES-13", "MES-24"),
            wrong=(
                Reply(
                    ({"no_messenger": {}},),
                    "You may keep it, but here it earns you points. Try *between Ferrara and Bologna*.",
                ),
            ),
            otherwise="White leads at least two of the four towers there. "
            "Between *Ferrara and Bologna* you lead three: try that road.",
        ),
    ),
)

BONUS = Chapter(
    "Two more points a tower",
    _bologna_almost_full,
    (
        Step(
            say="Play *Bologna* onto the taller tower",
            why="A messenger lies beside Bologna, so each of its towers pays its winner 2 points more.",
            moves=(_play("BOL3"),),
            clauses=("MES-24", "MES-26"),
            otherwise="Bologna needs just one more floor. Its messenger is waiting: try *Bologna*.",
        ),
        _goes_on(
            _floor(1),
            clauses=("PAT-40", "PAT-43"),
            otherwise="That wins the shorter tower, for 6 points and 2. The taller one pays 9 and 2: try *site 1*.",
        ),
        Step(
            say="Take *Parma (two crests)* from Bologna",
            why="Bologna is full: 9 and 2 points for you, 6 and 2 for White.",
            moves=(_take("bologna"),),
            clauses=("MES-24", "MES-38"),
        ),
    ),
)

PENALTY = Chapter(
    "The fewest towers",
    _last_cards_with_messenger,
    (
        Step(
            say="Play *Verona (Banker)* onto the shorter tower",
            why="Whoever has floors in the fewest towers of messenger cities loses 3 points. This is your fourth.",
            moves=(_play("VER4"),),
            clauses=("MES-29", "MES-31", "MES-33"),
        ),
        _goes_on(
            _floor(2),
            clauses=("MES-29",),
            otherwise="You are in that tower already. The shorter one is new to you, and you win it too: try *site 2*.",
        ),
        Step(
            say="*Take no card: none is left*",
            why="Verona and Ferrara have a messenger. You are in all four towers there, White in three. "
            "You win, 80 to 78.",
            moves=(TAKE_NONE,),
            clauses=("MES-29", "MES-31", "MES-33", "MES-38"),
            then=(_play("ROM6"), _floor(1), TAKE_NONE),
        ),
    ),
)

MESSENGERS = Lesson(
    id="messengers",
    title="The Messengers",
    about="Place messengers between cities, and have their towers pay more.",
    players=2,
    options={"messengers": True},
    chapters=(SEND, BONUS, PENALTY),
    minutes=2,
)

LESSONS = (BASICS, MESSENGERS)
