/** A table for tests: three players in an open round of Level I cards, empty mats, and whatever a test changes. */
import { PAGE } from "./generated";
import { CARDS, NONE, PHASE, type View } from "./reading";

const four = <T>(value: T): T[] => [value, value, value, value];
const eight = (value: number): number[] => Array<number>(8).fill(value);

export function table(fields: Partial<View> = {}): View {
  return {
    players: 3,
    mixed: 0,
    yellow: 0,
    tumbled: 0,
    calm: 0,
    calm_rounds: 5,
    calm_minutes: 0,
    countdown: 3,
    ready_wait: 60,
    peek_time: 3,
    reaction_time: 5,
    round_limit: 300,
    now: 9000,
    phase: PHASE.building,
    until: -1,
    round: 1,
    extra: 0,
    active: 0b111,
    ready: 0,
    opened: 3000,
    since: four(0),
    acts: four(0),
    where: CARDS.map(() => 1),
    row: [NONE, NONE, NONE, 3],
    card: [0, 1, 2, NONE],
    top_level: 1,
    scored: four(0),
    total: four(0),
    centre: PAGE.breeds.map(() => [2, 1]),
    mixing: 7,
    place: four(eight(PAGE.nowhere)),
    side: four(eight(0)),
    rot: four(eight(0)),
    box: four(PAGE.start),
    box_side: four(0),
    tumbling: NONE,
    ring: eight(NONE),
    looked: 0,
    peeked: four(0),
    known: four(eight(NONE)),
    shown: eight(NONE),
    peeking: four(NONE),
    peek_until: four(NONE),
    finding: NONE,
    rested_until: four(new Array<number>(8).fill(0)),
    told: four(NONE),
    hide: four(NONE),
    hide_slot: four(NONE),
    caller: NONE,
    called: NONE,
    done: 0,
    due: 0,
    reaction: four(NONE),
    pressed: four(0),
    lag: four(0),
    away_since: four(NONE),
    last: 0,
    was_last: 0,
    verdict: four(0),
    faults: four(0),
    times: Array<number>(12).fill(NONE),
    best: four(NONE),
    ...fields,
  };
}

/** Places of seat 0 by piece; all others are empty. */
export function mat(places: Record<number, number>): number[][] {
  return [Object.assign(eight(PAGE.nowhere), places), ...Array.from({ length: 3 }, () => eight(PAGE.nowhere))];
}

/** The number of a card by its id. */
export function cardNamed(id: string): number {
  return CARDS.findIndex((card) => card.id === id);
}
