/** The ways to begin Kitty Paw: in peace, alone, or against each other. */
import "../pieces/sheet";
import type { Start } from "../../starts";
import Calm from "./Calm.svelte";
import Practice from "./Practice.svelte";
import Race from "./Race.svelte";

export const START: Start = {
  question: "How would you like to start?",
  sentence: "Build the picture on your card out of cats and boxes. Then say Meow.",
  colours: { ground: "var(--rug)", line: "var(--rug-line)", ink: "var(--on-rug)" },
  ways: [
    {
      id: "calm",
      title: "Calm",
      words:
        "No clock and no grabbing. Everybody builds in peace; when all have finished the pictures are checked. Five rounds.",
      verb: "Play calmly",
      options: { calm: true },
      Picture: Calm,
    },
    {
      id: "practice",
      title: "Practice",
      words: "You alone, against your own best time. Every tile tells at once whether it lies right. Ten rounds.",
      verb: "Practise",
      players: 1,
      options: {},
      Picture: Practice,
    },
    {
      id: "race",
      title: "Race",
      words: "All at once: grab a card, build, shout Meow, and show the paw. The last paw takes the penalty.",
      verb: "Race",
      options: {},
      Picture: Race,
    },
  ],
};
