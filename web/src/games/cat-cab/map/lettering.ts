/** Lines of text for drawings, where nothing wraps by itself, and how large letters are at least. */

/** The least height of lettering on the map, in pixels; `--least` is the same in units of the map. */
export const LETTERS = 11.2;

/** Break a text into as few lines of at most `most` letters as it needs, all about equally long. */
export function lines(text: string, most: number): string[] {
  const fewest = broken(text, most);
  let width = most;
  while (width > 8 && broken(text, width - 1).length === fewest.length) width--;
  return broken(text, width);
}

/** Fill lines of at most `most` letters one after the other, at spaces. */
function broken(text: string, most: number): string[] {
  const full: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > most) {
      full.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...full, line] : full;
}

/** Keep a box of a given width inside the map. */
export function within(middle: number, width: number, low: number, high: number): number {
  return Math.min(Math.max(middle - width / 2, low), high - width);
}
