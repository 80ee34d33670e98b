"""What commands lead to at a table, and that a table is nothing but the fold of its events. No server, no database."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.messages import (
    Answer,
    Arrange,
    BotSeat,
    Friend,
    Learn,
    Leave,
    Me,
    Open,
    Play,
    Remove,
    Return,
    Say,
    Sit,
    Start,
    Substitute,
    Takeback,
    Undo,
)
from tabbytop.server.protocol.phrases import PHRASES
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.tables import events, projections
from tabbytop.server.tables.decisions import Draft, decide
from tabbytop.server.tables.internal import BotMove, TimeUp
from tabbytop.server.tables.opening import open_table, rematch_of
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Outdated, Table
from tests.server.evenings import ANN, BEN, CAT_CAB, EVE, STRANGER, Evening, duel, hot_seat, picture

pytestmark = pytest.mark.usefixtures("known_luck")


# ---------------------------------------------------------------- the fold


@pytest.mark.parametrize("seed", range(12))
def test_a_table_is_the_fold_of_its_events_whatever_people_do(seed: int):
    """The live table, the log played again and the snapshot are the same; refusals leave no trace."""
    chance = random.Random(seed)
    seats = [chance.choice([Me(), Friend(), Open(), BotSeat("kitten")]) for _ in range(chance.choice([2, 3]))]
    seats[chance.randrange(len(seats))] = Me()
    clock = chance.choice(["off", "relaxed", "timed"])
    evening = Evening(*seats, clock=clock, listed=chance.random() < 0.5, options={"turn_limit": 3})
    accepted, refused = 0, []
    for _ in range(120):
        person = chance.choice([ANN, ANN, BEN, BEN, EVE, STRANGER])
        before = picture(evening.table)
        try:
            evening.do(person, any_command(evening, chance), chance.choice([0, 0, 900]))
            accepted += 1
        except Rejected as no:
            refused.append(no)
            assert picture(evening.table) == before
    again = replayed("table", evening.bodies)
    assert again is not None
    assert picture(again) == picture(evening.table)
    assert picture(Table.from_snapshot(evening.table.snapshot())) == picture(evening.table)
    assert accepted > 5
    assert len(refused) > 5
    assert all(no.code and str(no).endswith(".") for no in refused)


def any_command(evening: Evening, chance: random.Random) -> Any:
    """Something that somebody might send, sensible or not; mostly moves, so that games get on."""
    seq = evening.seq - (chance.random() < 0.1)
    seat = chance.choice([None, None, 0, 1, 2, 7])
    table = evening.table
    move = chance.randrange(CAT_CAB.moves.count)
    if table.match is not None and table.deciding is not None and chance.random() < 0.8:
        move = chance.choice(table.match.legal(table.deciding))
        if table.bot_at(table.deciding) is not None:
            return BotMove(table.deciding, table.match.ply, move)
    if table.match is not None and chance.random() < 0.7:
        return Play("k", seq, CAT_CAB.moves.to_json(move), chance.choice([None, table.deciding]))
    return chance.choice(
        [
            Undo("k", seq, seat, chance.random() < 0.5),
            Takeback("k", seq, seat),
            Answer("k", seq, chance.random() < 0.7, seat),
            Sit("k", seat),
            Start("k", chance.choice([None, "kitten", "tiger"]), chance.random() < 0.5),
            Learn("k", chapter=chance.choice([None, 1, 6, 7])),
            Arrange("k", chance.randrange(4), chance.choice([Me(), Friend(), Open(), BotSeat("kitten"), BotSeat("x")])),
            Leave("k"),
            Return("k"),
            Substitute("k", chance.randrange(4), chance.choice(["kitten", "tiger"])),
            Say("k", chance.choice([*PHRASES, "rude"])),
            TimeUp(chance.randrange(2), table.match.ply if table.match else 0),
        ]
    )


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_changes_that_are_told_lead_from_view_to_view(viewer: int):
    """Somebody who only ever adds the changes to the first view sees what the server sees, undo included."""
    evening = hot_seat(options={"turn_limit": 2})
    seen = projections.view_of(evening.table, evening.match.state(), viewer)
    chance = random.Random(5)
    while evening.table.facts.stage == "playing":
        if chance.random() < 0.3 and projections.now(evening.table, evening.deciding, None).undo:
            evening.do(ANN, Undo("k", evening.seq, evening.deciding, chance.random() < 0.5))
        else:
            evening.play(ANN, chance.randrange(len(evening.match.legal(evening.deciding))))
        for event in projections.Projection(evening.table, viewer).project(
            (0, transition) for transition in evening.last
        ):
            assert isinstance(event, messages.Moved | messages.Undone)
            assert event.sentence.endswith(".")
            seen = {**seen, **event.changes}
        assert seen == projections.view_of(evening.table, evening.match.state(), viewer)
        assert projections.now(evening.table, viewer, None).hash == projections.hash_of(seen)


def test_a_fork_goes_its_own_way():
    evening = hot_seat()
    before = picture(evening.table)
    fork = Draft(evening.table)
    decide(Play("k", evening.seq, {"roll": {}}), fork, ANN, 0)
    decide(Say("k", "hello"), fork, ANN, 0)
    decide(Leave("k"), fork, ANN, 0)
    assert picture(evening.table) == before
    assert fork.table.facts.seq > evening.seq


def test_a_log_that_leads_elsewhere_is_refused():
    evening = hot_seat()
    evening.play(ANN)
    for number, body in enumerate(evening.bodies):
        if b'"type":"played"' in body:
            spoilt = list(evening.bodies)
            event = events.unpack(body)
            assert isinstance(event, events.Played)
            spoilt[number] = body.replace(event.hash.encode(), b"0" * len(event.hash))
            with pytest.raises(Outdated, match="does not lead to the state"):
                replayed("table", spoilt)


# ---------------------------------------------------------------- opening a table


def test_a_table_without_free_seats_starts_at_once():
    assert hot_seat().table.facts.stage == "playing"
    assert Evening(Me(), BotSeat("kitten")).table.facts.stage == "playing"
    assert Evening(Me(), Open()).table.facts.stage == "lobby"


def test_a_table_is_settled_up_to_the_first_decision():
    evening = hot_seat()
    assert evening.match.undecided() is None
    assert evening.match.ply > 0


@pytest.mark.parametrize(
    ("wanted", "code", "words"),
    [
        ({"seats": [BotSeat("kitten"), BotSeat("kitten")]}, "bad_table", "Keep a seat for yourself"),
        ({"seats": [Me(), BotSeat("tiger")]}, "no_level", "levels are kitten"),
        ({"seats": [Me(), BotSeat("matched")]}, "no_level", "levels are kitten"),
        ({"game": "kitty-paw", "seats": [Me(), BotSeat("tiger")]}, "no_level", "levels are matched, kitten"),
        ({"seats": [Me()] * 9}, "bad_table", "not 9"),
        ({"game": "chess"}, "bad_table", "There is no game 'chess'"),
        ({"options": {"weather": "rain"}}, "bad_table", "There is no option 'weather'"),
        ({"options": {"side": ["front"]}}, "bad_table", "front or back"),
        ({"options": {"turn_limit": 10**30}}, "bad_table", "whole number"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(wanted: dict[str, Any], code: str, words: str):
    sound = {"key": "k", "game": "cat-cab", "seats": [Me(), Me()]}
    with pytest.raises(Rejected, match=words) as caught:
        open_table("table", messages.NewTable(**{**sound, **wanted}), ANN)
    assert caught.value.code == code


def test_a_cat_at_the_pace_of_the_others_sits_down_where_a_game_has_one():
    seats: list[messages.Wanted] = [Me(), BotSeat("matched")]
    draft = open_table("table", messages.NewTable(key="k", game="kitty-paw", seats=seats), ANN)
    assert draft.table.bot_at(1) == "matched"


# ---------------------------------------------------------------- the lobby


def test_friends_and_strangers_sit_where_they_may():
    evening = Evening(Me(), Friend(), Open(), listed=True)
    assert evening.refuses(STRANGER, Sit("k", 1)).code == "taken"
    evening.do(STRANGER, Sit("k"))
    assert evening.table.seats_of(STRANGER.guest) == [2]
    assert evening.refuses(STRANGER, Sit("k")).code == "seated"
    evening.do(BEN, Sit("k"))
    assert evening.kinds() == ["guest", "guest", "guest"]
    assert evening.refuses(EVE, Sit("k")).code == "full"
    assert evening.refuses(EVE, Sit("k", 0)).code == "taken"
    assert evening.refuses(EVE, Sit("k", 9)).code == "no_seat"


def test_an_open_seat_of_a_table_that_is_not_listed_is_for_the_invited():
    evening = Evening(Me(), Open())
    assert evening.refuses(STRANGER, Sit("k")).code == "full"
    evening.do(BEN, Sit("k"))


@pytest.mark.parametrize("free", [Friend(), Open()])
def test_a_seat_that_is_left_is_free_for_the_same_people_as_before(free: Friend | Open):
    evening = Evening(Me(), free, listed=True)
    kinds = evening.kinds()
    evening.do(BEN, Sit("k"))
    evening.do(BEN, Leave("k"))
    assert evening.kinds() == kinds
    assert evening.told == ["Ben leaves."]


def test_only_the_host_arranges_and_starts():
    evening = Evening(Me(), Friend())
    evening.do(BEN, Sit("k"))
    for command in (Arrange("k", 1, BotSeat("kitten")), Start("k")):
        assert evening.refuses(BEN, command).code == "not_host"
        assert evening.refuses(EVE, command).code == "not_host"
    evening.do(ANN, Arrange("k", 1, BotSeat("kitten", "Misty")))
    assert evening.kinds() == ["guest", "bot"]
    assert evening.table.seats_of(BEN.guest) == []
    assert evening.told == ["Misty sits down."]


@pytest.mark.parametrize(
    ("who", "kind", "sentence"),
    [
        (Me(), "guest", "Ann 2 sits down."),
        (BotSeat("kitten", "Misty"), "bot", "Misty sits down."),
        (Open(), "open", "A seat is free."),
        (Friend(), "friend", "A seat is free."),
    ],
)
def test_the_host_gives_a_seat_to_anybody(who: messages.Wanted, kind: str, sentence: str):
    evening = Evening(Me(), Friend(), Friend())
    evening.do(BEN, Sit("k", 1))
    evening.do(ANN, Arrange("k", 1, who))
    assert evening.kinds()[1] == kind
    assert evening.told == [sentence]


def test_the_host_keeps_a_seat():
    evening = Evening(Me(), Friend())
    assert evening.refuses(ANN, Arrange("k", 0, Open())).code == "seated"
    evening.do(ANN, Arrange("k", 1, Me()))
    evening.do(ANN, Arrange("k", 0, Open()))
    assert evening.table.seats_of(ANN.guest) == [1]


def test_a_game_starts_when_all_are_there_or_bots_fill_in():
    evening = Evening(Me(), Friend(), Open())
    assert evening.refuses(ANN, Start("k")).code == "seats_free"
    assert evening.refuses(ANN, Start("k", "tiger")).code == "no_level"
    evening.do(ANN, Start("k", "kitten"))
    assert evening.kinds() == ["guest", "bot", "bot"]
    assert evening.table.facts.stage == "playing"
    for command in (Start("k"), Sit("k"), Arrange("k", 1, Me())):
        assert evening.refuses(ANN, command).code == "wrong_stage"


def test_the_host_passes_on_the_right_by_leaving_and_the_last_one_closes_the_table():
    evening = Evening(Me(), Friend())
    evening.do(BEN, Sit("k"))
    evening.do(ANN, Leave("k"))
    assert evening.table.facts.host == BEN.guest
    assert evening.told[-1] == "There is a new host."
    assert evening.refuses(ANN, Leave("k")).code == "not_seated"
    evening.do(BEN, Leave("k"))
    assert evening.table.facts.stage == "closed"
    assert evening.refuses(EVE, Sit("k")).code == "wrong_stage"


# ---------------------------------------------------------------- playing


def test_a_move_is_played_with_all_that_follows_from_it():
    evening = hot_seat()
    before = evening.match.ply
    evening.play(ANN)
    assert evening.match.ply > before + 1
    assert evening.match.undecided() is None


def test_moves_are_refused_out_of_turn_out_of_phase_and_out_of_date():
    evening = duel()
    roll = {"roll": {}}
    assert evening.refuses(BEN, Play("k", evening.seq, roll)).error().clause == "CAB-24"
    assert evening.refuses(ANN, Play("k", evening.seq, {"collect": {}})).error().clause is not None
    stale = evening.refuses(ANN, Play("k", evening.seq - 1, roll)).error()
    assert (stale.code, stale.seq) == ("stale", evening.seq)
    assert evening.refuses(ANN, Play("k", evening.seq + 1, roll)).code == "stale"
    assert evening.refuses(ANN, Play("k", evening.seq, {"fly": {}})).code == "bad_move"
    assert evening.refuses(ANN, Play("k", evening.seq, {"mark": {"self": 1, "move": 2}})).code == "bad_move"
    assert evening.refuses(EVE, Play("k", evening.seq, roll)).code == "not_seated"
    assert evening.refuses(ANN, Play("k", evening.seq, roll, 15)).code == "no_seat"
    other = evening.table.seats_of(BEN.guest)[0]
    assert evening.refuses(ANN, Play("k", evening.seq, roll, other)).code == "not_yours"
    evening.do(ANN, Play("k", evening.seq, roll))


def test_talk_does_not_make_a_move_stale():
    evening = duel()
    known = evening.seq
    evening.do(BEN, Say("k", "your-turn"))
    evening.do(ANN, Play("k", known, {"roll": {}}))


def test_nothing_can_be_done_after_the_end_but_talk():
    evening = duel(options={"turn_limit": 1})
    evening.finish(ANN, BEN)
    for command in (
        Play("k", evening.seq, {"roll": {}}),
        Undo("k", evening.seq),
        Takeback("k", evening.seq),
        Leave("k"),
        Return("k"),
        Substitute("k", 1),
        Start("k"),
        Sit("k"),
    ):
        assert evening.refuses(ANN, command).code == "wrong_stage", command
    assert evening.refuses(ANN, Answer("k", evening.seq, True)).code == "not_asked"
    evening.do(ANN, Say("k", "good-game"))
    assert evening.told == ["Ann: Good game"]


def test_only_quick_phrases_can_be_said_and_only_at_the_table():
    evening = duel()
    assert evening.refuses(ANN, Say("k", "<b>hi</b>")).code == "no_phrase"
    assert evening.refuses(EVE, Say("k", "hello")).code == "not_seated"


# ---------------------------------------------------------------- again


def test_a_rematch_is_the_same_group_one_seat_further_on():
    evening = Evening(
        Me(), BotSeat("kitten", "Misty"), Friend(), options={"side": "back"}, clock="relaxed", listed=True
    )
    evening.do(BEN, Sit("k"))
    evening.do(ANN, Start("k"))
    table = rematch_of(evening.table, "second").table
    assert [place.name for place in table.facts.places] == ["Misty", "Ben", "Ann"]
    assert [place.guest for place in table.facts.places] == [None, BEN.guest, ANN.guest]
    assert table.facts.stage == "playing"
    assert table.facts.host == ANN.guest
    old, new = evening.table.facts.opened, table.facts.opened
    assert (new.options, new.clock, new.listed, new.rules) == (old.options, old.clock, old.listed, old.rules)
    assert new.invite != old.invite


def test_who_was_sent_away_is_not_brought_along_to_a_rematch():
    evening = Evening(Me(), Friend(), Friend())
    evening.do(BEN, Sit("k"))
    evening.do(EVE, Sit("k"))
    evening.do(ANN, Start("k"))
    evening.do(ANN, Remove("k", 1))
    table = rematch_of(evening.table, "second").table
    assert [place.guest for place in table.facts.places] == [None, EVE.guest, ANN.guest]
    assert table.facts.places[0].level == evening.table.facts.places[1].level
    assert table.facts.stage == "playing"
