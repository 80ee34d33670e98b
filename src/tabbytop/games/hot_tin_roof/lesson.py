"""Hot Tin Roof taught by playing it: a game of three, from the first fish to the last."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.lessons import Chapter, Lesson, Reply, Step
from tabbytop.engine.moves import JsonMove
from tabbytop.engine.state import States
from tabbytop.games.hot_tin_roof import board, facts, scenes, turn
from tabbytop.games.hot_tin_roof.scenes import BROWN, ORANGE, WHITE, build, place, remember, table

SITTING, LYING = range(2)
DONE: JsonMove = {"done": {}}


def _dive(dumpster: str) -> JsonMove:
    return {"dive": {"dumpster": dumpster}}


def _catwalk(gap: str) -> JsonMove:
    return {"catwalk": {"gap": gap}}


def _shelter(rooftop: str) -> JsonMove:
    return {"shelter": {"rooftop": rooftop}}


def _tile(homes: str) -> JsonMove:
    return {"tile": {"homes": homes}}


def _sitting(way: str) -> JsonMove:
    return {"step": {"shape": "sitting", "way": way}}


def _lying(way: str) -> JsonMove:
    return {"step": {"shape": "lying", "way": way}}


def _food(s: Any, *cans_and_fish: tuple[int, int]) -> None:
    """What everybody has, by seat."""
    for seat, (cans, fish) in enumerate(cans_and_fish):
        scenes.give(s, seat, cans, fish)


def _race(s: Any) -> None:
    """Orange has emptied the catwalk dumpster and may walk."""
    s.turn, s.dived = ORANGE, facts.CATWALK_DUMPSTER
    turn.start_racing(s)


def _may_dive(s: Any) -> None:
    """Orange has paid the ante."""
    s.turn = ORANGE
    turn.enter(s, facts.DIVING, ORANGE)


# ---------------------------------------------------------------- 1: the goal


def _one_step_apart() -> States:
    state, s = table("AF", "CK", "DG", seats=3)
    _food(s, (6, 1), (9, 1), (11, 1))
    build(s, ORANGE, "JK NO")
    build(s, BROWN, "CD BC", "C")
    build(s, WHITE, "JO LM")
    place(s, ORANGE, SITTING, "JK")
    place(s, BROWN, SITTING, "BE")
    remember(s, 6, 4, 0, 3)
    _race(s)
    return state


GOAL = Chapter(
    "You win by food",
    _one_step_apart,
    (
        Step(
            say="Bring your two *orange* cats together",
            why="Cats that meet earn a fish, worth 10 cans. Once the fish are gone, the most food wins.",
            moves=(_sitting("KJ"), _sitting("JK")),
            clauses=("HTR-04", "HTR-08", "HTR-63", "HTR-76", "HTR-95", "HTR-97"),
            wrong=(
                Reply(
                    (_sitting("JO"),),
                    "That bridge leads away from the Kims. Try the one between your cats.",
                ),
            ),
            otherwise="Your cats are one bridge away from a fish. Walk one of them to the other first.",
        ),
    ),
)


# ---------------------------------------------------------------- 2: ante and dive


def _opening() -> States:
    return scenes.first_turn("JM", "AF", "BO", seats=3)


DIVE = Chapter(
    "Empty a dumpster",
    _opening,
    (
        Step(
            say="Empty the dumpster of *the Johnstons and the Magins*",
            why="A turn costs 5 cans, one onto each dumpster. You take these 5, and two cats start at those homes.",
            moves=(_dive("home1"),),
            clauses=("HTR-30", "HTR-37", "HTR-42", "HTR-43", "HTR-55", "HTR-59"),
            wrong=(
                Reply(
                    (_dive("home2"),),
                    "The Abbotts and the Finches are five gaps apart. Try *the Johnstons and the Magins*: three gaps.",
                ),
                Reply(
                    (_dive("home3"),),
                    "The Bakers and the Oscars are four gaps apart. Try *the Johnstons and the Magins*: three gaps.",
                ),
            ),
            otherwise="That dumpster holds only 2 cans. Bring out a pair first: try *the Johnstons and the Magins*.",
            then=(_tile("HO"),),
        ),
        Step(
            say="*End the turn*",
            why="Your cats stand three gaps apart, and only catwalks lead across. Those come next.",
            moves=(DONE,),
            clauses=("HTR-14", "HTR-29", "HTR-83"),
            then=(
                *(_dive("home2"), _tile("DG"), DONE),
                *(_dive("catwalk"), _catwalk("CH"), DONE),
            ),
        ),
    ),
)


# ---------------------------------------------------------------- 3: catwalks


def _one_gap_left() -> States:
    """Both cats have walked over Orange's catwalks towards each other, from the Johnstons and the Magins."""
    state, s = table("BO", "DG", "CK", seats=3)
    s.turns = 9
    _food(s, (5, 0), (8, 0), (9, 0))
    build(s, ORANGE, "JO MN")
    build(s, BROWN, "AB")
    build(s, WHITE, "CH HM")
    place(s, ORANGE, SITTING, "ON")
    place(s, BROWN, SITTING, "BF")
    place(s, WHITE, SITTING, "CK")
    remember(s, 6, 1, 5, 3)
    _may_dive(s)
    return state


BUILD = Chapter(
    "Build a catwalk",
    _one_gap_left,
    (
        Step(
            say="Empty *the catwalk dumpster*",
            why="Besides its 5 cans, it gives you a catwalk to build. Your cats need just one more.",
            moves=(_dive("catwalk"),),
            clauses=("HTR-42", "HTR-43", "HTR-44"),
            wrong=(
                Reply(
                    (_dive("home1"), _dive("home2"), _dive("home3")),
                    "That brings out your second pair. The first one is a single gap away from a fish: "
                    "try *the catwalk dumpster*.",
                ),
            ),
            otherwise="A shelter joins nobody. Your cats are a single gap apart: try *the catwalk dumpster*.",
        ),
        Step(
            say="Put a catwalk *between the Newmans and the Oscars*",
            why="It fits on any free gap, and everybody may use it. You cross your own for free.",
            moves=(_catwalk("NO"),),
            clauses=("HTR-45", "HTR-46", "HTR-63", "HTR-73"),
            otherwise="That gap does not lie between your two cats. Try the one *between the Newmans and the Oscars*.",
        ),
        Step(
            say="Bring your *sitting* cats together",
            why="Once you have built, your cats may walk as far as catwalks lead. A fish is waiting.",
            moves=(_sitting("ON"), _sitting("NO")),
            clauses=("HTR-30", "HTR-62", "HTR-64", "HTR-76"),
            wrong=(
                Reply(
                    (_sitting("OJ"), _sitting("NM")),
                    "That leads back to where the cat came from. Try your new bridge.",
                ),
            ),
            otherwise="Before the turn ends, your cats can meet. Walk one of them over your new bridge.",
        ),
    ),
)


# ---------------------------------------------------------------- 4: tolls


def _tolls_on_the_way() -> States:
    state, s = table("AF", "CK", "BN", seats=3)
    _food(s, (9, 0), (8, 1), (7, 1))
    build(s, ORANGE, "JO MN")
    build(s, BROWN, "EJ HM AB", "J")
    build(s, WHITE, "NO HL")
    place(s, ORANGE, SITTING, "ON")
    place(s, ORANGE, LYING, "JE")
    place(s, BROWN, SITTING, "AI")
    remember(s, 6, 3, 0, 5)
    _race(s)
    return state


PAY = Chapter(
    "Cross and pay",
    _tolls_on_the_way,
    (
        Step(
            say="Bring your *sitting* cats together",
            why="The white catwalk is White's: to cross it you pay White 1 can. The fish brings you 10.",
            moves=(_sitting("ON"), _sitting("NO")),
            clauses=("HTR-63", "HTR-68", "HTR-76"),
            wrong=(
                Reply(
                    (_sitting("OJ"), _sitting("NM")),
                    "That bridge leads away from its partner. Try the white one, for *1 can*.",
                ),
                Reply((DONE,), "Both your pairs can meet this turn. Begin with the *sitting* cats."),
            ),
            otherwise="The lying cats come next. Begin with the *sitting* ones.",
        ),
        Step(
            say="Walk your *lying* cat to *the Ellisons*",
            why="Entering the brown shelter costs 2 cans, leaving it is free. So you pay 1, for the catwalk.",
            moves=(_lying("JE"),),
            clauses=("HTR-04", "HTR-68", "HTR-69", "HTR-74"),
            wrong=(
                Reply(
                    (_lying("EJ"),),
                    "That cat would enter Brown's shelter, for 3 cans in all. "
                    "The one at *the Johnstons* pays only 1: try it.",
                ),
                Reply((DONE,), "One more fish is within reach. Walk the *lying* cat to *the Ellisons*."),
            ),
            otherwise="That leads away from its partner. Try the bridge to *the Ellisons*.",
        ),
    ),
)


# ---------------------------------------------------------------- 5: shelters


def _brown_is_about_to_meet() -> States:
    state, s = table("AF", "CK", "DG", seats=3)
    _food(s, (7, 2), (8, 1), (10, 1))
    build(s, ORANGE, "HM MN JO")
    build(s, BROWN, "BH AB")
    build(s, WHITE, "HI HL", "J")
    place(s, ORANGE, SITTING, "AE")
    place(s, BROWN, SITTING, "BM")
    place(s, WHITE, SITTING, "IL")
    remember(s, 5, 1, 3, 6)
    _may_dive(s)
    return state


EARN = Chapter(
    "Let others pay",
    _brown_is_about_to_meet,
    (
        Step(
            say="Empty *the shelter dumpster*",
            why="Besides its 6 cans, it gives you a shelter to build. Rivals pay you 2 cans to enter it.",
            moves=(_dive("shelter"),),
            clauses=("HTR-43", "HTR-47", "HTR-69"),
            otherwise="That can wait. The brown cats are about to walk: try *the shelter dumpster* and earn a toll.",
        ),
        Step(
            say="Put a shelter at *the Holloways*",
            why="The brown cats stand at the Bakers and the Magins. To meet, they have to go over this roof.",
            moves=(_shelter("H"),),
            clauses=("HTR-48", "HTR-69", "HTR-70"),
            wrong=(
                Reply(
                    (_shelter("B"), _shelter("M")),
                    "A brown cat stands there, and leaving is free. Try *the Holloways*, between the two.",
                ),
            ),
            otherwise="That roof does not lie between the two brown cats. *The Holloways* do: try it there.",
        ),
        Step(
            say="*End the turn*",
            why="Now watch Brown: 2 cans for your shelter and 1 for your catwalk, paid to you.",
            moves=(DONE,),
            clauses=("HTR-68", "HTR-69", "HTR-70"),
            then=(
                *(_dive("home2"), _tile("BO")),
                *(_sitting("BH"), _sitting("HM"), DONE),
            ),
            otherwise="Your shelter is ready for guests. Now it is Brown's turn: *End the turn*.",
        ),
    ),
)


# ---------------------------------------------------------------- 6: the end


def _one_fish_left() -> States:
    state, s = table("AF", "CK", "GJ", seats=3)
    s.turns = 31
    _food(s, (7, 4), (6, 4), (12, 3))
    build(s, ORANGE, "NO MN JO JK", "H")
    build(s, BROWN, "CD HM AB BH", "D")
    build(s, WHITE, "BC EF LM", "J")
    place(s, ORANGE, SITTING, "ON")
    place(s, ORANGE, LYING, "BD")
    place(s, WHITE, SITTING, "FL")
    remember(s, 4, 6, 0, 3)
    _race(s)
    return state


END = Chapter(
    "The last fish",
    _one_fish_left,
    (
        Step(
            say="Bring your *sitting* cats together",
            why="You take the last fish of the market, and that ends the game at once.",
            moves=(_sitting("ON"), _sitting("NO")),
            clauses=("HTR-76", "HTR-84"),
            otherwise="Your *sitting* cats can take the last fish. Let them meet first.",
        ),
        Step(
            say="*End the game*",
            why="Every pair that is still on the roofs has to be settled now, yours first.",
            moves=(DONE,),
            clauses=("HTR-84", "HTR-85", "HTR-91"),
        ),
        Step(
            say="Join your *lying* cats by *the cheapest route*",
            why="A pair left out costs 15 cans, this route only 2, without a fish. You win with 55 cans of food.",
            moves=({"join_cheapest": {"shape": "lying"}},),
            clauses=("HTR-85", "HTR-86", "HTR-87", "HTR-88", "HTR-89", "HTR-95"),
            wrong=(
                Reply(
                    ({"bank": {"shape": "lying"}},),
                    "The bank takes 15 cans. Bridges connect your cats for 2: try *the cheapest route*.",
                ),
            ),
            otherwise="That leads there too, step by step. *The cheapest route* is the quick way: try it.",
        ),
    ),
)

BASICS = Lesson(
    id="basics",
    title="Hot Tin Roof",
    about="You win by food: bring your cats together over the roofs, and let rivals pay for your bridges.",
    players=3,
    options={},
    chapters=(GOAL, DIVE, BUILD, PAY, EARN, END),
    minutes=4,
)


# ---------------------------------------------------------------- Deluxe Catwalks


def _one_fish_missing() -> States:
    state, s = table("AF", "CK", "DG", seats=3, deluxe_catwalks=True)
    _food(s, (9, 0), (8, 1), (6, 2))
    build(s, ORANGE, "NO JO")
    build(s, BROWN, "JK AB", "J")
    build(s, WHITE, "CD CH HM")
    place(s, ORANGE, SITTING, "ON")
    place(s, BROWN, SITTING, "EK")
    remember(s, 6, 4, 0, 5)
    _race(s)
    return state


def _browns_deluxe() -> States:
    state, s = table("AF", "BN", "DG", seats=3, deluxe_catwalks=True)
    _food(s, (7, 1), (9, 2), (6, 2))
    build(s, ORANGE, "NO JO DE")
    build(s, BROWN, "JK AB", "J")
    build(s, WHITE, "CD CH HM")
    _lay_deluxe(s, BROWN, "EK")
    place(s, ORANGE, SITTING, "KE")
    place(s, WHITE, SITTING, "FL")
    remember(s, 4, 6, 0, 3)
    _race(s)
    return state


def _on_browns_way() -> States:
    """Brown's cats stand at the Johnstons and the Magins: over White's bridges they would pay 4 cans to meet."""
    state, s = table("AF", "BO", "DG", seats=3, deluxe_catwalks=True)
    _food(s, (4, 2), (9, 2), (6, 2))
    build(s, ORANGE, "EK FK")
    build(s, BROWN, "JO MN AB", "D")
    build(s, WHITE, "DJ CD CI IM", "H")
    place(s, ORANGE, SITTING, "ON")
    place(s, BROWN, SITTING, "JM")
    remember(s, 6, 1, 7, 3)
    _may_dive(s)
    return state


def _lay_deluxe(s: Any, seat: int, gap: str) -> None:
    s.deluxe_at[seat] = board.gap_named(gap)
    s.catwalk[s.deluxe_at[seat]] = seat


def _deluxe(gap: str) -> JsonMove:
    return {"deluxe": {"gap": gap}}


UNLOCK = Chapter(
    "Everybody needs a fish",
    _one_fish_missing,
    (
        Step(
            say="Bring your *sitting* cats together",
            why="Deluxe catwalks stay in reserve until everybody has earned a fish. Only yours is missing.",
            moves=(_sitting("ON"), _sitting("NO")),
            clauses=("DLX-03", "DLX-04"),
            wrong=(Reply((DONE,), "Your cats are one bridge away from your first fish. Let them meet first."),),
            otherwise="That bridge leads away from its partner. Try the one between your cats.",
        ),
        Step(
            say="*End the turn*",
            why="Deluxe catwalks may be built now: by Brown right away, by you from your next turn on.",
            moves=(DONE,),
            clauses=("DLX-07", "DLX-08"),
            then=(_dive("catwalk"), _deluxe("EK"), _sitting("KE"), DONE),
        ),
    ),
)

CROSS = Chapter(
    "Two cans to cross",
    _browns_deluxe,
    (
        Step(
            say="Bring your *sitting* cats together",
            why="Brown's deluxe catwalk costs you 2 cans, where a regular one costs 1. The fish brings 10.",
            moves=(_sitting("KE"), _sitting("EK")),
            clauses=("DLX-15",),
            wrong=(
                Reply(
                    (DONE,),
                    "Two cans for a fish are well spent. Let your cats meet before you end the turn.",
                ),
            ),
            otherwise="That bridge leads away from its partner. Try Brown's, for *2 cans*.",
        ),
    ),
)

OWN = Chapter(
    "Build your own",
    _on_browns_way,
    (
        Step(
            say="Empty *the catwalk dumpster*",
            why="Everybody has a fish, so you may build your one deluxe catwalk in place of a regular one.",
            moves=(_dive("catwalk"),),
            clauses=("DLX-03", "DLX-08"),
            otherwise="Deluxe catwalks are catwalks too. Try *the catwalk dumpster*.",
        ),
        Step(
            say="Choose *deluxe*, then the gap by *the Oscars*",
            why="Your cats stand on its two sides, and it is the cheapest way for Brown's cats too.",
            moves=(_deluxe("NO"),),
            clauses=("DLX-08", "DLX-15"),
            wrong=(
                Reply(
                    (_catwalk("NO"),),
                    "That is a regular catwalk: rivals would pay 1 can. Choose *deluxe* first, then the same gap.",
                ),
            ),
            otherwise="Your cats stand at the Newmans and the Oscars. Choose *deluxe*, then the gap between them.",
        ),
        Step(
            say="Bring your *sitting* cats together",
            why="You cross your own deluxe catwalk for free.",
            moves=(_sitting("ON"), _sitting("NO")),
            clauses=("DLX-16",),
            wrong=(Reply((DONE,), "Your cats can meet first, for free. Walk one of them over your new bridge."),),
            otherwise="That bridge leads away from its partner. Your new one is free: try it.",
        ),
        Step(
            say="*End the turn*",
            why="Now watch Brown, who pays you 2 cans on the way from the Johnstons to the Magins.",
            moves=(DONE,),
            clauses=("DLX-15",),
            then=(
                *(_dive("home1"), _tile("CK")),
                *(_sitting("JO"), _sitting("ON"), _sitting("NM"), DONE),
            ),
        ),
    ),
)

DELUXE = Lesson(
    id="deluxe",
    title="Deluxe Catwalks",
    about="When deluxe catwalks may be built, and what they cost to cross.",
    players=3,
    options={"deluxe_catwalks": True},
    chapters=(UNLOCK, CROSS, OWN),
    minutes=2,
)

LESSONS = (BASICS, DELUXE)
