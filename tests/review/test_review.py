"""A review: the same whenever it is asked for, fair to what a seat could not know, refused where it tells too much."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from tabbytop import games
from tabbytop.bots.pool import Pool
from tabbytop.cli import app
from tabbytop.engine.luck import stream
from tabbytop.engine.match import Match
from tabbytop.kit.cases import Case, case_of, compiled
from tabbytop.kit.marks import fault
from tabbytop.review import people, words
from tabbytop.review.assembling import Unfinished, assembled
from tabbytop.review.document import Review
from tabbytop.review.pieces import Finding, Piece, Settings, pieces_of
from tabbytop.review.reading import NotReviewable, subject_of
from tests.patience import PATIENCE
from tests.review.games import CHEAP, findings, game_of, record_of, reviewed, subject

ROLLECATE = case_of(games.load("rollecate"), 2, {})
PATRICIAN = case_of(games.load("patrician"), 2, {})


@pytest.fixture(scope="module")
def match() -> Match:
    """A game with hidden hands, dice and cards."""
    return game_of(ROLLECATE, ("house-cat", "kitten"), 3)


@pytest.fixture(scope="module")
def found(match: Match) -> list[Finding]:
    """What its pieces come to."""
    return findings(match)


@pytest.fixture(scope="module")
def record(match: Match) -> str:
    """Its record."""
    return record_of(match)


def without_time(review: Review) -> Review:
    return msgspec.structs.replace(review, seconds=0.0)


# ---------------------------------------------------------------- pieces


def test_pieces_in_any_order_make_the_same_review_and_travel_as_json(match: Match, found: list[Finding]):
    pieces = msgspec.json.decode(msgspec.json.encode(pieces_of(match, CHEAP)), type=list[Piece])
    again = [piece.do(compiled(match.game)) for piece in reversed(pieces)]
    kept = msgspec.json.decode(msgspec.json.encode(again), type=list[Finding])
    first, second = (assembled(subject(match), CHEAP, some) for some in (found, kept))
    assert without_time(first) == without_time(second)
    assert msgspec.json.decode(msgspec.json.encode(first), type=Review) == first


def test_a_review_grows_from_the_left(match: Match, found: list[Finding]):
    whole = assembled(subject(match), CHEAP, found)
    half = found[: len(found) // 2]
    with pytest.raises(Unfinished, match="still to be reckoned"):
        assembled(subject(match), CHEAP, half)
    growing = assembled(subject(match), CHEAP, half, partial=True)
    assert 0 < len(growing.turns) < len(whole.turns)
    assert growing.turns == whole.turns[: len(growing.turns)]
    assert not growing.people
    assert not assembled(subject(match), CHEAP, [], partial=True).turns


def test_workers_of_the_bots_reckon_pieces(match: Match, found: list[Finding]):
    async def asked() -> Finding:
        pool = Pool(1)
        try:
            finding: Finding = await asyncio.wait_for(pool.perform(pieces_of(match, CHEAP)[1], PATIENCE), PATIENCE)
            return finding
        finally:
            await pool.close()

    answer = asyncio.run(asked())
    assert msgspec.structs.replace(answer, seconds=0.0) == msgspec.structs.replace(found[1], seconds=0.0)


@pytest.mark.parametrize("case", [ROLLECATE, PATRICIAN], ids=str)
def test_what_a_seat_could_not_know_is_not_held_against_it(case: Case):
    """In another world that looks the same to it, its decision is judged the same."""
    match, referee = game_of(case, ("house-cat",), 1), compiled(case.game)
    state = case.game.state
    changed = 0
    for piece in pieces_of(match, CHEAP)[8:40:4]:
        seat = piece.moves[0][0]
        other = state.view(state.from_bytes(piece.state), seat)
        referee.imagine(other, seat, stream(5, piece.ply))
        if other.tobytes() == piece.state or piece.moves[0][1] not in referee.legal(other, seat):
            continue
        changed += 1
        here, there = (
            msgspec.structs.replace(piece, state=world, moves=piece.moves[:1]).do(referee)
            for world in (piece.state, other.tobytes())
        )
        assert here.weighed == there.weighed
        assert here.cost == there.cost
    assert changed > 2


# ---------------------------------------------------------------- what is said


def test_a_move_that_is_known_to_lose_costs_what_it_loses(match: Match):
    """A second look finds the played move as well known as the best one, and what a slip cost."""
    review = reviewed(game_of(ROLLECATE, ("kitten",), 5), Settings(simulations=300, playouts=60, draws=30))
    decisions = [one for turn in review.turns for one in turn.decisions]
    dear = [one for one in decisions if one.cost > 0.02]
    assert dear
    for one in dear:
        assert one.best.chance - one.played.chance == pytest.approx(one.cost, abs=2e-4)
        assert not one.is_best
        assert one.error < 0.2
    assert any(one.best.reason for one in dear)


def test_turning_points_are_the_largest_with_one_of_ones_own(match: Match, found: list[Finding]):
    review = assembled(subject(match), CHEAP, found)
    for player in review.people:
        points = player.turning_points
        assert len(points) <= people.POINTS
        assert len({point.turn for point in points}) == len(points), "one in a turn"
        assert [point.ply for point in points] == sorted(point.ply for point in points)
        own = [one.cost for turn in review.turns for one in turn.decisions if one.seat == player.seat]
        if max(own, default=0.0) >= people.OWN_POINT:
            assert any(point.kind == "own" for point in points)
        assert player.cost == pytest.approx(sum(own))
        assert player.best_low <= player.best_share <= player.best_high
        assert player.sentence.endswith(".")
    assert [verdict.viewer for verdict in review.verdicts] == [0, 1, None]


def test_words_are_careful_where_numbers_are_not_sure():
    sure = words.About(cost=0.2, luck=0.14, luck_error=0.02, decided=True, most=False)
    assert sure.sentence(None) == "Gave some away. Luck was with them."
    unsure = words.About(cost=0.02, luck=-0.14, luck_error=0.1, decided=True, most=False)
    assert unsure.sentence(0) == "Played well."


def test_costs_beyond_a_whole_win_are_told_by_decision_and_for_everybody(match: Match, found: list[Finding]):
    review = assembled(subject(match), CHEAP, found)
    careless, careful = (
        msgspec.structs.replace(one, cost=cost, loss_per_decision=cost / 60, decisions=60)
        for one, cost in zip(review.people, (1.37, 0.37), strict=True)
    )
    told = words.verdicts(msgspec.structs.replace(review, people=[careless, careful]))
    assert told[0].numbers.startswith("You gave away 2.3 % at each of your decisions, Player 2 0.6 %.")
    assert "137 %" not in str(told)
    careless = msgspec.structs.replace(careless, cost=0.97)
    told = words.verdicts(msgspec.structs.replace(review, people=[careless, careful]))
    assert told[0].numbers.startswith("You gave away 97 % by your decisions, Player 2 37 %.")


def test_who_plays_alone_is_reviewed_by_the_worth_of_the_end():
    match = game_of(case_of(games.load("rollecate"), 1, {}), ("kitten",), 0)
    review = reviewed(match)
    assert review.measure == "worth"
    assert len(review.start) == 1
    against = reviewed(game_of(case_of(games.load("rollecate"), 1, {"mode": "betsy"}), ("kitten",), 0))
    assert against.measure == "chance"
    assert [player.automated for player in against.people] == [False, True]


def test_a_race_is_reviewed_by_its_times():
    case = case_of(games.load("kitty-paw"), 2, {})
    match = min((case.match(number) for number in range(3)), key=lambda match: match.ply)
    review = assembled(subject(match), Settings(), [])
    assert review.race
    assert review.rounds
    for one in review.rounds:
        assert sum(span.ms for span in one.spans) == one.ms
        mine = [other.ms for other in review.rounds if other.seat == one.seat]
        assert one.usual_ms == pytest.approx(sum(mine) / len(mine), abs=0.1)
    assert review.race_ms == sum(one.ms for one in review.rounds)
    assert review.race_ms <= match.players * match.now


# ---------------------------------------------------------------- what is refused


@fault("F67")
def test_records_that_cannot_be_reviewed_say_why(record: str):
    lines = record.splitlines(keepends=True)
    header = json.loads(lines[0])

    def altered(**changes: object) -> str:
        return json.dumps({**header, **changes}) + "\n" + "".join(lines[1:])

    at = next(number for number, line in enumerate(lines) if '"draw"' in line)
    hidden = json.loads(lines[at])
    hidden["move"] = "drawn_unseen"
    for text, words_wanted in (
        ("".join(lines[:-1]), "before the end of the game"),
        (record.replace('"seat":1', '"seat":0', 1), "line "),
        (altered(rules="0"), "rules version '0'"),
        ("".join([*lines[:at], json.dumps(hidden) + "\n", *lines[at + 1 :]]), "hides what was drawn"),
        ("once upon a time\n", "not a Tabbytop record"),
    ):
        with pytest.raises(NotReviewable, match=words_wanted):
            subject_of(text, "it")


@fault("F67")
def test_nothing_of_a_game_that_is_not_over_is_reviewed(match: Match):
    running = match.fork()
    running.undo_to(match.ply // 2)
    with pytest.raises(NotReviewable, match="is not over"):
        subject(running)


def test_the_command_reviews_a_record_goes_on_and_refuses(record: str, tmp_path: Path):
    file, kept = tmp_path / "game.jsonl", tmp_path / "kept"
    file.write_text(record, encoding="utf-8", newline="\n")
    ask = ["review", str(file), "--level", "kitten", "--jobs", "1", "--resume", str(kept)]
    first = CliRunner().invoke(app, [*ask, "--json"])
    assert first.exit_code == 0, first.output
    review = msgspec.json.decode(first.stdout, type=Review)
    assert len(kept.read_text(encoding="utf-8").splitlines()) == len(pieces_of(subject_of(record).match))
    second = CliRunner().invoke(app, ask)
    assert second.exit_code == 0
    assert review.verdicts[-1].title.split(";")[0] in second.stdout
    assert "processor time" in second.stdout
    file.write_text("".join(record.splitlines(keepends=True)[:-1]), encoding="utf-8", newline="\n")
    assert CliRunner().invoke(app, ["review", str(file)]).exit_code == 1
    file.write_text("not a record\n", encoding="utf-8")
    with pytest.raises(NotReviewable):
        CliRunner().invoke(app, ["review", str(file)], catch_exceptions=False)
