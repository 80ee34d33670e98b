/**
 * Puts drawings into the document, so that `<use href="#…">` finds them and CSS variables reach into them. Every drawing
 * component calls this for the sheet it draws from, so a page loads only the sheets of what it shows.
 */
const shown = new Set<string>();

export function show(sheet: string): void {
  if (shown.has(sheet)) return;
  shown.add(sheet);
  // as HTML the same drawing comes of it in a third of the time that it takes as XML
  const read = document.createElement("template");
  read.innerHTML = sheet;
  const drawn = read.content.firstElementChild!;
  drawn.classList.add("defs");
  drawn.setAttribute("aria-hidden", "true");
  document.body.prepend(drawn);
}
