import { expect, test } from "vitest";
import type { OptionInfo } from "../generated/protocol";
import {
  applying,
  chosenOptions,
  companion,
  companyFor,
  levelFor,
  exchanged,
  sectionsOf,
  seated,
  seatLabel,
  startsAtOnce,
  tellSitters,
  wanted,
} from "./plan";

function option(
  name: string,
  standard: Record<string, unknown>,
  only: number[] = [],
  only_with: Record<string, string> = {},
): OptionInfo {
  return {
    name,
    kind: "choice",
    words: "",
    default: standard,
    only_players: only,
    only_with,
    values: [],
    low: 0,
    high: 0,
    counts_players: [],
    counts_with: {},
    counts_from: {},
  };
}

const SIDE = option("side", { "1": "front", "2": "front" });
const RUSH = option("rush", { "1": "book" }, [1]);
const COLOURS = option("colours", { "1": ["red"], "2": ["red", "blue"] });

test("with a bot, one sits down first and bots of the chosen level fill the rest", () => {
  expect(seated(3, [], companion("bot", "top-cat")).map((sitter) => wanted(sitter))).toEqual([
    { type: "me" },
    { type: "bot", level: "top-cat" },
    { type: "bot", level: "top-cat" },
  ]);
});

test("another number of players keeps those who sat already", () => {
  expect(seated(3, ["me", "kitten"], "friend")).toEqual(["me", "kitten", "friend"]);
  expect(seated(1, ["me", "kitten"], "friend")).toEqual(["me"]);
});

test("options for other numbers of players neither show nor travel", () => {
  expect(applying([SIDE, RUSH], 2)).toEqual([SIDE]);
  expect(chosenOptions([SIDE, RUSH], 2, { side: "back", rush: "sensible" })).toEqual({ side: "back" });
});

test("options of another mode neither show nor travel", () => {
  const mode = option("mode", { "1": "solo" }, [1]);
  const starts = option("starts", { "1": false }, [1], { mode: "betsy" });
  expect(applying([mode, starts], 1)).toEqual([mode]);
  expect(applying([mode, starts], 1, { mode: "betsy" })).toEqual([mode, starts]);
  expect(chosenOptions([mode, starts], 1, { mode: "solo", starts: true })).toEqual({});
  expect(chosenOptions([mode, starts], 1, { mode: "betsy", starts: true })).toEqual({ mode: "betsy", starts: true });
});

test("only what differs from the usual travels", () => {
  expect(chosenOptions([SIDE, COLOURS], 2, { side: "front", colours: ["red", "blue"] })).toEqual({});
  expect(chosenOptions([SIDE, COLOURS], 2, { colours: ["blue", "red"] })).toEqual({ colours: ["blue", "red"] });
});

test("taking somebody's colour gives them mine", () => {
  expect(exchanged(["red", "blue", "green"], 0, "green")).toEqual(["green", "blue", "red"]);
  expect(exchanged(["red", "blue"], 1, "green")).toEqual(["red", "green"]);
});

test("who plays is told in a sentence", () => {
  expect(tellSitters(["me"], ["Socks"])).toBe("You alone.");
  expect(tellSitters(["me", "house-cat"], ["Socks", "Pepper"])).toBe("You against Pepper.");
  expect(tellSitters(["me", "me", "kitten", "house-cat"], ["Socks", "Mia", "Pepper", "Tango"])).toBe(
    "Socks and Mia against Pepper and Tango.",
  );
  expect(tellSitters(["me", "friend", "top-cat"], ["Socks", "", "Domino"])).toBe("You and 1 friend against Domino.");
  expect(tellSitters(["me", "me", "open"], ["Socks", "Mia", ""])).toBe("Socks, Mia and one open seat.");
  expect(tellSitters(["kitten", "top-cat"], ["Pepper", "Domino"])).toBe("Pepper and Domino, while you watch.");
  expect(tellSitters(["me", "kitten"], ["Socks", ""])).toBe("You against a bot.");
});

test("a seat is wanted with the name that was given there", () => {
  expect(wanted("me", "Mia")).toEqual({ type: "me", name: "Mia" });
  expect(wanted("kitten", "Misty")).toEqual({ type: "bot", level: "kitten", name: "Misty" });
  expect(wanted("kitten", "Rosie")).toEqual({ type: "bot", level: "kitten" });
  expect(wanted("friend", "Mia")).toEqual({ type: "friend" });
  expect(seatLabel(1, "kitten", "Misty")).toBe("Seat 2, Misty");
  expect(seatLabel(1, "friend", "")).toBe("Seat 2, a friend");
});

test("a game begins at once when nobody is waited for", () => {
  expect(startsAtOnce(["me", "kitten"])).toBe(true);
  expect(startsAtOnce(["me", "friend"])).toBe(false);
});

test("where everybody acts at once a device is not passed round", () => {
  expect(companyFor({ racing: true }, "device")).toBe("friends");
  expect(companyFor({ racing: true }, "bot")).toBe("bot");
  expect(companyFor({ racing: false }, "device")).toBe("device");
});

test("options stand under their headings, and only where they mean something", () => {
  const calm = option("calm", { "1": false, "2": false });
  const rounds = { ...option("rounds", { "1": 5, "2": 5 }), counts_with: { calm: true } };
  const seconds = { ...option("seconds", { "1": 3, "2": 3 }), counts_with: { calm: false } };
  const places = { calm: { players: [2] }, rounds: {}, seconds: { heading: "Times" } };
  const shown = (players: number, chosen: Record<string, unknown>) =>
    sectionsOf([calm, rounds, seconds, SIDE], places, players, chosen).map(
      ({ heading, options }) => `${heading}: ${options.map(({ name }) => name).join(", ")}`,
    );
  expect(shown(2, {})).toEqual([": calm, side", "Times: seconds"]);
  expect(shown(2, { calm: true })).toEqual([": calm, rounds, side"]);
  expect(shown(1, {})).toEqual(["Times: seconds", ": side"]);
  expect(sectionsOf([SIDE, calm], places, 2, {})[0]?.options.map(({ name }) => name)).toEqual(["calm", "side"]);
});

test("an option that would change nothing is not offered, and what was chosen of it before is not sent", () => {
  const deck = { ...option("deck", { "1": "levels", "2": "levels" }), counts_players: [2] };
  const set = { ...option("set", { "1": "blue", "2": "blue" }), counts_with: { deck: "levels" } };
  const offered = (players: number, chosen: Record<string, unknown>) =>
    applying([deck, set], players, chosen).map(({ name }) => name);
  expect(offered(2, {})).toEqual(["deck", "set"]);
  expect(offered(2, { deck: "mixed" })).toEqual(["deck"]);
  expect(offered(1, { deck: "mixed" })).toEqual(["set"]);
  expect(chosenOptions([deck, set], 1, { deck: "mixed", set: "yellow" })).toEqual({ set: "yellow" });
});

test("an option that a game is too short for is not offered", () => {
  const set = { ...option("set", { "2": "blue" }), counts_from: { rounds: 5 } };
  const calm = option("calm", { "2": false });
  const rounds = { ...option("rounds", { "2": 4 }), counts_with: { calm: true } };
  const offered = (chosen: Record<string, unknown>) => applying([set, calm, rounds], 2, chosen).map(({ name }) => name);
  expect(offered({})).toEqual(["set", "calm"]);
  expect(offered({ calm: true })).toEqual(["calm", "rounds"]);
  expect(offered({ calm: true, rounds: 5 })).toEqual(["set", "calm", "rounds"]);
  expect(chosenOptions([set, calm, rounds], 2, { calm: true, set: "yellow" })).toEqual({ calm: true });
});

test("at one's own pace is proposed where a game has that, and only to whoever chose no level", () => {
  const levels = ["matched", "kitten", "house-cat"].map((name) => ({ name, words: "" }));
  expect(levelFor({ levels }, "house-cat")).toBe("matched");
  expect(levelFor({ levels }, "kitten")).toBe("kitten");
  expect(levelFor({ levels: levels.slice(1) }, "house-cat")).toBe("house-cat");
});
