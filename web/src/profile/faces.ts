/** The faces that people can choose from, and what each looks like in words. */
export const FACES = [
  { id: "me-calico", words: "Calico" },
  { id: "me-smoke", words: "Grey, with spectacles" },
  { id: "me-siam", words: "Siamese" },
  { id: "me-soot", words: "Black and white" },
  { id: "me-brown", words: "Brown, with a scarf" },
  { id: "me-marmalade", words: "Ginger" },
  { id: "me-snow", words: "White" },
  { id: "me-tortie", words: "Tortoiseshell" },
];

/** What a face looks like. */
export function faceInWords(face: string): string {
  return FACES.find(({ id }) => id === face)?.words ?? "";
}

/** A face by lot: another one than before, and none that somebody at the table has, as long as there are such. */
export function drawFace(before: string, taken: string[], random: () => number = Math.random): string {
  const others = FACES.map(({ id }) => id).filter((id) => id !== before);
  const free = others.filter((id) => !taken.includes(id));
  const among = free.length ? free : others;
  return among[Math.floor(random() * among.length)]!;
}
