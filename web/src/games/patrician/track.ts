/** The skyline of all cities, with one's own floors filled. */
import { trimmed, type DrawTrack } from "../tracks";
import type { View } from "./generated";

export const drawn: DrawTrack<View> = (views, seat) => {
  const { floor, height, cities } = views.at(-1)!;
  const highest = Math.max(...height.slice(0, cities).flat());
  const rows = Array.from({ length: highest }, (_, down) => {
    const level = highest - 1 - down;
    return Array.from({ length: cities }, (_, city) =>
      [0, 1]
        .map((site) => (level >= height[city]![site]! ? " " : floor[city]![site]![level] === seat ? "#" : "|"))
        .join(""),
    ).join(" ");
  });
  return {
    lines: trimmed([...rows, Array.from({ length: cities }, () => "==").join("=")]),
    about: "These are the towers of all cities; your floors are the dark ones.",
  };
};
