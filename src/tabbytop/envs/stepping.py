"""Many games, one decision each per call, in compiled code. Knows no game: it is bound to one like `engine/play.py`.

A game waits for a player's decision; a step carries it out and goes on until the next one is due: luck, the house,
automated seats and, where they are asked for, opponents play meanwhile. Luck is that of a simulated game
(`luck.SwiftLuck`), so a game of any environment can be played again as a match from its seed, number and actions.

Where everybody may act at once, time goes in beats. In every beat each seat that can do anything is asked once for a
move, or to wait; another seat is first each time. Then the time of the beat passes, with all that happens by itself.
"""

from __future__ import annotations

from tabbytop.engine.luck import first_key, number_at, scramble, second_key
from tabbytop.engine.play import drawn, picked
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import ALL, CLOCK, LUCK, OVER
from tabbytop.engine.state import Cells, Floats, Ids, State, States, Wide
from tabbytop.engine.verbs import actor, apply, legal, policy, rank, score, setup
from tabbytop.envs.layout import observe

SEAT, CHOICES, PLY, NUMBER, KEY, KEY2, LEARNER, WAITING, BEATS, TIME_LEFT, ENDED = range(11)
BOOK = 11
"""Numbers that are kept of each game beside its state: who decides now, among how many moves; how far it is, which game
it is and its luck; whose decisions are asked for, or -1 for everybody's; the seats yet to be asked in this beat (bits),
the beats so far, the milliseconds left of this one; how it ended, if it did."""
TO_BEGIN = -100
"""Who decides in a game that is still to be set up."""
RUNNING, PLAYED, CUT_OFF, REFUSED = range(4)
"""How a game ended: not yet, by its rules, at the limit of moves, by a move that is not allowed."""

SEED, SEATS, PLAYERS, LIMIT, BEAT, RESTARTS, BY_SCORE, SIGN, OPPONENTS, LEARNS, MOVES = range(11)
SETTINGS = 11
"""What holds for all games of a call."""
EVERYBODY, RANDOM, NATURAL = range(3)
"""Who decides for the seats that do not learn: nobody, since all do; chance; the game's own policy."""
ALL_LEARN, LEARN_IN_TURN = -1, -2
ILLEGAL = -1.0
"""The reward of whoever plays a move that is not allowed; the game is over then. In a race it only costs the beat."""
LOST = -200.0
"""By points: what a game brings that was lost without an opponent, since it has none; worse than any that was not."""
LONG = 1 << 40


@rule
def random_number(books: Wide, at: int) -> int:
    """What chance gives a player who decides by lot at this ply; luck has the even numbers of the stream."""
    return number_at(int(books[at + KEY]), int(books[at + KEY2]), 2 * int(books[at + PLY]) + 1)


@rule
def begin(
    s: State, blank: Cells, cells: Cells, start: int, books: Wide, at: int, options: Wide, settings: Wide
) -> None:
    """Set a game up anew; its number says what luck it has."""
    for byte in range(blank.shape[0]):
        cells[start + byte] = blank[byte]
    setup(s, options)
    books[at + KEY] = first_key(int(settings[SEED]), int(books[at + NUMBER]))
    books[at + KEY2] = second_key(int(settings[SEED]), int(books[at + NUMBER]))
    books[at + PLY] = 0
    books[at + WAITING] = (1 << settings[PLAYERS]) - 1
    books[at + BEATS] = 0
    books[at + TIME_LEFT] = settings[BEAT]
    books[at + LEARNER] = settings[LEARNS]
    if settings[LEARNS] == LEARN_IN_TURN:
        books[at + LEARNER] = books[at + NUMBER] % settings[PLAYERS]


@rule
def next_in_beat(s: State, books: Wide, at: int, players: int, ids: Ids) -> int:
    """Who is asked next in this beat, with its moves in `ids`; CLOCK if everybody was."""
    for turn in range(players):
        seat = (books[at + BEATS] + turn) % players
        if books[at + WAITING] >> seat & 1:
            books[at + WAITING] &= ~(1 << seat)
            n = legal(s, seat, ids)
            if n > 0:
                books[at + CHOICES] = n
                return seat
    return CLOCK


@rule
def let_time_pass(s: State, books: Wide, at: int, settings: Wide, spans: Wide, ids: Ids) -> None:
    """One move of the clock: as much of the beat as passes before something happens by itself.

    Where nobody could do anything, time goes on to that moment.
    """
    players = settings[PLAYERS]
    nobody = True
    for seat in range(players):
        if nobody and legal(s, seat, ids) > 0:
            nobody = False
    most = LONG if nobody else books[at + TIME_LEFT]
    n = legal(s, CLOCK, ids)
    move, span = -1, 0
    for i in range(n):
        if span < spans[ids[i]] <= most:
            move, span = ids[i], spans[ids[i]]
    apply(s, CLOCK, move)
    books[at + PLY] += 1
    books[at + TIME_LEFT] -= span
    if books[at + TIME_LEFT] <= 0 or nobody:
        books[at + TIME_LEFT] = settings[BEAT]
        books[at + WAITING] = (1 << players) - 1
        books[at + BEATS] += 1


@rule
def advance(s: State, books: Wide, at: int, settings: Wide, spans: Wide, ids: Ids, weights: Ids) -> None:
    """Let everybody play who is not asked, until somebody is, with the moves in `ids`, or the game is over."""
    players, opponents = settings[PLAYERS], settings[OPPONENTS]
    while books[at + PLY] < settings[LIMIT]:
        who = actor(s)
        if who == OVER:
            books[at + SEAT] = OVER
            books[at + ENDED] = PLAYED
            return
        if who == LUCK:
            apply(
                s,
                LUCK,
                drawn(
                    s, number_at(int(books[at + KEY]), int(books[at + KEY2]), 2 * int(books[at + PLY])), ids, weights
                ),
            )
            books[at + PLY] += 1
            continue
        live = who == ALL
        if live:
            who = next_in_beat(s, books, at, players, ids)
            if who == CLOCK:
                let_time_pass(s, books, at, settings, spans, ids)
                continue
        else:
            books[at + CHOICES] = legal(s, who, ids)
        n = int(books[at + CHOICES])
        if 0 <= who < players and (books[at + LEARNER] < 0 or books[at + LEARNER] == who):
            books[at + SEAT] = who
            return
        choice = 0
        if live:
            choice = (random_number(books, at) * (n + 1)) >> 32
        elif n > 1 and opponents == NATURAL:
            policy(s, who, ids, n, weights)
            choice = picked(n, weights, random_number(books, at))
        elif n > 1:
            choice = (random_number(books, at) * n) >> 32
        if choice < n:
            apply(s, who, ids[choice])
            books[at + PLY] += 1
    books[at + SEAT] = OVER
    books[at + ENDED] = CUT_OFF


@rule
def pay(s: State, settings: Wide, shares: Floats, first: int, numbers: Wide) -> None:
    """What a game that was played brings each player: places from 1 (first) to -1 (last), or points."""
    seats, players = settings[SEATS], settings[PLAYERS]
    rank(s, numbers)
    if seats == 1 and numbers[0] != 1:
        shares[first] = LOST if settings[BY_SCORE] == 1 else -1.0
        return
    if settings[BY_SCORE] == 1:
        score(s, numbers)
        for seat in range(players):
            shares[first + seat] = settings[SIGN] * numbers[seat]
        return
    if seats == 1:
        shares[first] = 1.0
        return
    for seat in range(players):
        lead = 0.0
        for other in range(seats):
            if numbers[other] > numbers[seat]:
                lead += 1.0
            elif numbers[other] < numbers[seat]:
                lead -= 1.0
        shares[first + seat] = lead / (seats - 1)


@rule
def is_allowed(move: int, allowed: Ids, first: int, n: int, waiting: int) -> bool:
    """Whether a decision is among those that were offered; `waiting` is the one that is no move."""
    if move == waiting:
        return True
    for i in range(n):
        if allowed[first + i] == move:
            return True
    return False


@rule
def offer(ids: Ids, n: int, allowed: Ids, first: int, masks: Cells, start: int, width: int, waiting: int) -> None:
    """Write down which decisions are possible: `n` moves, and to wait where that is one."""
    mask = masks[start : start + width]
    for move in range(width):
        mask[move] = 0
    for i in range(n):
        allowed[first + i] = ids[i]
        mask[ids[i]] = 1
    if n > 0 and waiting >= 0:
        mask[waiting] = 1


@rule
def step_games(
    states: States,
    cells: Cells,
    blank: Cells,
    books: Wide,
    options: Wide,
    settings: Wide,
    spans: Wide,
    runs: Wide,
    actions: Ids,
    allowed: Ids,
    observations: Ids,
    masks: Cells,
    rewards: Floats,
    shares: Floats,
    terminals: Cells,
    truncations: Cells,
    finals: Ids,
    ids: Ids,
    weights: Ids,
    numbers: Wide,
) -> int:
    """Carry out one decision in every game, and write what there is to know for the next one.

    `cells` are the bytes of `states`. A game that is over ends with `terminals` or `truncations`, its last observation
    goes into `finals`, and where games restart the next one is set up at once. `rewards` has the reward of whoever has
    decided, `shares` those of all players in a row for each game. Returns how many games have ended.
    """
    count = states.shape[0]
    size, width, actions_each = blank.shape[0], observations.shape[0] // count, masks.shape[0] // count
    moves, players = settings[MOVES], settings[PLAYERS]
    waiting = moves if actions_each > moves else -1
    ended = 0
    for game in range(count):
        s = states[game]
        at = game * BOOK
        seat = int(books[at + SEAT])
        terminals[game] = 0
        truncations[game] = 0
        rewards[game] = 0.0
        for player in range(players):
            shares[game * players + player] = 0.0
        books[at + ENDED] = RUNNING
        if seat == TO_BEGIN:
            begin(s, blank, cells, game * size, books, at, options, settings)
            advance(s, books, at, settings, spans, ids, weights)
        elif seat >= 0:
            move = int(actions[game])
            fits = is_allowed(move, allowed, game * moves, int(books[at + CHOICES]), waiting)
            if not fits and waiting >= 0:
                move, fits = waiting, True  # what is not possible in a race is a moment lost
            if not fits:
                books[at + SEAT] = OVER
                books[at + ENDED] = REFUSED
                shares[game * players + seat] = ILLEGAL
            else:
                if move != waiting:
                    apply(s, seat, move)
                    books[at + PLY] += 1
                advance(s, books, at, settings, spans, ids, weights)
        if books[at + ENDED] != RUNNING:
            ended += 1
            terminals[game] = 0 if books[at + ENDED] == CUT_OFF else 1
            truncations[game] = 1 if books[at + ENDED] == CUT_OFF else 0
            if books[at + ENDED] == PLAYED:
                pay(s, settings, shares, game * players, numbers)
            viewer = int(books[at + LEARNER]) if books[at + LEARNER] >= 0 else max(0, seat)
            rewards[game] = shares[game * players + viewer]
            observe(cells, game * size, viewer, runs, finals, game * width)
            if settings[RESTARTS] == 1:
                books[at + NUMBER] += count
                begin(s, blank, cells, game * size, books, at, options, settings)
                advance(s, books, at, settings, spans, ids, weights)
        n = int(books[at + CHOICES]) if books[at + SEAT] >= 0 else 0
        offer(ids, n, allowed, game * moves, masks, game * actions_each, actions_each, waiting)
        viewer = int(books[at + SEAT]) if books[at + SEAT] >= 0 else max(0, seat)
        observe(cells, game * size, viewer, runs, observations, game * width)
    return ended


@rule
def choose_at_random(masks: Cells, actions: Ids, luck: Wide) -> int:
    """Any allowed decision in every game, all alike, from a stream of random numbers; for measuring and for tests."""
    count = actions.shape[0]
    width = masks.shape[0] // count
    for game in range(count):
        mask = masks[game * width : (game + 1) * width]
        n = 0
        for move in range(width):
            n += mask[move]
        number = number_at(int(luck[0]), int(luck[1]), int(luck[2]))
        luck[2] += 1
        k = (scramble(number) * n) >> 32
        move = 0
        while move < width - 1 and k >= mask[move]:
            k -= mask[move]
            move += 1
        actions[game] = move
    return count
