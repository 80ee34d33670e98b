"""Learn Cat Cab by proximal policy optimization, then play in the arena. Needs PyTorch; one core is enough.

    python docs/learn_cat_cab.py --minutes 5

The learner has one seat of many games at once. In the other sits somebody who plays at random and, once the learner
wins most games, the game's own policy, the instinct that our bots lean on: whoever never wins learns nothing. It looks
at what the game's `features` say of a table, and is told which moves are legal; what they are good for it finds out.
The net lies in `cat-cab.pt` afterwards, and plays from there in the arena like any bot:

    tabbytop arena cat-cab --bots house-cat --bot docs.learn_cat_cab:Learned --games 400
"""

from __future__ import annotations

import argparse
import functools
import time
from collections import deque
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tabbytop import games
from tabbytop.arena.statistics import Standings
from tabbytop.arena.tournament import Tournament, play_game
from tabbytop.bots.bot import Moment
from tabbytop.engine.rule import rule
from tabbytop.engine.state import Floats, States
from tabbytop.engine.verbs import features
from tabbytop.envs.vector import Games, compiled
from tabbytop.games.cat_cab.features import SIZE

GAME, PLAYERS, NET = games.load("cat-cab"), 2, "cat-cab.pt"
TABLES, STEPS = 512, 64
RIVALS, MOST = ("random", "natural"), 0.8
"""Who is played against, one after the other, and the share of wins with which the next one is met."""
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WIDTH, LAMBDA, CLIP, EPOCHS, BATCH, RATE = 128, 0.97, 0.2, 3, 2048, 1e-3
ENTROPY = (0.01, 0.002)
"""How much variety is worth, at the beginning and at the end."""
torch.set_num_threads(1)


@rule
def look(states: States, inputs: Floats) -> int:
    """What a player looks at in each game. Nothing is hidden in Cat Cab, so a state is what everybody sees."""
    for game in range(inputs.shape[0] // SIZE):
        features(states[game], inputs[game * SIZE : (game + 1) * SIZE])
    return 0


LOOK = compiled(GAME).bind(look)


def seen(states: States, masks: Any) -> tuple[Tensor, Tensor]:
    """Games and their legal moves as tensors: copies, since the next step writes into the same arrays."""
    inputs = np.zeros((len(states), SIZE), np.float32)
    LOOK(states, inputs.reshape(-1))
    return torch.from_numpy(inputs).to(DEVICE), torch.tensor(masks).bool().to(DEVICE)


class Player(nn.Module):
    """A policy and a guess at the result."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(SIZE, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.policy, self.value = nn.Linear(WIDTH, GAME.moves.count), nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.policy.bias)

    def forward(self, inputs: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        inside = self.body(inputs)
        return self.policy(inside).masked_fill(~masks, -1e9).log_softmax(-1), self.value(inside).tanh().squeeze(-1)


def tables(rival: str, seed: int) -> Games:
    """Games that have begun, in which the learner has one seat each."""
    begun = Games(GAME, TABLES, PLAYERS, opponents=rival)
    begun.reset(seed)
    return begun


def learn(minutes: float, seed: int) -> Player:
    """Play and learn for so many minutes of one core."""
    torch.manual_seed(seed)
    player, (rival, *harder) = Player().to(DEVICE), RIVALS
    optimizer = torch.optim.Adam(player.parameters(), RATE, eps=1e-5)
    began, told, steps, table = time.process_time(), 0.0, 0, tables(rival, seed)
    results: deque[float] = deque(maxlen=4000)
    while (spent := (time.process_time() - began) / 60) < minutes:
        won = (np.mean(results) + 1) / 2 if results else 0.0
        if harder and len(results) == results.maxlen and won > MOST:
            rival = harder.pop(0)
            table = tables(rival, seed)
            results.clear()
        if spent - told > minutes / 20:
            told = spent
            print(f"{spent:5.1f} min  {steps / 1e6:6.2f} M decisions  wins {won:.0%} against {rival}", flush=True)
        rows = []
        for _ in range(STEPS):
            inputs, masks = seen(table.states, table.masks)
            with torch.no_grad():
                log_chances, value = player(inputs, masks)
            action = torch.distributions.Categorical(logits=log_chances).sample()
            table.actions[:] = action.cpu().numpy()
            table.step()
            over = table.terminals | table.truncations
            results += table.rewards[over].tolist()
            chance = log_chances.gather(1, action[:, None])[:, 0]
            brought = torch.tensor(table.rewards).to(DEVICE), torch.tensor(over).float().to(DEVICE)
            rows.append((inputs, masks, action, chance, value, *brought))
        steps += STEPS * TABLES
        *played, values, rewards, ends = (torch.stack(column) for column in zip(*rows, strict=True))
        with torch.no_grad():
            after = player(*seen(table.states, table.masks))[1]
        gains = advantages(torch.cat([values, after[None]]), rewards, ends)
        left = max(0.05, 1 - spent / minutes)
        for group in optimizer.param_groups:
            group["lr"] = RATE * left
        flat = [part.flatten(0, 1) for part in (*played, gains, gains + values)]
        improve(player, optimizer, flat, ENTROPY[1] + left * (ENTROPY[0] - ENTROPY[1]))
    return player


def advantages(values: Tensor, rewards: Tensor, ends: Tensor) -> Tensor:
    """How much better every decision came out than expected; games end, and nothing is discounted."""
    gains, gain = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        going = 1 - ends[step]
        gain = rewards[step] + going * values[step + 1] - values[step] + LAMBDA * going * gain
        gains[step] = gain
    return gains


def improve(player: Player, optimizer: torch.optim.Optimizer, flat: list[Tensor], variety: float) -> None:
    """Some passes over what was just played."""
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(flat[0])).split(BATCH):
            inputs, masks, taken, before, gain, outcome = (part[chosen] for part in flat)
            log_chances, value = player(inputs, masks)
            ratio = (log_chances.gather(1, taken[:, None])[:, 0] - before).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(log_chances.exp() * log_chances.masked_fill(~masks, 0)).sum(-1).mean()
            loss = 0.5 * (value - outcome).pow(2).mean() - better - variety * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


@functools.cache
def learned() -> Player:
    """The player that lies in the folder."""
    player = Player().to(DEVICE)
    player.load_state_dict(torch.load(NET, map_location=DEVICE))
    return player


class Learned:
    """A bot for the arena: plays what looks best to the net, without looking ahead."""

    def choose(self, moment: Moment) -> int:
        mask = np.zeros((1, GAME.moves.count), np.int8)
        mask[0, list(moment.legal)] = 1
        with torch.no_grad():
            return int(learned()(*seen(moment.view, mask))[0].argmax())


def meet(opponent: str, count: int, seed: int) -> str:
    """How often the learned player is placed before a bot: every deal from both seats, as `tabbytop arena` does."""
    bots = (f"{learn.__module__}:Learned", opponent)
    tournament = Tournament(GAME.id, PLAYERS, GAME.complete(PLAYERS, {}), bots, count, seed)
    standings = Standings(bots)
    for number in range(tournament.deals):
        standings.add([play_game(task, compiled(GAME)) for task in tournament.deal(number)])
    share, (low, high) = standings.seen_from(0, 1)
    return f"{share:.1%} ({low:.1%} to {high:.1%}) of {count} games won against {opponent}"


def main() -> None:
    """Learn, then play."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--minutes", type=float, default=5.0, help="of one core, for learning")
    words.add_argument("--games", type=int, default=400, help="against each bot afterwards")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    torch.save(learn(asked.minutes, asked.seed).state_dict(), NET)
    for opponent in ("kitten", "house-cat"):
        print(meet(opponent, asked.games, asked.seed), flush=True)


if __name__ == "__main__":
    main()
