"""Learn Cat Cab by proximal policy optimization, then play against a house cat. Needs PyTorch; a processor is enough.

    python docs/learn_cat_cab.py --minutes 5 --games 200

The learner has one seat of many games at once. In the other sits somebody who plays at random, and once the learner
wins most games, the game's own policy, the instinct that our bots lean on: whoever never wins learns nothing.
Nothing of the game is known here but the layout of its observations: every number in them is a category with a row of
weights of its own, and the rows of an observation are added up. A GPU is used where there is one.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tabbytop.envs.gymnasium import GamesVectorEnv, SeatEnv

GAME, PLAYERS = "cat-cab", 2
GAMES, STEPS = 512, 64
RIVALS, MOST = ("random", "natural"), 0.8
"""Who is played against, one after the other, and the share of wins with which the next one is met."""
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WIDTH = 96
CATEGORIES, LOWEST = 64, -2
"""Numbers of an observation are cut off to so many categories, from the lowest that means something."""
LAMBDA, CLIP, EPOCHS, BATCH, RATE = 0.97, 0.2, 2, 4096, 1.5e-3
ENTROPY = (0.02, 0.003)
"""How much variety is worth, at the beginning and at the end."""


class Player(nn.Module):
    """A policy and a guess at the result, from observations and masks."""

    def __init__(self, cells: int, actions: int) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(cells * CATEGORIES, WIDTH, mode="sum")
        nn.init.normal_(self.rows.weight, std=0.1)
        self.body = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.policy, self.value = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.policy.weight)
        self.register_buffer("first", torch.arange(cells) * CATEGORIES)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        numbers = (seen - LOWEST).clamp(0, CATEGORIES - 1) + self.first
        inside = self.body(self.rows(numbers))
        return self.policy(inside).masked_fill(~mask, -1e9).log_softmax(-1), self.value(inside).squeeze(-1)


def as_tensors(seen: dict[str, Any]) -> tuple[Tensor, Tensor]:
    """Copies, since the next step writes into the same arrays."""
    row, mask = torch.tensor(seen["observation"], dtype=torch.int64), torch.tensor(seen["action_mask"]).bool()
    return row.to(DEVICE), mask.to(DEVICE)


def learn(minutes: float, seed: int) -> Player:
    """Play and learn for so many minutes."""
    torch.manual_seed(seed)
    rivals = iter(RIVALS)
    rival = next(rivals)
    table = GamesVectorEnv(GAME, GAMES, PLAYERS, opponents=rival)
    seen, _ = table.reset(seed=seed)
    cells, actions = seen["observation"].shape[1], seen["action_mask"].shape[1]
    player = Player(cells, actions).to(DEVICE)
    optimizer = torch.optim.Adam(player.parameters(), RATE, eps=1e-5)
    blank = {"device": DEVICE}
    observations = torch.zeros(STEPS, GAMES, cells, dtype=torch.int64, **blank)
    masks, taken = (torch.zeros(STEPS, GAMES, actions, **blank).bool(), torch.zeros(STEPS, GAMES, **blank).long())
    chances, rewards, ends = (torch.zeros(STEPS, GAMES, **blank) for _ in range(3))
    values = torch.zeros(STEPS + 1, GAMES, **blank)
    began, told, steps = time.monotonic(), 0.0, 0
    results: deque[float] = deque(maxlen=1000)
    while (spent := (time.monotonic() - began) / 60) < minutes:
        for step in range(STEPS):
            observations[step], masks[step] = as_tensors(seen)
            with torch.no_grad():
                log_chances, values[step] = player(observations[step], masks[step])
            taken[step] = torch.distributions.Categorical(logits=log_chances).sample()
            chances[step] = log_chances.gather(1, taken[step, :, None])[:, 0]
            seen, reward, over, cut, _ = table.step(taken[step].cpu().numpy())
            rewards[step], ends[step] = torch.tensor(reward), torch.tensor(over | cut).float()
            results += reward[over].tolist()
        with torch.no_grad():
            values[STEPS] = player(*as_tensors(seen))[1]
        steps += STEPS * GAMES
        gains = advantages(values, rewards, ends)
        left = max(0.0, 1 - spent / minutes)
        for group in optimizer.param_groups:
            group["lr"] = RATE * max(left, 0.05)
        variety = ENTROPY[1] + left * (ENTROPY[0] - ENTROPY[1])
        flat = [part.flatten(0, 1) for part in (observations, masks, taken, chances, gains, gains + values[:STEPS])]
        improve(player, optimizer, flat, variety)
        won = (np.mean(results) + 1) / 2 if results else 0.0
        if spent - told > minutes / 20:
            told = spent
            print(f"{spent:5.1f} min  {steps / 1e6:6.2f} M steps  wins {won:.0%} against {rival}", flush=True)
        if len(results) == results.maxlen and won > MOST and rival != RIVALS[-1]:
            rival = next(rivals)
            table = GamesVectorEnv(GAME, GAMES, PLAYERS, opponents=rival)
            seen, _ = table.reset(seed=seed)
            results.clear()
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
            seen, mask, taken, before, gain, outcome = (part[chosen] for part in flat)
            log_chances, value = player(seen, mask)
            ratio = (log_chances.gather(1, taken[:, None])[:, 0] - before).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(log_chances.exp() * log_chances.masked_fill(~mask, 0)).sum(-1).mean()
            loss = 0.5 * (value - outcome).pow(2).mean() - better - variety * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


def meet(player: Player, opponent: str, games: int, seed: int) -> float:
    """The share of games that the player wins against a bot, half of them from each seat."""
    won = 0.0
    for number in range(games):
        table = SeatEnv(GAME, PLAYERS, seat=number % PLAYERS, opponents=opponent)
        seen, _ = table.reset(seed=seed + number // PLAYERS)
        reward, over = 0.0, False
        while not over:
            with torch.no_grad():
                row, mask = as_tensors(seen)
                log_chances, _ = player(row[None], mask[None])
            seen, reward, over, cut, _ = table.step(int(log_chances.argmax()))
            over = over or cut
        won += (reward + 1) / 2
    return won / games


def main() -> None:
    """Learn, then play."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--minutes", type=float, default=5.0, help="for learning")
    words.add_argument("--games", type=int, default=200, help="games against each bot afterwards")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    torch.set_num_threads(1)
    player = learn(asked.minutes, asked.seed)
    for opponent in ("kitten", "house-cat"):
        share = meet(player, opponent, asked.games, asked.seed)
        margin = 1.96 * (share * (1 - share) / asked.games) ** 0.5
        print(f"{share:.1%} +- {margin:.1%} of {asked.games} games won against {opponent}")


if __name__ == "__main__":
    main()
