/** The course of a game as lines in a picture: which moments are shown, and where they lie. Draws nothing. */
import type { Span } from "./story";

/** Points by seat at each moment shown: before the first turn, and after every one. */
export function courseOf<V>(views: V[], spans: Span[], scores: (view: V) => number[]): number[][] {
  if (views.length === 0 || spans.length === 0) return [];
  const moments = [spans[0]!.from, ...spans.map(({ to }) => to)];
  // what comes after the last turn, such as a settlement, belongs to it
  moments[moments.length - 1] = views.length - 1;
  return moments.map((at) => scores(views[at]!));
}

/** Whole numbers at which lines are drawn across: three or four of them, 0 among them, none outside. */
export function ticksOf(low: number, high: number): number[] {
  const span = Math.max(1, high - low);
  const steps = [1, 2, 5].flatMap((unit) => [unit, 10 * unit, 100 * unit]).sort((one, other) => one - other);
  const step = steps.find((each) => span / each <= 4) ?? 1000;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => step * (first + at));
}

export interface Box {
  width: number;
  height: number;
}

/** Where everything lies in a box: the lines by seat, and the heights of the ticks. */
export function drawn(course: number[][], { width, height }: Box) {
  const all = course.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const y = (points: number) => height - ((points - low) / (high - low)) * height;
  const x = (at: number) => (course.length < 2 ? 0 : (at / (course.length - 1)) * width);
  return {
    ticks: ticksOf(low, high).map((points) => ({ points, y: y(points) })),
    lines: (course[0] ?? []).map((_, seat) => course.map((points, at) => [x(at), y(points[seat]!)] as const)),
  };
}
