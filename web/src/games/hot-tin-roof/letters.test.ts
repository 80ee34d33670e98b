import { expect, it } from "vitest";
import type { Hit } from "./hits";
import { meaningOf } from "./letters";
import { gapNamed, roofNamed, type Cat } from "./reading";
import { cats, table } from "./table.fixture";
import { keyOf, type Place } from "./targets";

const view = table({ cat: cats({ "0 0": "KN", "0 1": "KA" }) });
const sitting: Cat = { seat: 0, shape: 0, which: 0 };
const lying: Cat = { seat: 0, shape: 1, which: 0 };

function hit(place: Place, cat: Cat | null = null): Hit {
  return {
    key: `${keyOf(place)} ${cat?.shape ?? ""}`,
    place,
    cat,
    label: "",
    plays: false,
    held: false,
    act: () => {},
  };
}

const roof = (letter: string): Place => ({ rooftop: roofNamed(letter) });

it("a letter takes the cat on its roof, and once more the other one there", () => {
  const hits = [hit(roof("K"), sitting), hit(roof("K"), lying), hit(roof("N"), { ...sitting, which: 1 })];
  const moment = { view, hits, begun: null };
  expect(meaningOf("k", { ...moment, cat: null })).toEqual({ hit: hits[0] });
  expect(meaningOf("K", { ...moment, cat: sitting })).toEqual({ hit: hits[1] });
  expect(meaningOf("n", { ...moment, cat: null })).toEqual({ hit: hits[2] });
});

it("with a cat in hand a letter is where it walks to", () => {
  const hits = [hit(roof("J")), hit(roof("N")), hit(roof("N"), { ...sitting, which: 1 })];
  expect(meaningOf("j", { view, hits, cat: sitting, begun: null })).toEqual({ hit: hits[0] });
  expect(meaningOf("n", { view, hits, cat: sitting, begun: null })).toEqual({ hit: hits[1] });
});

it("a roof that is no choice is asked about", () => {
  expect(meaningOf("c", { view, hits: [hit(roof("J"))], cat: sitting, begun: null })).toEqual({ ask: roof("C") });
});

it("two letters choose the gap between them, in either order", () => {
  const hits = [hit({ gap: gapNamed("AB") }), hit({ gap: gapNamed("BC") })];
  const moment = { view, hits, cat: null };
  expect(meaningOf("b", { ...moment, begun: null })).toEqual({ begin: roofNamed("B") });
  expect(meaningOf("a", { ...moment, begun: roofNamed("B") })).toEqual({ hit: hits[0] });
  expect(meaningOf("c", { ...moment, begun: roofNamed("B") })).toEqual({ hit: hits[1] });
  expect(meaningOf("g", { ...moment, begun: roofNamed("B") })).toEqual({ ask: { gap: gapNamed("BG") } });
  expect(meaningOf("o", { ...moment, begun: roofNamed("B") })).toEqual({ begin: roofNamed("O") });
});

it("letters mean nothing where no roof can be chosen, nor others than those of roofs", () => {
  expect(meaningOf("a", { view, hits: [hit({ dumpster: 1 })], cat: null, begun: null })).toBeNull();
  expect(meaningOf("u", { view, hits: [hit(roof("A"))], cat: null, begun: null })).toBeNull();
});
