"""The command line as people and scripts use it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tabbytop import __version__, games
from tabbytop.engine.clauses import citations
from tabbytop.kit.steps import golden_folder
from tests.nursery import run
from tests.programs import AtTerminal

GOLDEN = golden_folder(games.load("cat-cab")) / "solo-turn-limit-nobody-wins.jsonl"


def tabbytop(*args: str, code: int = 0, **more) -> subprocess.CompletedProcess[str]:
    done = run(*args, **more)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def read_json(*args: str, code: int = 0):
    return json.loads(tabbytop(*args, "--json", code=code).stdout)


def test_games_lists_ids_players_options_and_versions():
    text = tabbytop("games").stdout
    for word in ("cat-cab", "Cat Cab", "1, 2, 3", "entry_gate", "turn_limit", "rules version 1"):
        assert word in text
    card = read_json("games")[0]
    assert card["players"] == [1, 2, 3]
    assert {option["name"]: option["default"] for option in card["options"]}["colours"] == ["red", "blue"]


def test_help_version_and_completion_exist():
    assert "simulate" in tabbytop("--help").stdout
    assert "tabbytop[passkeys]" in tabbytop("serve", "--help").stdout
    assert tabbytop("--version").stdout.strip() == f"tabbytop {__version__}"
    completion = {"_TABBYTOP_COMPLETE": "complete_bash", "COMP_WORDS": "tabbytop simulate ", "COMP_CWORD": "2"}
    program = str(Path(sys.executable).with_name("tabbytop"))
    done = subprocess.run([program], check=True, env=completion, capture_output=True, text=True)
    assert "cat-cab" in done.stdout


def test_what_bots_need_can_be_compiled_beforehand():
    """In a process of its own; a game whose hands do not search has nothing to compile."""
    assert tabbytop("compile", "rollecate", "kitty-paw").stdout == "rollecate is ready.\n"


def test_simulate_is_the_same_for_any_number_of_threads():
    arguments = ("simulate", "cat-cab", "--players", "3", "--games", "300", "--seed", "5", "-o", "side=back")
    one = read_json(*arguments, "--threads", "1")
    two = read_json(*arguments, "--threads", "2")
    for summary in (one, two):
        for key in ("seconds", "games_per_second", "moves_per_second"):
            assert summary.pop(key) > 0
    assert one == two
    assert one["options"]["side"] == "back"
    assert sum(one["scores"][0].values()) == one["games"] == 300
    assert one["unfinished"] == 0


def test_simulate_speaks_words_too():
    text = tabbytop("simulate", "cat-cab", "--games", "50", "--players", "1").stdout
    for word in ("games/s", "moves/s", "mean", "wins", "mean score", "digest"):
        assert word in text


def test_a_lost_game_alone_has_no_score_and_counts_in_no_mean():
    arguments = ("simulate", "rollecate", "--games", "20000", "--players", "1", "-o", "mode=solo_hard")
    summary = read_json(*arguments)
    assert 0 < summary["scored"] == summary["wins"][0] < 20_000
    assert sum(summary["scores"][0].values()) == summary["scored"]
    assert "0" not in summary["scores"][0]
    text = tabbytop(*arguments).stdout
    assert "of the games were lost: they have no score" in text
    mean = sum(int(score) * times for score, times in summary["scores"][0].items()) / summary["scored"]
    assert f"{mean:.2f}" in text


def test_simulated_records_verify_and_are_the_simulated_games(tmp_path: Path):
    summary = read_json(
        "simulate", "cat-cab", "--games", "3", "--players", "1", "--records", str(tmp_path / "new" / "r")
    )
    files = sorted((tmp_path / "new" / "r").glob("*.jsonl"))
    assert len(files) == 3
    checked = [read_json("verify", str(path)) for path in files]
    assert all(answer["valid"] for answer in checked)
    assert sum(answer["moves"] for answer in checked) == summary["moves"]


def test_an_interrupted_simulation_tells_what_is_known():
    arguments = [sys.executable, "-m", "tabbytop", "simulate", "cat-cab", "--games", "100000000", "--json"]
    running = AtTerminal(*arguments)
    running.wait_for(r"[1-9]\d*/100000000")
    out = running.interrupt()
    assert running.program.returncode == 130
    assert "Interrupted after" in running.shown
    assert 0 < json.loads(out)["games"] < 100_000_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "cat-cub"), "Did you mean 'cat-cab'?"),
        (("simulate", "Kitty Paw"), "Did you mean 'kitty-paw'?"),
        (("simulate", "../cat-cab"), "There is no game"),
        (("simulate", "cat-cab", "--players", "4"), "1, 2, 3 players, not 4"),
        (("simulate", "cat-cab", "-o", "side"), "written key=value"),
        (("simulate", "cat-cab", "-o", "side=top"), "front or back"),
        (("simulate", "cat-cab", "-o", "sides=top"), "no option 'sides'"),
        (("simulate", "cat-cab", "-o", "turn_limit=x"), "whole number"),
        (("simulate", "cat-cab", "-o", "crazy_cat_rush=book"), "1 player only"),
        (("simulate", "cat-cab", "--games", "0"), "--games"),
        (("simulate", "cat-cab", "--records", "/dev/null/x"), "cannot be made"),
        (("play", "cat-cab", "--players", "9"), "1, 2, 3 players"),
        (("play", "cat-cab", "--bots", "tiger"), "no level 'tiger'"),
        (("play", "cat-cab", "--players", "2", "--bots", "kitten,kitten"), "no seat left for you"),
        (("replay", "no-such-file"), "cannot be read"),
        (("verify", "no-such-file"), "cannot be read"),
        (("replay", str(GOLDEN), "--at", "99999"), "moments 0 to"),
        (("replay", str(GOLDEN), "--seat", "5"), "seats 0 to 1"),
        (("clauses", "--tests", "nowhere"), "source checkout"),
        (("faults", "--tests", "nowhere"), "source checkout"),
        (("clauses", "chess"), "There is no game 'chess'"),
        (("serve", "--port", "0", "--data", "/dev/null", "--origin", "games.example"), "An origin is written like"),
        (("serve", "--port", "0", "--data", "/dev/null", "--host-name", "https://x"), "A host name is written like"),
        (("bench", "--against", "tests"), "There is no Tabbytop in tests"),
        (("load", "--tables", "1", "--against", "tests"), "There is no Tabbytop in tests"),
        (("verify-net", "cat-cab", "--players", "9"), "1, 2, 3 players, not 9"),
        (("verify-net", "cat-cab", "--players", "3"), "ships no net for 3 players; name one with --net"),
        (("review", str(GOLDEN), "--resume", str(GOLDEN.parent)), "cannot be read: Is a directory"),
        (("review", str(GOLDEN), "--resume", str(GOLDEN)), "something else than what a review has kept"),
        (("fly",), "No such command"),
    ],
)
def test_wrong_questions_end_in_one_sentence_and_exit_code_2(arguments, words):
    done = tabbytop(*arguments, code=2, cwd=Path(__file__).parents[1])
    assert words in done.stderr
    assert done.stdout == ""


def test_what_people_have_written_is_shown_as_it_is(tmp_path: Path):
    database = ("--database", f"sqlite:///{tmp_path / 'tabbytop.db'}")
    tabbytop("ban", "203.0.113.0/24", "--reason", "[/red] [bold]", *database)
    assert "[/red] [bold]" in tabbytop("bans", *database).stdout
    assert "[/red] [bold]" in tabbytop("audit", *database).stdout


def test_a_database_that_cannot_be_asked_is_told_in_a_sentence(tmp_path: Path):
    database = ("--database", f"sqlite:///{tmp_path / 'tabbytop.db'}")
    tabbytop("ban", "203.0.113.0/24", "--days", "3", *database)
    assert "--days" in tabbytop("ban", "203.0.113.0/24", "--days", "1e300", *database, code=2).stderr
    with contextlib.closing(sqlite3.connect(tmp_path / "tabbytop.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        said = tabbytop("ban", "203.0.113.9", *database, code=2).stderr
    assert "locked by another program" in said


def test_replay_tells_the_log_and_shows_a_moment_as_a_seat_sees_it():
    log = tabbytop("replay", str(GOLDEN)).stdout
    assert "for the turn order" in log
    assert "nobody left the city in time" in log
    told = read_json("replay", str(GOLDEN))
    assert len(told["log"]) == len(GOLDEN.read_text(encoding="utf-8").splitlines()) - 2
    assert "entry at column 1" in tabbytop("replay", str(GOLDEN), "--at", "12", "--seat", "0").stdout
    assert read_json("replay", str(GOLDEN), "--at", "12")["view"]["seats"] == 2


def test_verify_names_the_first_wrong_line(tmp_path: Path):
    assert "every outcome of luck holds" in tabbytop("verify", str(GOLDEN)).stdout
    lines = GOLDEN.read_text(encoding="utf-8").splitlines(keepends=True)
    altered = tmp_path / "altered.jsonl"
    altered.write_text("".join([*lines[:30], lines[30].replace('"hash":"', '"hash":"0'), *lines[31:]]))
    assert "line 31" in tabbytop("verify", str(altered), code=1).stdout
    assert read_json("verify", str(altered), code=1)["line"] == 31
    altered.write_text("".join(lines[:30]))
    assert "stops before" in tabbytop("verify", str(altered), code=1).stdout
    altered.write_text("not a record\n")
    assert "not a Tabbytop record" in tabbytop("verify", str(altered), code=2).stderr


def test_every_clause_of_every_game_is_cited_by_a_test():
    tests = str(Path(__file__).parent)
    assert read_json("clauses", "--uncited", "--tests", tests) == []
    rows = read_json("clauses", "cat-cab", "--tests", tests)
    assert len(rows) == 165
    assert all(row["tests"] for row in rows)
    assert "CAB-160" in tabbytop("clauses", "cat-cab", "--tests", tests).stdout


def test_uncited_clauses_are_listed_and_cost_exit_code_1(tmp_path: Path):
    (tmp_path / "test_little.py").write_text('@cites("CAB-01")\ndef test_it():\n    pass\n')
    rows = read_json("clauses", "cat-cab", "--uncited", "--tests", str(tmp_path), code=1)
    assert len(rows) == 164
    text = tabbytop("clauses", "cat-cab", "--tests", str(tmp_path)).stdout
    assert "test_little.py::test_it" in text
    assert "164 cited by no test" in text


# ---------------------------------------------------------------- faults


def test_every_fault_is_shown_by_a_test():
    tests = str(Path(__file__).parent)
    assert read_json("faults", "--untested", "--tests", tests) == []
    rows = read_json("faults", "--tests", tests)
    (ranges,) = (row["tests"] for row in rows if row["fault"] == "F58")
    assert any(test.startswith("kit/test_ranges.py::") for test in ranges), "the kit's tests count too"
    assert len(rows) == 59
    assert [rows[0]["fault"], rows[-1]["fault"]] == ["F1", "F68"]
    assert set(citations(Path(tests), "fault")) == {row["fault"] for row in rows}, "a test names a fault that is none"


def test_untested_faults_are_listed_and_cost_exit_code_1(tmp_path: Path):
    (tmp_path / "test_little.py").write_text('@fault("F2")\nasync def test_it():\n    pass\n')
    rows = read_json("faults", "--untested", "--tests", str(tmp_path), code=1)
    assert len(rows) == 57, "all but F2, and F58, which the kit shows"
    text = tabbytop("faults", "--tests", str(tmp_path)).stdout
    assert "test_little.py::test_it" in text
    assert "59 faults listed, 57 shown by no test" in text
