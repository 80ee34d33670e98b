/** Which drawings stand for which game: a scene for its card, and a piece on its ground for small places. */

export interface Room {
  scene: string;
  /** Where the main thing of the scene is, from its left edge; narrow places show that part. */
  focus: number;
  /** The symbol of the piece with its width and height; null where the game has a component for it. */
  piece: [string, number, number] | null;
  ground: string;
}

const ROOMS: Record<string, Room> = {
  "cat-cab": { scene: "scene-cab", focus: 118, piece: null, ground: "#B9C6DA" },
  "hot-tin-roof": { scene: "scene-roof", focus: 160, piece: ["bit-can", 44, 30], ground: "#4A5088" },
  rollecate: { scene: "scene-rail", focus: 130, piece: ["bit-engine", 44, 34], ground: "#DCE0B4" },
  patrician: { scene: "scene-patr", focus: 117, piece: ["bit-tower", 24, 44], ground: "#F0DFB6" },
  "kitty-paw": { scene: "scene-kitty", focus: 162, piece: ["bit-box", 42, 42], ground: "#D98A7C" },
};

/** A game that nobody has drawn yet is a cat in a box. */
export function roomOf(game: string): Room {
  return ROOMS[game] ?? { scene: "scene-kitty", focus: 162, piece: ["bit-box", 42, 42], ground: "#F3E2BF" };
}
