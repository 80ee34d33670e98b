"""Kitty Paw: taking a card, and building."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import SPECTATOR
from tabbytop.games.kitty_paw import facts
from tabbytop.games.kitty_paw.cards import BOBTAIL, BREED_IDS, CARD_IDS
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.mat import IN_HAND, START, cell_at, cell_name, place_name
from tabbytop.kit.marks import cites, fault
from tests.games.kitty_paw.scene import Scene

EXOTIC, PERSIAN, BOMBAY = (BREED_IDS.index(name) for name in ("exotic", "persian", "bombay"))


def opened(players=2, **options):
    """A round in which seat 0 has taken card I-05."""
    return Scene(players, **options).open().take(0, "I-05")


# ---------------------------------------------------------------- cards


@cites("KIT-52")
def test_everybody_takes_a_card_of_their_own_choice():
    scene = Scene(3).open()
    cards = [move for move in scene.legal(1) if move.startswith("take_card")]
    assert len(cards) == 4
    scene.take(1, "I-17")
    assert CARD_IDS[scene.s.card[1]] == "I-17"
    assert scene.s.row.tolist().count(-1) == 1
    assert scene.refused(0, "take_card", card="I-02") == "KIT-52"


@cites("KIT-53")
def test_whoever_is_handled_first_gets_the_card():
    scene = Scene(2).open().take(1, "I-05")
    assert scene.refused(0, "take_card", card="I-05") == "KIT-53"


@cites("KIT-52", "KIT-54")
def test_a_card_is_kept_for_the_round():
    scene = opened()
    assert scene.refused(0, "take_card", card="I-09") == "KIT-54"


@cites("KIT-55")
def test_cards_taken_are_open_to_all():
    scene = opened()
    for viewer in (1, SPECTATOR):
        view = GAME.state.plain(GAME.state.view(scene.state, viewer))
        assert CARD_IDS[view.card[0]] == "I-05"


@cites("KIT-56")
def test_pieces_are_taken_after_a_card():
    scene = Scene(2).open()
    assert scene.refused(0, "grab", breed="persian", side="back") == "KIT-56"
    assert scene.refused(0, "peek", slot=1) == "KIT-56"
    scene.take(0, "I-05").play(0, "grab", breed="persian", side="back")


# ---------------------------------------------------------------- tiles


@cites("KIT-58", "KIT-62")
def test_tiles_come_from_the_centre_to_the_mat():
    scene = opened().put(0, "persian", -1, 0)
    assert scene.s.centre[PERSIAN, 0] == 1
    assert scene.place(0, -1, 0) == "3,4"
    assert scene.s.place[0, PERSIAN] == cell_at(2, 3)
    assert scene.refused(0, "put", place="1,1") == "KIT-58"


@cites("KIT-62")
def test_no_tile_is_taken_from_another_mat_or_hand():
    scene = opened().take(1, "I-09").put(1, "persian", 1, 0)
    scene.put(0, "persian", 1, 0)
    scene.play(0, "give_back", piece="persian").play(0, "grab", breed="persian", side="back")
    assert scene.refused(1, "grab", breed="persian", side="back") == "KIT-63"
    assert scene.s.centre[PERSIAN, 0] == 0
    scene.play(1, "give_back", piece="persian")
    assert scene.s.centre[PERSIAN, 0] == 1


@cites("KIT-62")
def test_a_side_that_no_tile_of_the_centre_shows_cannot_be_grabbed():
    assert opened().refused(0, "grab", breed="persian", side="belly") == "KIT-62"


@cites("KIT-59")
def test_nobody_holds_two_tiles():
    scene = opened().hold(0, "persian")
    assert scene.refused(0, "grab", breed="bombay", side="back") == "KIT-59"


@cites("KIT-60")
def test_the_hand_holds_one_thing():
    scene = opened().put(0, "persian", 1, 0).hold(0, "bombay")
    assert scene.refused(0, "lift", piece="persian") == "KIT-60"
    harder = Scene(2, level=2).open().take(0, "IIb-01").find(0, 1, "manx").play(0, "keep")
    assert harder.refused(0, "grab", breed="bombay", side="back") == "KIT-60"


@cites("KIT-61")
def test_a_tile_comes_upright_with_the_side_it_showed():
    scene = opened(asleep=2).play(0, "grab", breed="persian", side="belly")
    assert (scene.s.side[0, PERSIAN], scene.s.rot[0, PERSIAN]) == (1, 0)
    assert GAME.complete(2, {})["tumbled"] is False


@cites("KIT-61")
def test_tumbled_tiles_come_at_any_rotation():
    scene = opened(tumbled=True).play(0, "grab", breed="persian", side="back")
    assert list(scene.outcomes().values()) == [1] * 6
    assert scene.legal(0) == scene.legal(1) == []
    assert scene.luck("tumble", rotation=4).s.rot[0, PERSIAN] == 4


@cites("KIT-63")
def test_x16_nobody_has_a_breed_twice():
    scene = opened().put(0, "bombay", 1, 0)
    assert scene.refused(0, "grab", breed="bombay", side="back") == "KIT-63"
    scene.play(0, "give_back", piece="bombay").play(0, "grab", breed="bombay", side="back")


@cites("KIT-64")
def test_pieces_are_turned_flipped_moved_and_given_back_at_any_time():
    scene = opened().put(0, "persian", 1, 0)
    scene.play(0, "turn", piece="persian", way="right").play(0, "flip", breed="persian")
    assert (scene.s.rot[0, PERSIAN], scene.s.side[0, PERSIAN]) == (1, 1)
    scene.play(0, "turn", piece="persian", way="left").play(0, "turn", piece="persian", way="left")
    assert scene.s.rot[0, PERSIAN] == 5
    scene.play(0, "lift", piece="persian")
    assert scene.s.place[0, PERSIAN] == IN_HAND
    scene.play(0, "turn", piece="persian", way="right").play(0, "put", place="1,1")
    assert (scene.s.place[0, PERSIAN], scene.s.rot[0, PERSIAN]) == (0, 0)
    scene.play(0, "give_back", piece="persian")
    for name in ("lift", "give_back"):
        assert scene.refused(0, name, piece="persian") == "KIT-64"
    assert scene.refused(0, "turn", piece="persian", way="left") == "KIT-64"
    assert scene.refused(0, "flip", breed="persian") == "KIT-64"


@cites("KIT-65")
def test_a_tile_given_back_lies_with_the_side_it_has():
    scene = opened().hold(0, "persian", side="belly").play(0, "give_back", piece="persian")
    assert (scene.s.centre[PERSIAN, 0], scene.s.centre[PERSIAN, 1]) == (1, 1)


# ---------------------------------------------------------------- places


@cites("KIT-42", "KIT-66")
def test_two_pieces_do_not_share_a_cell():
    scene = opened().put(0, "persian", 1, 0).hold(0, "bombay")
    assert scene.refused(0, "put", place=scene.place(0, 1, 0)) == "KIT-66"


@cites("KIT-66", "KIT-39")
def test_both_cells_of_a_bobtail_are_on_the_mat_and_free():
    scene = opened().put(0, "persian", 1, 0).hold(0, "bobtail")
    assert scene.refused(0, "put", place="4,4") == "KIT-66"  # the tail would lie on the Persian
    assert scene.refused(0, "put", place="5,4") == "KIT-66"
    assert scene.refused(0, "put", place="7,1") == "KIT-39"
    scene.play(0, "put", place="6,1").hold(0, "bombay")
    assert scene.refused(0, "put", place="7,1") == "KIT-66"


@cites("KIT-39")
def test_turning_a_bobtail_turns_the_tail_around_the_head():
    scene = opened().put(0, "bobtail", 1, 0)
    head = scene.s.place[0, BOBTAIL]
    free = []
    for _ in range(6):
        scene.hold(0, "persian")
        blocked = {place for place in map(place_name, range(49)) if f"put(place={place})" not in scene.legal(0)}
        free.append(blocked - {cell_name(head)})
        scene.play(0, "give_back", piece="persian").play(0, "turn", piece="bobtail", way="right")
    # clockwise from the right, around the cell 5,4
    assert free == [{"6,4"}, {"6,5"}, {"5,5"}, {"4,4"}, {"5,3"}, {"6,3"}]
    assert scene.s.place[0, BOBTAIL] == head


@cites("KIT-39", "KIT-66")
def test_a_bobtail_on_the_mat_turns_only_where_its_tail_has_room():
    scene = opened().put(0, "bobtail", 1, 0).put(0, "persian", 1, 1)
    assert scene.refused(0, "turn", piece="bobtail", way="right") == "KIT-66"
    scene.play(0, "turn", piece="bobtail", way="left")
    edge = opened().hold(0, "bobtail").play(0, "put", place="6,1")
    assert edge.refused(0, "turn", piece="bobtail", way="left") == "KIT-39"


@cites("KIT-40", "KIT-66")
def test_a_tile_may_lie_on_the_box_but_no_second_one():
    scene = opened().put(0, "exotic", 0, 0).hold(0, "persian")
    assert scene.refused(0, "put", place=scene.place(0, 0, 0)) == "KIT-66"


@cites("KIT-46", "KIT-66")
def test_a_hide_and_seek_card_does_not_lie_on_the_box():
    scene = Scene(2, level=2).open().take(0, "IIb-01").find(0, 1, "manx").play(0, "keep")
    assert scene.refused(0, "put", place="4,4") == "KIT-46"
    scene.play(0, "put", place="5,4")


@cites("KIT-43", "KIT-45")
def test_only_level_three_knows_places_across_borders():
    scene = opened().hold(0, "persian")
    assert scene.refused(0, "put", place="1,1|2,1") == "KIT-45"
    top = Scene(2, level=3).open().take(0, "III-01").hold(0, "persian")
    assert top.play(0, "put", place="1,1|2,1").s.place[0, PERSIAN] >= 49


@cites("KIT-45")
def test_bobtails_and_hide_and_seek_cards_lie_on_the_ground():
    scene = Scene(2, level=3).open().take(0, "III-01").hold(0, "bobtail")
    assert scene.refused(0, "put", place="1,1|2,1") == "KIT-45"
    scene.play(0, "give_back", piece="bobtail").find(0, 1, "manx").play(0, "keep")
    assert scene.refused(0, "put", place="1,1|2,1") == "KIT-45"


@cites("KIT-43")
def test_a_top_tile_lies_over_whatever_is_on_its_two_cells():
    scene = Scene(2, level=3).open().take(0, "III-01").put(0, "persian", 1, 0).hold(0, "bombay")
    scene.play(0, "put", place=scene.place(0, 0, 0, (1, 0)))
    scene.put(0, "exotic", 0, 0)  # under it, and on the box
    assert scene.s.place[0, EXOTIC] == scene.s.box[0]


@cites("KIT-44")
def test_tops_do_not_touch_each_other():
    scene = Scene(2, level=3).open().take(0, "III-01").hold(0, "bombay").play(0, "put", place="3,3|4,3")
    scene.hold(0, "persian")
    for near in ("3,3|3,4", "4,3|5,3", "3,3|2,4"):
        allowed = f"put(place={near})" in scene.legal(0)
        assert allowed == (near == "4,3|5,3"), near  # one cell width apart is enough
    assert scene.refused(0, "put", place="3,3|3,4") == "KIT-44"


# ---------------------------------------------------------------- box card


@cites("KIT-67")
def test_the_box_card_may_be_turned_over_at_any_time():
    scene = Scene(2).open().play(0, "box_flip")
    assert scene.s.box_side[0] == 1
    scene.take(0, "I-05").hold(0, "persian").play(0, "box_flip")
    assert scene.s.box_side[0] == 0


@cites("KIT-68")
def test_the_tile_on_the_box_moves_along():
    scene = opened().put(0, "exotic", 0, 0).put(0, "persian", 1, 0)
    assert scene.refused(0, "box_move", cell="5,4") == "KIT-68"
    assert scene.refused(0, "box_move", cell="4,4") == "KIT-68"
    scene.play(0, "box_move", cell="2,2")
    assert scene.s.place[0, EXOTIC] == scene.s.box[0] == cell_at(1, 1)
    assert scene.s.place[0, PERSIAN] == cell_at(4, 3)


@cites("KIT-68")
@pytest.mark.parametrize("offset", [0, -1])
def test_a_bobtail_on_the_box_moves_along_by_its_head_or_its_tail(offset):
    scene = opened().put(0, "bobtail", offset, 0).put(0, "persian", -2, 1)
    scene.play(0, "box_move", cell="6,1")
    assert scene.s.place[0, BOBTAIL] == cell_at(5 + offset, 0)
    free = scene.legal(0)
    assert ("box_move(cell=7,1)" in free) == (offset == -1)  # a tail beyond the mat is not possible
    assert ("box_move(cell=1,1)" in free) == (offset == 0)


@cites("KIT-68")
def test_a_tile_across_the_box_does_not_move_along():
    scene = Scene(2, level=3).open().take(0, "III-01").hold(0, "bombay")
    scene.play(0, "put", place=scene.place(0, 0, 0, (1, 0)))
    place = scene.s.place[0, BOMBAY]
    scene.play(0, "box_move", cell="1,1")
    assert scene.s.place[0, BOMBAY] == place
    assert scene.s.box[0] == 0 != START


@fault("F58")
def test_a_seat_may_act_for_ever_in_a_calm_round():
    """The count of what a seat has done ends; acting does not."""
    scene = opened(calm=True)
    scene.s.acts[0] = facts.MOST_ACTS - 1
    for _ in range(3):
        scene.play(0, "box_flip")
    assert scene.s.acts[0] == facts.MOST_ACTS
    assert "box_flip" in scene.families(0)
