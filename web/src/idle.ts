/** Does something as soon as the page has nothing else to do, at the latest after so many milliseconds; says how to give it up. */
export function whenIdle(work: () => void, latest: number): () => void {
  // Safari has no such thing
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work, latest / 2);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: latest });
  return () => cancelIdleCallback(asked);
}
