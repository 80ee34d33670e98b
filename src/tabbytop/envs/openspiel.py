"""Every game in which one decides after the other, for OpenSpiel: importing this registers them in pyspiel.

    >>> import pyspiel, tabbytop.envs.openspiel
    >>> game = pyspiel.load_game("tabbytop_rollecate(players=2)")
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> sum(state.returns())
    0.0

Luck is a chance node with the rules' own weights. What nobody decides (the house, automated seats) follows at once.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from tabbytop import games
from tabbytop.engine.game import Game, all_seen
from tabbytop.engine.luck import stream
from tabbytop.engine.options import AnySeat, BySeat, Flag, Option, Whole
from tabbytop.engine.seats import HOUSE, LUCK, OVER, SPECTATOR
from tabbytop.engine.state import Sees, States, Wide, copy_of
from tabbytop.envs.layout import Part, layout_of
from tabbytop.envs.rewards import by_rank
from tabbytop.envs.vector import compiled

BETWEEN = "+"
"""What stands between the values of an option that has one for each player: "red+blue"."""
Heard = tuple[bytes, ...]
"""For every player a hash of all moves so far as this player saw them, and of what they showed: what it remembers."""


class Position:
    """A state of a game, who acts in it and what everybody has heard. Copying it copies little."""

    __slots__ = ("actor", "card", "heard", "players", "seats", "state")

    def __init__(self, card: Game, players: int, seats: int, state: States, heard: Heard) -> None:
        self.card, self.players, self.seats, self.state, self.heard = card, players, seats, state, heard
        self.actor = OVER
        self.go_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        """What pyspiel calls when a state is cloned: the rules are shared, the numbers are not."""
        other = Position.__new__(Position)
        other.card, other.players, other.seats, other.actor = self.card, self.players, self.seats, self.actor
        other.state, other.heard = copy_of(self.state), self.heard
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """A position as plain data: the card is found again by its id."""
        return _restored, (self.card.id, self.players, self.seats, self.state.tobytes(), self.heard)

    def play(self, seat: int, move: int) -> None:
        """Carry out a move and whatever follows by itself."""
        self._carry_out(seat, move)
        self.go_on()

    def go_on(self) -> None:
        """Let the house and automated seats act."""
        referee = compiled(self.card)
        self.actor = referee.actor(self.state)
        while self.actor == HOUSE or self.actor >= self.players:
            (move,) = referee.legal(self.state, self.actor)
            self._carry_out(self.actor, move)
            self.actor = referee.actor(self.state)

    def _carry_out(self, seat: int, move: int) -> None:
        if self.card.seen is all_seen:
            self.heard = (_hashed(self.heard[0], seat, move),) * self.players
            compiled(self.card).apply(self.state, seat, move)
            return
        plain = self.card.state.plain(self.state)
        shown = [self.card.seen(plain, seat, move, viewer) for viewer in range(self.players)]
        compiled(self.card).apply(self.state, seat, move)
        after = self.state.tobytes()
        # A move may turn up what was done unseen before it, as whoever takes a card in Patrician shows the whole turn.
        self.heard = tuple(
            _hashed(before, seat, told, self.card.state.view_of(after, viewer)) if told >= 0 else before
            for viewer, (before, told) in enumerate(zip(self.heard, shown, strict=True))
        )

    def view(self, player: int) -> States:
        """What a player sees."""
        return self.card.state.view(self.state, player)

    def imagined(self, player: int, luck: Wide) -> Position:
        """A position that fits all that a player knows of this one, and nothing else of it."""
        return imagined(self.card, self.players, self.seats, self.view(player), player, self.heard[player], luck)


def imagined(card: Game, players: int, seats: int, view: States, player: int, heard: bytes, luck: Wide) -> Position:
    """A position that fits what a player sees and has heard."""
    world = copy_of(view)
    compiled(card).imagine(world, player, luck)
    by_others = (_hashed(b"", 0, 0, card.state.view(world, other).tobytes()) for other in range(players))
    memories = tuple(heard if other == player else theirs for other, theirs in enumerate(by_others))
    return Position(card, players, seats, world, memories)


def _restored(game_id: str, players: int, seats: int, state: bytes, heard: Heard) -> Position:
    card = games.load(game_id)
    return Position(card, players, seats, card.state.from_bytes(state), heard)


def _hashed(before: bytes, seat: int, move: int, more: bytes = b"") -> bytes:
    return hashlib.blake2b(b"%b%d %d %b" % (before, seat, move, more), digest_size=8).digest()


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as pyspiel knows it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.opening()

    def current_player(self) -> int:
        """A player, luck, or nobody any more."""
        actor = self.position.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == LUCK else actor

    def _legal_actions(self, player: int) -> list[int]:
        return compiled(self.position.card).legal(self.position.state, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of luck, by the rules' own weights."""
        ids, weights = compiled(self.position.card).chance(self.position.state)
        total = sum(weights)
        return [(move, weight / total) for move, weight in zip(ids, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.position.play(self.position.actor, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.position.card.moves.read(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.actor == OVER

    def returns(self) -> list[float]:
        """From 1 for the first to -1 for the last; 0 while the game runs."""
        position = self.position
        if position.actor != OVER:
            return [0.0] * position.players
        return by_rank(compiled(position.card).rank(position.state)[: position.seats])[: position.players]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that looks the same to a player; what it cannot know is imagined anew."""
        other: SpielState = self.clone()
        other.position = self.position.imagined(player, stream(int(sampler() * (1 << 52))))
        return other

    def __str__(self) -> str:
        viewer = self.position.actor if self.position.actor >= 0 else SPECTATOR
        card = self.position.card
        return card.words.picture(card.state.plain(self.position.view(viewer)), viewer)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options; a subclass for each is what pyspiel has registered."""

    card: Game
    hidden = False
    """Whether it counts as a game of imperfect information, whatever there is to hide: IS-MCTS takes no other."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.players = int(params.get("players", self.card.default_players))
        self.options = self.card.complete(self.players, options_of(self.card, self.players, params))
        self.seats = self.card.seats(self.players, self.options)
        count = self.card.moves.count
        info = pyspiel.GameInfo(
            num_distinct_actions=count,
            max_chance_outcomes=count,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.players == self.seats > 1 else None,
            max_game_length=self.card.longest,
        )
        super().__init__(type_of(self.card, self.players == self.seats > 1, self.hidden), info, params)

    def opening(self) -> Position:
        """The position in which the game begins."""
        state = compiled(self.card).setup(self.card.encode(self.players, self.options))
        return Position(self.card, self.players, self.seats, state, (b"",) * self.players)

    def new_initial_state(self) -> SpielState:
        """A state in which nothing has happened yet."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What players see, as tensors and strings."""
        if params:
            raise ValueError(f"Observations take no parameters; not {params}.")
        return SpielObserver(self.card, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielObserver:
    """Public fields, fields of one's own, or both; with perfect recall also what was heard."""

    def __init__(self, card: Game, kind: Any) -> None:
        self._layout = layout_of(card.state)
        self._recalls = kind.perfect_recall
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._parts: list[Part] = [part for part in self._layout.parts if (own if part.own else kind.public_info)]
        self.tensor = np.zeros(sum(part.size for part in self._parts), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for part in self._parts:
            self.dict[part.name] = self.tensor[at : at + part.size].reshape(part.shape)
            at += part.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        row = self._layout.named(self._layout.flat(state.position.state, player))
        for part in self._parts:
            self.dict[part.name][:] = row[part.name]

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, without public fields that are empty; with perfect recall the past is in a hash of it."""
        position, kind = state.position, state.position.card.state
        view = position.view(player)
        seen, words = kind.changed(kind.blank().tobytes(), view.tobytes()), []
        for part in self._parts:
            if part.name == "seat":
                words.append(f"seat={player}")
            elif part.own:
                words.append(f"{part.name}={view[part.name][0][player].tolist()}")
            elif part.name in seen:
                words.append(f"{part.name}={seen[part.name]}")
        if self._recalls:
            words.append(f"heard={position.heard[player].hex()}")
        return " ".join(word.replace(" ", "") for word in words)


# ---------------------------------------------------------------- registering


def name_of(card: Game) -> str:
    """What pyspiel calls a game."""
    return "tabbytop_" + card.id.replace("-", "_")


def _parameter(option: Option, players: int) -> Any:
    """An option's default as pyspiel holds it: a truth value, a number or a word. A seat is a number, 0 for any."""
    if isinstance(option, AnySeat):
        return 0
    return "" if isinstance(option, BySeat) else option.default_for(players)


def options_of(card: Game, players: int, params: Mapping[str, Any]) -> dict[str, Any]:
    """The options that parameters choose; those at their defaults are left to the game."""
    chosen: dict[str, Any] = {}
    for option in card.options.all:
        value = params.get(option.name, _parameter(option, players))
        if value != _parameter(option, players):
            kept = isinstance(option, Flag | Whole)
            chosen[option.name] = value if kept else option.parse(str(value).replace(BETWEEN, ","))
    return chosen


def params_of(card: Game, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that stand for a table: the other way round."""
    return {"players": players, **{name: _given(card.options.named(name), value) for name, value in options.items()}}


def _given(option: Option, value: Any) -> Any:
    if isinstance(option, AnySeat):
        return int(value) if value != option.default_for(0) else 0
    return BETWEEN.join(value) if isinstance(value, list) else value


@functools.cache
def type_of(card: Game, zero_sum: bool = True, hidden: bool = False) -> Any:
    """The type of a game, as pyspiel asks for it."""
    kind = pyspiel.GameType
    hides = hidden or any(field.sees is not Sees.PUBLIC for field in card.state.fields.values())
    players = card.default_players
    return kind(
        short_name=name_of(card),
        long_name=card.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(card.players),
        min_num_players=min(card.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": players,
            **{option.name: _parameter(option, players) for option in card.options.all},
        },
    )


@functools.cache
def game_class(card: Game, hidden: bool = False) -> type[SpielGame]:
    """The class that stands for a game."""
    name = "".join(word.capitalize() for word in card.id.split("-"))
    return type(f"{name}Game", (SpielGame,), {"card": card, "hidden": hidden})


TURN_BASED = tuple(card for card in map(games.load, games.ids()) if card.clock is None)
"""The games that are registered; races have no turns."""

for _card in TURN_BASED:
    pyspiel.register_game(type_of(_card), game_class(_card))
