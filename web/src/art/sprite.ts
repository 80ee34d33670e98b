/**
 * Puts drawings into the document, so that `<use href="#…">` finds them and CSS variables reach into them. Every drawing
 * component calls this for the sheet it draws from, so a page loads only the sheets of what it shows.
 */
const shown = new Set<string>();

export function show(sheet: string): void {
  if (shown.has(sheet)) return;
  shown.add(sheet);
  const drawn = new DOMParser().parseFromString(sheet, "image/svg+xml").documentElement;
  drawn.classList.add("defs");
  drawn.setAttribute("aria-hidden", "true");
  document.body.prepend(drawn);
}
