"""What commands lead to at a table, and that a table is nothing but the fold of its events. No server, no database."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabbytop import games
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.seats import SPECTATOR
from tabbytop.server import clocks, events, messages, tellings
from tabbytop.server.archive import replayed
from tabbytop.server.decisions import BotMove, Draft, No, Person, TimeUp, decide, open_table, rematch_of
from tabbytop.server.messages import (
    Answer,
    Arrange,
    BotSeat,
    Friend,
    Leave,
    Me,
    Open,
    Play,
    Return,
    Say,
    Sit,
    Start,
    Substitute,
    Takeback,
    Undo,
)
from tabbytop.server.phrases import PHRASES
from tabbytop.server.table import Outdated, Table

ANN, BEN, EVE = (Person(name.lower(), name, invited=True) for name in ("Ann", "Ben", "Eve"))
STRANGER = Person("stranger", "Stranger")
CAT_CAB = games.load("cat-cab")


@pytest.fixture(autouse=True)
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time."""
    monkeypatch.setattr(SealedLuck, "new", classmethod(lambda cls: cls(b"the luck of these tests, 32 byte")))


class Evening:
    """A table and everything that happened at it, decision by decision."""

    def __init__(self, *seats: messages.Wanted, host: Person = ANN, **more: Any) -> None:
        draft = open_table("table", messages.NewTable("open", "cat-cab", list(seats), **more), host)
        self.table = draft.table
        self.bodies = [events.pack(happening.event) for happening in draft.happenings]
        self.last = draft.happenings

    def do(self, person: Person, command: Any, spent: int = 0) -> None:
        """Let somebody do something; a refusal is raised."""
        draft = Draft(self.table)
        decide(command, draft, person, spent)
        self.table, self.last = draft.table, draft.happenings
        self.bodies += [events.pack(happening.event) for happening in draft.happenings]

    def refuses(self, person: Person, command: Any) -> No:
        """Let somebody try something that is refused, and make sure that nothing came of it."""
        before = picture(self.table)
        with pytest.raises(No) as caught:
            self.do(person, command)
        assert picture(self.table) == before
        return caught.value

    @property
    def seq(self) -> int:
        return self.table.facts.seq

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    @property
    def deciding(self) -> int:
        assert self.table.deciding is not None
        return self.table.deciding

    def play(self, person: Person, choice: int = 0, spent: int = 0, seat: int | None = None) -> None:
        """Let somebody make one of the legal moves of whoever is to decide."""
        move = CAT_CAB.moves.to_json(self.match.legal(self.deciding)[choice])
        self.do(person, Play("k", self.seq, move, seat), spent)

    def play_until(self, family: str, person: Person) -> None:
        """Play first moves until one of a family can be made."""
        while not any(CAT_CAB.moves.family(move).name == family for move in self.match.legal(self.deciding)):
            self.play(person, seat=self.deciding)

    def finish(self, *people: Person) -> None:
        """Play at random to the end."""
        chance = random.Random(3)
        while self.table.facts.stage == "playing":
            person = next(p for p in people if self.deciding in self.table.seats_of(p.guest))
            self.play(person, chance.randrange(len(self.match.legal(self.deciding))), seat=self.deciding)

    @property
    def told(self) -> list[str]:
        """What a spectator was told of the last command."""
        told = tellings.Teller(self.table, SPECTATOR).tell((0, happening) for happening in self.last)
        return [event.sentence for event in told]

    def kinds(self) -> list[str]:
        return [place.kind for place in self.table.facts.places]


def picture(table: Table) -> tuple[Any, ...]:
    """All there is to know of a table."""
    return messages.encode(table.facts), table.match and (table.match.fingerprint, tuple(table.match.log))


def hot_seat(**more: Any) -> Evening:
    return Evening(Me(), Me(), **more)


def duel(**more: Any) -> Evening:
    """Ann and Ben, and it is Ann's turn: she takes the seat that begins."""
    for seats in ((Me(), Friend()), (Friend(), Me())):
        evening = Evening(*seats, **more)
        evening.do(BEN, Sit("k"))
        evening.do(ANN, Start("k"))
        if evening.table.facts.places[evening.deciding].guest == ANN.guest:
            return evening
    raise AssertionError("neither seat begins")


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
        except No as no:
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
            Start("k", chance.choice([None, "kitten", "lion"])),
            Arrange("k", chance.randrange(4), chance.choice([Me(), Friend(), Open(), BotSeat("kitten"), BotSeat("x")])),
            Leave("k"),
            Return("k"),
            Substitute("k", chance.randrange(4), chance.choice(["kitten", "lion"])),
            Say("k", chance.choice([*PHRASES, "rude"])),
            TimeUp(chance.randrange(2), table.match.ply if table.match else 0),
        ]
    )


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_changes_that_are_told_lead_from_view_to_view(viewer: int):
    """Somebody who only ever adds the changes to the first view sees what the server sees, undo included."""
    evening = hot_seat(options={"turn_limit": 2})
    seen = tellings.view_of(evening.table, evening.match.state(), viewer)
    chance = random.Random(5)
    while evening.table.facts.stage == "playing":
        if chance.random() < 0.3 and tellings.now(evening.table, evening.deciding, None).undo:
            evening.do(ANN, Undo("k", evening.seq, evening.deciding, chance.random() < 0.5))
        else:
            evening.play(ANN, chance.randrange(len(evening.match.legal(evening.deciding))))
        for event in tellings.Teller(evening.table, viewer).tell((0, happening) for happening in evening.last):
            assert isinstance(event, messages.Moved | messages.Undone)
            assert event.sentence.endswith(".")
            seen = {**seen, **event.changes}
        assert seen == tellings.view_of(evening.table, evening.match.state(), viewer)
        assert tellings.now(evening.table, viewer, None).hash == tellings.hash_of(seen)


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
        ({"seats": [Me(), BotSeat("lion")]}, "no_level", "levels are kitten"),
        ({"seats": [Me()] * 9}, "bad_table", "not 9"),
        ({"game": "chess"}, "bad_table", "There is no game 'chess'"),
        ({"options": {"weather": "rain"}}, "bad_table", "There is no option 'weather'"),
        ({"options": {"side": ["front"]}}, "bad_table", "front or back"),
        ({"options": {"turn_limit": 10**30}}, "bad_table", "whole number"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(wanted: dict[str, Any], code: str, words: str):
    sound = {"key": "k", "game": "cat-cab", "seats": [Me(), Me()]}
    with pytest.raises(No, match=words) as caught:
        open_table("table", messages.NewTable(**{**sound, **wanted}), ANN)
    assert caught.value.code == code


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
    evening.do(ANN, Arrange("k", 1, BotSeat("kitten")))
    assert evening.kinds() == ["guest", "bot"]
    assert evening.table.seats_of(BEN.guest) == []
    assert evening.told == ["A bot sits down: kitten."]


@pytest.mark.parametrize(
    ("who", "kind", "sentence"),
    [
        (Me(), "guest", "Ann sits down."),
        (BotSeat("kitten"), "bot", "A bot sits down: kitten."),
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
    assert evening.refuses(ANN, Start("k", "lion")).code == "no_level"
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


# ---------------------------------------------------------------- taking back


def test_steps_and_turns_are_taken_back_up_to_luck():
    evening = hot_seat()
    evening.play_until("mark", ANN)
    floor = evening.match.ply
    states = [evening.match.fingerprint]
    for _ in range(3):
        evening.play(ANN)
        states.append(evening.match.fingerprint)
    evening.do(ANN, Undo("k", evening.seq))
    assert evening.match.fingerprint == states[-2]
    evening.do(ANN, Undo("k", evening.seq, turn=True))
    assert evening.match.fingerprint == states[0]
    assert evening.match.ply == floor
    assert evening.refuses(ANN, Undo("k", evening.seq)).code == "no_undo"
    assert not tellings.now(evening.table, evening.deciding, None).undo


def test_nobody_takes_back_what_others_did():
    evening = duel()
    evening.play_until("mark", ANN)
    evening.play(ANN)
    assert evening.refuses(BEN, Undo("k", evening.seq)).code == "no_undo"
    other = evening.table.seats_of(ANN.guest)[0]
    assert evening.refuses(BEN, Undo("k", evening.seq, other)).code == "not_yours"
    assert evening.refuses(EVE, Undo("k", evening.seq)).code == "not_seated"


def test_a_takeback_needs_the_consent_of_all_others():
    evening = duel()
    ply, state = evening.match.ply, evening.match.fingerprint
    evening.play(ANN)
    assert evening.refuses(BEN, Answer("k", evening.seq, True)).code == "not_asked"
    evening.do(ANN, Takeback("k", evening.seq))
    asked = tellings.now(evening.table, SPECTATOR, None).takeback
    assert asked is not None
    assert asked.waiting == evening.table.seats_of(BEN.guest)
    assert evening.refuses(ANN, Takeback("k", evening.seq)).code == "already_asked"
    assert evening.refuses(ANN, Answer("k", evening.seq, True)).code == "not_asked"
    assert evening.refuses(EVE, Answer("k", evening.seq, True)).code == "not_asked"
    evening.do(BEN, Answer("k", evening.seq, True))
    assert evening.told == ["Ben agrees.", f"Ann takes back to move {ply}."]
    assert (evening.match.ply, evening.match.fingerprint) == (ply, state)
    assert evening.table.facts.asked is None


def test_a_takeback_that_is_refused_or_overtaken_is_over():
    evening = duel()
    evening.play(ANN)
    state = evening.match.fingerprint
    evening.do(ANN, Takeback("k", evening.seq))
    evening.do(BEN, Answer("k", evening.seq, False))
    assert evening.told == ["Ben does not agree."]
    assert evening.match.fingerprint == state
    evening.do(ANN, Takeback("k", evening.seq))
    evening.play(ANN)
    assert evening.refuses(BEN, Answer("k", evening.seq, True)).code == "not_asked"


def test_an_answer_to_one_takeback_does_not_count_for_the_next():
    evening = duel()
    evening.play(ANN)
    evening.do(ANN, Takeback("k", evening.seq))
    known = evening.seq
    evening.play(ANN)
    state = evening.match.fingerprint
    evening.do(ANN, Takeback("k", evening.seq))
    assert evening.refuses(BEN, Answer("k", known, True)).code == "stale"
    assert evening.refuses(BEN, Answer("k", evening.seq + 1, True)).code == "stale"
    assert evening.match.fingerprint == state
    evening.do(BEN, Answer("k", evening.seq, True))
    assert evening.match.fingerprint != state


def test_nobody_answers_for_somebody_else():
    evening = Evening(Me(), Friend(), Friend())
    evening.do(BEN, Sit("k", 1))
    evening.do(EVE, Sit("k", 2))
    evening.do(ANN, Start("k"))
    people = {ANN.guest: ANN, BEN.guest: BEN, EVE.guest: EVE}
    guests = [evening.table.facts.places[(evening.deciding + number) % 3].guest for number in range(3)]
    asker, first, second = (people[guest or ""] for guest in guests)
    evening.play(asker)
    evening.do(asker, Takeback("k", evening.seq))
    (theirs,) = evening.table.seats_of(second.guest)
    assert evening.refuses(first, Answer("k", evening.seq, True, theirs)).code == "not_yours"
    evening.do(first, Answer("k", evening.seq, True))
    assert evening.refuses(first, Answer("k", evening.seq, True)).code == "not_asked"
    assert evening.table.facts.asked is not None
    evening.do(second, Answer("k", evening.seq, True))
    assert evening.table.facts.asked is None


def test_bots_agree_to_every_takeback():
    evening = Evening(Me(), BotSeat("kitten"))
    while evening.table.bot_at(evening.deciding) is not None:
        bots_move(evening)
    state = evening.match.fingerprint
    evening.play(ANN)
    evening.do(ANN, Takeback("k", evening.seq))
    assert evening.match.fingerprint == state


def test_a_takeback_does_not_wait_for_somebody_who_has_left():
    evening = duel()
    state = evening.match.fingerprint
    evening.play(ANN)
    evening.do(ANN, Takeback("k", evening.seq))
    evening.do(BEN, Leave("k"))
    assert evening.match.fingerprint == state
    evening.play(ANN)
    evening.do(BEN, Return("k"))
    evening.do(ANN, Takeback("k", evening.seq))
    evening.do(ANN, Leave("k"))
    assert evening.refuses(BEN, Answer("k", evening.seq, True)).code == "not_asked"


def test_who_has_decided_nothing_has_nothing_to_take_back():
    evening = duel()
    assert evening.refuses(BEN, Takeback("k", evening.seq)).code == "no_undo"


# ---------------------------------------------------------------- leaving and standing in


def bots_move(evening: Evening) -> None:
    evening.do(ANN, BotMove(evening.deciding, evening.match.ply, evening.match.legal(evening.deciding)[0]))


def test_a_bot_plays_on_for_somebody_who_leaves_until_they_return():
    evening = duel()
    evening.do(ANN, Leave("k"))
    assert evening.told == ["Ann leaves the table; a bot plays on.", "There is a new host."]
    assert evening.refuses(ANN, Leave("k")).code == "wrong_stage"
    for command in (Play("k", evening.seq, {"roll": {}}), Undo("k", evening.seq), Takeback("k", evening.seq)):
        assert evening.refuses(ANN, command).code == "away"
    assert tellings.choices(evening.table, evening.deciding) == []
    bots_move(evening)
    evening.do(ANN, Return("k"))
    assert evening.told == ["Ann is back."]
    assert evening.refuses(ANN, Return("k")).code == "wrong_stage"
    evening.play(ANN)


def test_others_let_a_bot_play_for_somebody():
    evening = duel()
    (anns,), (bens,) = (evening.table.seats_of(person.guest) for person in (ANN, BEN))
    assert evening.refuses(EVE, Substitute("k", anns)).code == "not_seated"
    assert evening.refuses(BEN, Substitute("k", anns, "lion")).code == "no_level"
    assert evening.refuses(BEN, Substitute("k", 9)).code == "no_seat"
    evening.do(BEN, Substitute("k", anns, "kitten"))
    assert evening.table.bot_at(anns) == "kitten"
    assert evening.table.facts.host == BEN.guest
    assert evening.refuses(BEN, Substitute("k", anns)).code == "wrong_stage"
    assert evening.table.bot_at(bens) is None


def test_the_move_of_a_bot_that_comes_too_late_is_dropped():
    evening = duel()
    evening.do(ANN, Leave("k"))
    late = BotMove(evening.deciding, evening.match.ply, evening.match.legal(evening.deciding)[0])
    evening.do(ANN, Return("k"))
    before = picture(evening.table)
    evening.do(ANN, late)
    evening.do(ANN, BotMove(late.seat, late.ply + 1, late.move))
    assert picture(evening.table) == before


# ---------------------------------------------------------------- clocks


def bank(evening: Evening, person: Person) -> int:
    (seat,) = evening.table.seats_of(person.guest)
    return evening.table.facts.places[seat].bank


def used(evening: Evening, person: Person) -> int:
    (seat,) = evening.table.seats_of(person.guest)
    return evening.table.facts.places[seat].used


def test_thinking_is_charged_to_the_one_who_thinks():
    evening = duel(clock="timed")
    before = bank(evening, ANN), bank(evening, BEN)
    evening.play(ANN, spent=700)
    assert (bank(evening, ANN), bank(evening, BEN)) == (before[0] - 700, before[1])


def test_time_is_added_after_a_turn():
    evening = duel(clock="timed", options={"turn_limit": 5})
    before, first = bank(evening, ANN), evening.deciding
    while evening.deciding == first:
        evening.play(ANN)
    assert bank(evening, ANN) == before + clocks.CLOCKS["timed"].increment


def to_the_end_of_a_turn(evening: Evening) -> Person:
    """Play on until the last choice would end a turn and could still be taken back; whose turn it is."""
    while True:
        seat = evening.deciding
        person = ANN if evening.table.facts.places[seat].guest == ANN.guest else BEN
        table = evening.table
        evening.play(person, -1)
        if evening.deciding != seat and evening.match.undo_floor(seat) < evening.match.ply:
            evening.table = table
            return person


@pytest.mark.parametrize("clock", ["timed", "relaxed"])
def test_taking_back_gives_no_time_back(clock: str):
    """Thinking before a step back costs as much as thinking before a step."""
    evening = duel(clock=clock)
    evening.play_until("mark", ANN)
    evening.play(ANN)
    before = bank(evening, ANN), used(evening, ANN)
    evening.do(ANN, Undo("k", evening.seq), spent=60_000)
    assert (bank(evening, ANN), used(evening, ANN)) == (before[0] - 60_000, before[1] + 60_000)


def test_ending_a_turn_again_and_again_gains_no_time():
    evening = duel(clock="timed")
    person = to_the_end_of_a_turn(evening)
    other = BEN if person is ANN else ANN
    before = bank(evening, person), bank(evening, other)
    for _ in range(5):
        evening.play(person, -1)
        evening.do(person, Undo("k", evening.seq))
        assert (bank(evening, person), bank(evening, other)) == before
    evening.play(person, -1)
    evening.do(other, Play("k", evening.seq, {"roll": {}}))
    assert bank(evening, person) == before[0] + clocks.CLOCKS["timed"].increment


def test_a_takeback_over_several_turns_takes_their_time_back_too():
    evening = duel(clock="timed")
    evening.play(ANN)
    before, first = bank(evening, ANN), evening.deciding
    played = evening.match.ply
    while evening.deciding == first:
        evening.play(ANN, -1)
    evening.play(BEN)
    while evening.match.last_decision(first) >= played:
        evening.do(ANN, Takeback("k", evening.seq))
        evening.do(BEN, Answer("k", evening.seq, True))
    assert bank(evening, ANN) == before
    assert bank(evening, BEN) == clocks.CLOCKS["timed"].bank


def test_a_turn_taken_back_is_no_new_turn():
    evening = duel(clock="relaxed")
    person = to_the_end_of_a_turn(evening)
    evening.play(person, -1, spent=9_000)
    evening.do(person, Undo("k", evening.seq))
    assert used(evening, person) == 9_000


def test_leaving_and_returning_gives_no_time_back():
    evening = duel(clock="timed")
    before = bank(evening, ANN)
    evening.do(ANN, Leave("k"), spent=60_000)
    evening.do(ANN, Return("k"))
    assert bank(evening, ANN) == before - 60_000


@pytest.mark.parametrize(
    ("clock", "why", "words", "may_return"),
    [
        ("relaxed", "late", "Ann takes too long; a bot plays on.", True),
        ("timed", "time", "Ann has run out of time; a bot plays on.", False),
    ],
)
def test_when_time_is_up_a_bot_plays_on(clock: str, why: str, words: str, may_return: bool):
    evening = duel(clock=clock)
    seat = evening.deciding
    evening.do(ANN, TimeUp(seat, evening.match.ply))
    assert evening.table.facts.places[seat].away == why
    assert evening.told[0] == words
    if may_return:
        evening.do(ANN, Return("k"))
    else:
        assert "used up" in str(evening.refuses(ANN, Return("k")))


def test_an_alarm_for_an_earlier_moment_or_another_seat_is_nothing():
    evening = duel(clock="relaxed")
    before = picture(evening.table)
    evening.do(ANN, TimeUp(evening.deciding, evening.match.ply - 1))
    evening.do(ANN, TimeUp(1 - evening.deciding, evening.match.ply))
    assert picture(evening.table) == before


# ---------------------------------------------------------------- again


def test_a_rematch_is_the_same_group_one_seat_further_on():
    evening = Evening(Me(), BotSeat("kitten"), Friend(), options={"side": "back"}, clock="relaxed", listed=True)
    evening.do(BEN, Sit("k"))
    evening.do(ANN, Start("k"))
    table = rematch_of(evening.table, "second").table
    assert [place.name for place in table.facts.places] == ["kitten", "Ben", "Ann"]
    assert [place.guest for place in table.facts.places] == [None, BEN.guest, ANN.guest]
    assert table.facts.stage == "playing"
    assert table.facts.host == ANN.guest
    old, new = evening.table.facts.opened, table.facts.opened
    assert (new.options, new.clock, new.listed, new.rules) == (old.options, old.clock, old.listed, old.rules)
    assert new.invite != old.invite
