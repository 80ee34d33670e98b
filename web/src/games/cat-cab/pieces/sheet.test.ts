import type { Component } from "svelte";
import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import Cab from "./Cab.svelte";
import Nibbles from "./Nibbles.svelte";
import Passenger from "./Passenger.svelte";
import Patrol from "./Patrol.svelte";
import patterns from "./patterns.svg?raw";
import room from "./room.css?raw";
import tokens from "../../../styles/tokens.css?raw";

vi.mock("./patterns", () => ({}));

type Piece = [name: string, Drawn: Component<any>, props: object, colours?: Record<string, string>];

const PATTERNS = { red: "check", blue: "dot", green: "bar" } as const;
const COLOURS = coloursOf(room + tokens);
/** What the server draws link previews with, which has no page. */
const PIECES: Piece[] = [
  ...(["red", "blue", "green"] as const).flatMap((colour): Piece[] => {
    const own = { pc: COLOURS[colour]!, pd: COLOURS[`${colour}-deep`]!, pp: `url(#pat-${PATTERNS[colour]})` };
    return [
      [`cab-${colour}`, Cab, { colour }, own],
      [`crazy-${colour}`, Cab, { colour, crazy: true }, own],
    ];
  }),
  ["passenger", Passenger, {}],
  ["nibbles", Nibbles, {}],
  ["patrol", Patrol, {}],
];

/** The colours of the day by their names: the first that is said of each. */
function coloursOf(styles: string): Record<string, string> {
  const said = [...styles.matchAll(/--([\w-]+):\s*(#\w+);/g)].map(([, name, colour]) => [name!, colour!] as const);
  return Object.fromEntries(said.reverse());
}

function symbolOf([name, Drawn, props, own = {}]: Piece): string {
  const drawn = render(Drawn, { props }).body.replace(/<!--.*?-->| class="[^"]*"/g, "");
  const [, box, shapes] = /^<svg viewBox="([^"]+)"[^>]*>(.*)<\/svg>$/s.exec(drawn.trim())!;
  const [defs] = "pp" in own ? /<defs>.*<\/defs>/s.exec(patterns)! : [""];
  const coloured = (defs + shapes).replace(/var\(--([\w-]+)\)/g, (_, each: string) => own[each] ?? COLOURS[each]!);
  return `<symbol id="${name}" viewBox="${box}">${coloured}</symbol>`;
}

test("the server draws with the pieces of the page", async () => {
  const sheet = ['<svg xmlns="http://www.w3.org/2000/svg">', ...PIECES.map(symbolOf), "</svg>", ""].join("\n");
  expect(sheet).not.toContain("undefined");
  await expect(sheet).toMatchFileSnapshot("../../../../../src/tabbytop/games/cat_cab/pieces.svg");
});
