/** What a review says about others: moves and reasons come as they were said to whoever had them. */
import { percent } from "./chances";

/** A move as somebody else hears of it: "the top of your tower" was "their tower". */
export function heardBy(label: string, isOwn: boolean): string {
  if (isOwn) return label;
  return label
    .replace(/\byour\b/g, "their")
    .replace(/\bYour\b/g, "Their")
    .replace(/\byou like\b/g, "they like");
}

/** A reason as somebody else hears of it: it is still told from the seat of whoever decided. */
export function reasonHeard(reason: string, name: string, isOwn: boolean): string {
  if (isOwn || reason === "" || reason.startsWith("From ")) return reason;
  return `From ${name}’s seat: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

interface Spender {
  cost: number;
  loss_per_decision: number;
}

/** What decisions cost: all together, or, where somebody gave away more than a whole win, on average for everybody. */
export function costInWords({ cost, loss_per_decision }: Spender, people: Spender[]): string {
  if (people.every((each) => each.cost <= 1)) return percent(cost);
  return `${(100 * loss_per_decision).toFixed(1)} % a decision`;
}
