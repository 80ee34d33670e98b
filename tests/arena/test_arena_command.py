"""`tabbytop arena` as people and scripts use it."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import interrupt
from tests.server.servers import wait_for
from tests.test_cli import read_json, tabbytop

ROOT = Path(__file__).parents[2]
SHORT = ("-o", "turn_limit=7")
GUESTS = "tests.arena.guests:"
BOTS_DOCUMENT = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", BOTS_DOCUMENT, re.DOTALL)


def arena(*arguments: str, cwd: Path = ROOT) -> dict:
    """What the arena says of Cat Cab; in one process if nothing else is said, since each has to load the rules."""
    return json.loads(tabbytop("arena", "cat-cab", "--jobs", "1", *arguments, "--json", cwd=cwd).stdout)


def without_times(result: dict) -> dict:
    for bot in result["bots"]:
        assert set(bot.pop("thinking")) == {"mean", "slowest"}
    return result


def test_the_result_is_the_same_for_any_number_of_jobs():
    arguments = ("--bots", "random,kitten", "--games", "13", "--seed", "5", *SHORT)
    one, two = (without_times(arena(*arguments, "--jobs", jobs)) for jobs in ("1", "2"))
    assert one == two
    assert (one["asked"], one["games"], one["deals"], one["games_per_deal"]) == (13, 14, 7, 2)
    assert one["ending"] == "all"
    assert {bot["bot"] for bot in one["bots"]} == {"random", "kitten"}
    assert set(one["bots"][0]["rating"]) == {"mu", "sigma", "ordinal"}
    (pair,) = one["pairs"]
    assert (pair["first"], pair["second"], pair["games"]) == ("random", "kitten", 14)
    assert pair["interval"][0] <= pair["share"] <= pair["interval"][1]
    assert one != without_times(arena(*arguments[:-4], "--seed", "6", *SHORT))


def test_rows_records_and_words(tmp_path: Path):
    rows_file, records = tmp_path / "rows.csv", tmp_path / "new" / "records"
    arguments = ("--bots", "random", "--bot", f"{GUESTS}Illegal", "--games", "3", "--jobs", "2", *SHORT)
    files = ("--csv", str(rows_file), "--records", str(records))
    text = tabbytop("arena", "cat-cab", *arguments, *files, cwd=ROOT).stdout
    for words in (
        "3 games were asked for; whole deals make 4.",
        "rating",
        "placed before",
        "ms a move",
        "no legal move",
    ):
        assert words in " ".join(text.split())
    with rows_file.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["game"], row["seat"]) for row in rows] == [
        (str(game), str(seat)) for game in range(4) for seat in "01"
    ]
    assert list(rows[0]) == ["game", "deal", "seat", "bot", "place", "score", "moves", "seconds", "slowest", "fault"]
    assert {(row["bot"], row["place"]) for row in rows} == {("random", "1"), (f"{GUESTS}Illegal", "2")}
    assert all(("no legal move" in row["fault"]) == (row["place"] == "2") for row in rows)
    assert len(list(records.glob("cat-cab-2-0-*.jsonl"))) == 4


def test_records_of_the_arena_verify(tmp_path: Path):
    tabbytop("arena", "cat-cab", "--bots", "random", "--games", "2", *SHORT, "--records", str(tmp_path))
    files = sorted(tmp_path.glob("*.jsonl"))
    assert len(files) == 2
    assert all(read_json("verify", str(path))["valid"] for path in files)


def test_what_bots_print_does_not_get_into_the_result():
    result = arena("--bots", f"random,{GUESTS}Keen", "--games", "2", *SHORT)
    assert result["faults"] == []


def test_dead_processes_are_told_and_the_arena_goes_on():
    arguments = ("--bots", f"random,{GUESTS}Dies,random", "--games", "6", "--jobs", "1", *SHORT)
    result = arena(*arguments)
    assert (result["games"], result["not_played"]) == (2, 4)
    assert all(fault["bot"] is None and "exit code 3" in fault["words"] for fault in result["faults"])
    assert [bot["games"] for bot in result["bots"] if bot["bot"] == f"{GUESTS}Dies"] == [0]


def test_alone_against_the_automated_opponent():
    result = arena("--players", "1", "--bots", "random,house-cat", "--games", "20", *SHORT)
    assert [bot["games"] for bot in result["bots"]] == [10, 10]
    assert result["bots"][0]["bot"] == "house-cat"


def test_a_sequential_test_stops_early_with_a_strong_bot_against_a_hopeless_one():
    arguments = ("--bots", "house-cat,random", "--games", "400", "-o", "turn_limit=15", "--sprt", "0,50")
    result = arena(*arguments, "--jobs", "2")
    assert result["ending"] == "decided"
    assert result["test"]["accepted"] == "H1"
    assert result["test"]["evidence"] >= result["test"]["bounds"][1]
    assert 20 <= result["deals"] < 100
    text = " ".join(tabbytop("arena", "cat-cab", *arguments, "--jobs", "1").stdout.split())
    assert f"Stopped after {result['deals']} of 200 deals, since the test is decided." in text
    assert "H1 is accepted: 'house-cat' is 50 Elo stronger than 'random' and not 0" in text


def test_a_sequential_test_that_is_not_decided_says_so():
    result = arena("--bots", "random,random", "--games", "4", "--sprt", "0,10", *SHORT)
    assert (result["ending"], result["test"]["accepted"], result["games"]) == ("all", None, 4)
    assert arena("--bots", "random", "--games", "2", *SHORT)["test"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("cat-cub", "--bots", "random"), "Did you mean 'cat-cab'?"),
        (("cat-cab",), "Name the bots"),
        (("cat-cab", "--bots", " , "), "Name the bots"),
        (("cat-cab", "--bots", "randon"), "Did you mean 'random'?"),
        (("cat-cab", "--bots", "random,kitten", "--sprt", "20"), "two numbers of Elo"),
        (("cat-cab", "--bots", "random,kitten", "--sprt", "20,0"), "two numbers of Elo"),
        (("cat-cab", "--bots", "random,kitten,house-cat", "--sprt", "0,20"), "name two"),
        (("cat-cab", "--bots", "random", "--bot", "no_such_module:Bot"), "No module named 'no_such_module'"),
        (("cat-cab", "--bots", f"{GUESTS}Nobody"), "has no class 'Nobody'"),
        (("cat-cab", "--bots", "random", "--players", "4"), "1, 2, 3 players, not 4"),
        (("cat-cab", "--bots", "random", "-o", "side=top"), "front or back"),
        (("cat-cab", "--bots", "random", "--games", "0"), "--games"),
        (("cat-cab", "--bots", "random", "--move-limit", "0"), "--move-limit"),
        (("cat-cab", "--bots", "random", "--csv", "/dev/null/x"), "cannot be written"),
        (("cat-cab", "--bots", "random", "--records", "/dev/null/x"), "cannot be made"),
    ],
)
def test_wrong_questions_end_in_one_sentence_and_exit_code_2(arguments, words):
    done = tabbytop("arena", *arguments, code=2, cwd=ROOT)
    assert words in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_an_interrupted_arena_tells_what_is_known(tmp_path: Path):
    command = [sys.executable, "-m", "tabbytop", "arena", "cat-cab", "--bots", "random", "--games", "100000", "--json"]
    more = [*SHORT, "--records", str(tmp_path), "--jobs", "2"]
    running = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: len(list(tmp_path.glob("*"))) >= 6)
    out, err = interrupt(running)
    assert running.returncode == 130
    assert "Traceback" not in err
    result = json.loads(out)
    assert result["ending"] == "interrupted"
    assert 4 <= result["games"] < 100_000


# ---------------------------------------------------------------- what docs/bots.md shows


def test_the_bot_in_the_document_wins_more_often_than_it_loses_against_random(tmp_path: Path):
    (tmp_path / "my_bots.py").write_text(blocks()[0], encoding="utf-8")
    arguments = ("--bots", "random", "--bot", "my_bots:Direct", "--games", "20", "-o", "turn_limit=20")
    result = arena(*arguments, cwd=tmp_path)
    assert result["faults"] == []
    assert result["bots"][0]["bot"] == "my_bots:Direct"
    assert result["bots"][0]["wins"]["share"] > 0.5 > result["bots"][1]["wins"]["share"]


def test_the_bot_that_imagines_worlds_plays(tmp_path: Path):
    (tmp_path / "my_bots.py").write_text(blocks()[1], encoding="utf-8")
    arguments = ("--bots", "my_bots:Dreamer,random", "--games", "2", *SHORT)
    assert arena(*arguments, cwd=tmp_path)["faults"] == []


def test_the_bot_that_races_plays(tmp_path: Path):
    (tmp_path / "my_bots.py").write_text(blocks()[2], encoding="utf-8")
    arguments = ("--bots", "kitten", "--bot", "my_bots:Quick", "--games", "2", "--players", "2")
    raced = json.loads(tabbytop("arena", "kitty-paw", *arguments, "--json", cwd=tmp_path).stdout)
    assert raced["faults"] == []
    assert raced["bots"][0]["bot"] == "kitten"
