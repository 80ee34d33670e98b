/** A press on a piece that is carried away must not take the focus with it: whoever uses keys finds it where it was. */
export function unfocused(node: Element): () => void {
  const keep = (event: Event): void => event.preventDefault();
  node.addEventListener("mousedown", keep);
  return () => node.removeEventListener("mousedown", keep);
}
