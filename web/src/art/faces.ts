/**
 * The faces of bots: the coat is the cat's own, expression and accessory are those of its level. Each face is a symbol that
 * is put into the page when it is first seen; sixty of them would be a lot to send.
 */
import { catCalled, COATS, type Coat } from "./coats";
import { levelOf, type Level } from "./levels";

interface Look {
  head: string;
  ears: string;
  muzzle: string;
  stripes: string;
  /** How far the pattern of a coat lies below that of a house cat. */
  drop: number;
  /** Behind the head. */
  behind?: (coat: Coat) => string;
  /** Eyes, mouth and what is worn. */
  before: (coat: Coat) => string;
}

const LINE = "var(--line)";

const LOOKS: Record<Level["look"], Look> = {
  kitten: {
    head: "M48 30c-5 0-9 .7-12.5 2.2L22 15c-6 9-8 20-6 30-3 4-5 8-5.5 12l-6 5 7 3-3 7 9 1c6 9 17 14 30.5 14s24.5-5 30.5-14l9-1-3-7 7-3-6-5c-.5-4-2.5-8-5.5-12 2-10 0-21-6-30L60.5 32.2C57 30.7 53 30 48 30z",
    ears: "M23 23c-3 5-4 11-3 17l9-7zM73 23c3 5 4 11 3 17l-9-7z",
    muzzle: "M48 86c-12 0-21-4-27-11 0-9 6-15 13-15h28c7 0 13 6 13 15-6 7-15 11-27 11z",
    stripes: "M48 36v7M40.5 37l1 6M55.5 37l-1 6M14 56l9 1M15 66l8-1M82 56l-9 1M81 66l-8-1",
    drop: 6,
    before: ({ fur }) =>
      `<path d="M42 31c-5-5-5-11-2-15 2 3 4 4 5 4 0-5 3-8 7-10 0 4 1 6 3 7 3-1 4-2 5-3 1 7-2 14-9 17z" fill="${fur}" stroke-width="2.6"/>
       <g fill="#fff" stroke-width="2.6"><circle cx="31" cy="57" r="10.5"/><circle cx="65" cy="57" r="10.5"/></g>
       <g fill="${LINE}" stroke="none"><circle cx="32" cy="57" r="7.5"/><circle cx="64" cy="57" r="7.5"/></g>
       <g fill="#fff" stroke="none"><circle cx="34.5" cy="54" r="2.9"/><circle cx="66.5" cy="54" r="2.9"/></g>
       <path d="M39 72.5c2.5 2.5 7 2 9-1.5 2 3.5 6.5 4 9 1.5" fill="none" stroke-width="2.4"/>
       <path d="M44.5 67h7L48 71zM44.5 75.5c0 5 1 7 3.5 7s3.5-2 3.5-7c-2 .5-5 .5-7 0z" fill="var(--nose)" stroke-width="2"/>`,
  },
  house: {
    head: "M48 24c-5 0-9 .6-13 2L22 10c-4 7-6 16-6 25C9 41 5 50 6 58c2 16 21 24 42 24s40-8 42-24c1-8-3-17-10-23 0-9-2-18-6-25L61 26c-4-1.4-8-2-13-2z",
    ears: "M24 18c-2 4-3 9-3 14l9-5zM72 18c2 4 3 9 3 14l-9-5z",
    muzzle: "M30 66c0-7 8-10 18-10s18 3 18 10-8 12-18 12-18-5-18-12z",
    stripes: "M48 27v13M39 28l2 10M57 28l-2 10M8 50l11 2M8 61l10-1M88 50l-11 2M88 61l-10-1",
    drop: 0,
    behind: ({ cloth }) => `<path d="M24 80c0 10 48 10 48 0l3-8H21z" fill="${cloth}"/>`,
    before: ({ eye }) =>
      `<path d="M21 50h18c0 7-4 10-9 10s-9-3-9-10zM57 50h18c0 7-4 10-9 10s-9-3-9-10z" fill="${eye}"/>
       <path d="M28 50.5h5v5.5c0 2-5 2-5 0zM63 50.5h5v5.5c0 2-5 2-5 0z" fill="${LINE}" stroke="none"/>
       <path d="M18 50h23M55 50h23" fill="none" stroke-width="3.6"/>
       <path d="M43.5 61h9L48 66z" fill="var(--nose)" stroke-width="2"/>
       <path d="M48 66c0 5-7 6.5-10 2.5M48 66c0 5 7 6.5 10 2.5" fill="none" stroke-width="2.4"/>
       <circle cx="48" cy="86" r="5.5" fill="var(--gold)" stroke-width="2.6"/><path d="M44.5 86.5h7" stroke-width="2"/>`,
  },
  alley: {
    head: "M48 26c-5 0-9 .8-13 2.5L17 9c-4 11-5 23-2 34L4 54l10 3-7 11 13 1c6 11 16 17 28 17s22-6 28-17l13-1-7-11 10-3-11-11c1-4 1.5-8 1.5-12l-9-2.5 7.5-7C81 17 80 13 79 9L61 28.5C57 26.8 53 26 48 26z",
    ears: "M20 20c-1 6-1 12 0 17l9-7zM70 28l5.5 1.5-5 5z",
    muzzle: "M33 70c2-7 8-10 15-10s13 3 15 10c-4 8-9 12-15 12s-11-4-15-12z",
    stripes: "M48 27v12M40 28.5l2 9M56 28.5l-2 9M8 55l11 1M12 66l9-3M88 55l-11 1M84 66l-9-3",
    drop: 2,
    before: () =>
      `<path d="M20 42l20 7M76 42l-20 7" fill="none" stroke-width="4"/>
       <path d="M22 46l17 5.5c0 5-3.5 8-8.5 8S22 54 22 46zM74 46l-17 5.5c0 5 3.5 8 8.5 8s8.5-5.5 8.5-13.5z" fill="#d8e58a"/>
       <path d="M29 49.5l3 1v6c-2 1-3-1-3-3zM67 49.5l-3 1v6c2 1 3-1 3-3z" fill="${LINE}" stroke="none"/>
       <path d="M43.5 60h9L48 65z" fill="var(--nose)" stroke-width="2"/>
       <path d="M48 65v4M33 69c6 5 22 6 31-3" fill="none" stroke-width="2.8"/>
       <path d="M38 72l2.5 6 3.5-5.2z" fill="#fff" stroke-width="2"/>
       <g transform="rotate(-28 30 35)"><rect x="19" y="31" width="21" height="8" rx="4" fill="#f3c9a0" stroke-width="2"/>
       <path d="M27 31v8M32 31v8" stroke-width="1.6"/></g>`,
  },
  top: {
    head: "M48 17c-4 0-7 .6-10 2L25 3c-4 9-6 20-5 30-4 9-4 20 1 29 5 9 16 14 27 14s22-5 27-14c5-9 5-20 1-29 1-10-1-21-5-30L58 19c-3-1.4-6-2-10-2z",
    ears: "M27 12c-2 5-3 11-3 16l8-6zM69 12c2 5 3 11 3 16l-8-6z",
    muzzle: "M32 60c0-7 7-10 16-10s16 3 16 10-7 12-16 12-16-5-16-12z",
    stripes: "M48 19v10M41 20l1.5 8M55 20l-1.5 8M20 44l8 1M21 56l8-2M76 44l-6 1M75 56l-8-2",
    drop: -8,
    before: ({ mark, cloth }) =>
      `<path d="M24 42c4-5 11-5 15 0-2 6-12 7-15 0zM57 42c4-5 11-5 15 0-3 7-13 6-15 0z" fill="#bfe3d6" stroke-width="2.6"/>
       <path d="M31.5 39.5v5.5M64.5 39.5v5.5" stroke-width="3.4"/>
       <path d="M22 34c4-3 9-4 14-2M60 29c5-3 10-2 14 2" fill="none" stroke="${mark}" stroke-width="2.6"/>
       <circle cx="64.5" cy="42" r="12" fill="none" stroke-width="5.5"/>
       <circle cx="64.5" cy="42" r="12" fill="none" stroke="var(--gold)" stroke-width="3"/>
       <path d="M75 49c3 6 3 12 1 17" fill="none" stroke="var(--gold-deep)" stroke-width="2"/>
       <path d="M44 54h8l-4 4.5z" fill="var(--nose)" stroke-width="2"/>
       <path d="M48 58.5c0 4-5 5.5-8 2.5M48 58.5c0 4 6 6 10 1" fill="none" stroke-width="2.4"/>
       <path d="M48 84L24 71c-4 8-4 15 0 23zM48 84l24-13c4 8 4 15 0 23z" fill="${cloth}"/>
       <path d="M30 79l8 4M30 89l7-3M66 79l-8 4M66 89l-7-3" fill="none" stroke-width="2"/>
       <rect x="42" y="76" width="12" height="15" rx="5" fill="${cloth}"/>`,
  },
  lion: {
    head: "M48 22c-6 0-11 1-15 3-4-6-12-7-16-2-3 5-1 11 4 14-4 8-4 18 0 26 5 10 16 15 27 15s22-5 27-15c4-8 4-18 0-26 5-3 7-9 4-14-4-5-12-4-16 2-4-2-9-3-15-3z",
    ears: "M20 26c-2 3-1 6 3 8l6-6c-2-4-7-5-9-2zM76 26c2 3 1 6-3 8l-6-6c2-4 7-5 9-2z",
    muzzle: "M30 64c0-8 8-12 18-12s18 4 18 12-8 14-18 14-18-6-18-14z",
    stripes: "M48 25v7M42 26l1 6M54 26l-1 6M22 52l7 1M74 52l-7 1",
    drop: 0,
    behind: ({ mark }) =>
      `<path d="M48 4l9 7 11-4 5 10 12 1 0 12 9 8-5 11 5 11-10 8-1 12-12 1-6 10-11-4-6 7-6-7-11 4-6-10-12-1-1-12-10-8 5-11-5-11 9-8 0-12 12-1 5-10 11 4z" fill="${mark}"/>`,
    before: () =>
      `<path d="M26 45c3-5 10-5 13 0-3 3-10 3-13 0zM57 45c3-5 10-5 13 0-3 3-10 3-13 0z" fill="#f2d98a" stroke-width="2.6"/>
       <g fill="${LINE}" stroke="none"><circle cx="32.5" cy="44.5" r="2.6"/><circle cx="63.5" cy="44.5" r="2.6"/></g>
       <path d="M23 38l16 2M73 38l-16 2" fill="none" stroke-width="3.4"/>
       <path d="M41 55h14l-7 7z" fill="var(--nose)" stroke-width="2"/>
       <path d="M48 62v4c-2 5-9 6-13 2M48 66c2 5 9 6 13 2" fill="none" stroke-width="2.6"/>`,
  },
};

const SPOTS =
  "M48 27a3.4 5 0 0 1 0 10a3.4 5 0 0 1 0-10zM38 31a3 4 0 0 1 0 8a3 4 0 0 1 0-8zM58 31a3 4 0 0 1 0 8a3 4 0 0 1 0-8zM9 54a4 2.6 0 0 1 8 0a4 2.6 0 0 1-8 0zM8.4 64a3.6 2.4 0 0 1 7.2 0a3.6 2.4 0 0 1-7.2 0zM79 54a4 2.6 0 0 1 8 0a4 2.6 0 0 1-8 0zM80.4 64a3.6 2.4 0 0 1 7.2 0a3.6 2.4 0 0 1-7.2 0zM25 40a3 2.2 0 0 1 6 0a3 2.2 0 0 1-6 0zM65 40a3 2.2 0 0 1 6 0a3 2.2 0 0 1-6 0z";
const GINGER = "#e9964a";
const TOFFEE = "#c9813f";

/** What lies on the fur where a house cat has it; the rest of the face moves it. */
function patternOf({ pattern, fur, mark, muzzle }: Coat): string {
  switch (pattern) {
    case "spotted":
      return `<path d="${SPOTS}" fill="${mark}" opacity=".85"/>`;
    case "tuxedo":
      return `<path d="M48 26c-2 10-5 18-11 23-8 4-12 10-12 18 6 12 14 18 23 18s17-6 23-18c0-8-4-14-12-18-6-5-9-13-11-23z" fill="${muzzle}"/>`;
    case "calico":
      return `<path d="M4 8L46 16C46 34 40 44 28 44C16 46 8 44 2 52z" fill="${GINGER}"/><path d="M96 4L56 14C52 28 60 40 74 40C84 40 90 44 96 52z" fill="${mark}"/>`;
    case "points":
      return `<path d="M12-4L40 30L6 34zM84-4L56 30L90 34z" fill="${mark}"/><path d="M48 40c12 0 24 6 24 18s-10 26-24 26-24-14-24-26 12-18 24-18z" fill="${muzzle}" opacity=".82"/>`;
    case "tortoiseshell":
      return `<path d="M48 16C44 30 56 34 50 46C46 60 54 70 48 90L100 90V10zM8 60c8-4 14 0 16 8l-8 12z" fill="${TOFFEE}"/><path d="M80 20c-6 6-4 14 4 16l8-8z" fill="${fur}"/>`;
    case "plain":
    case "tabby":
      return "";
  }
}

/** Bib and mask are the muzzle of those who have one. */
const MASKED: Coat["pattern"][] = ["tuxedo", "points"];

function furOf(coat: Coat, look: Look): string {
  const stripes = `<path d="${look.stripes}" fill="none" stroke="${coat.mark}" stroke-width="4.6"/>`;
  const muzzle = `<path d="${look.muzzle}" fill="${coat.muzzle}" stroke="none"/>`;
  return `${coat.pattern === "tabby" ? stripes : ""}<g transform="translate(0 ${look.drop})" stroke="none">${patternOf(coat)}</g>${MASKED.includes(coat.pattern) ? "" : muzzle}`;
}

export interface Drawn {
  /** The symbol to be used. */
  id: string;
  sheet: string;
}

const drawn = new Map<string, Drawn>();

/** The face of a bot by its name and level; without a name of the twelve it is the cat that stands for the level. */
export function faceOf(name: string, level: string): Drawn {
  const { look, cat } = levelOf(level);
  const who = catCalled(name) ?? cat;
  const id = `cat-${look}-${who.toLowerCase()}`;
  const known = drawn.get(id);
  if (known) return known;
  const face = { id, sheet: sheetOf(id, COATS[who], LOOKS[look]) };
  drawn.set(id, face);
  return face;
}

function sheetOf(id: string, coat: Coat, look: Look): string {
  return `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="${id}" viewBox="0 0 96 96">
    <clipPath id="${id}-fur"><path d="${look.head}"/></clipPath>
    <g stroke="${LINE}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">${look.behind?.(coat) ?? ""}
    <path d="${look.head}" fill="${coat.fur}" stroke="none"/>
    <g clip-path="url(#${id}-fur)">${furOf(coat, look)}</g>
    <path d="${look.ears}" fill="${coat.ear ?? "#e8a79b"}" stroke="none" opacity=".8"/>
    <path d="${look.head}" fill="none"/>${look.before(coat)}</g></symbol></svg>`;
}
