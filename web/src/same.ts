/** Whether two values of JSON say the same. The order of fields does not matter; what is left out is not null. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields = Object.entries(one);
  const others = other as Record<string, unknown>;
  return fields.length === Object.keys(others).length && fields.every(([name, value]) => same(value, others[name]));
}

/** Gives what it was given before once more as long as the next says the same, so that nothing is drawn anew for it. */
export function steadily<T>(): (next: T) => T {
  let last: T | undefined;
  return (next) => (last = last !== undefined && same(last, next) ? last : next);
}
