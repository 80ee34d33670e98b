/**
 * Sentences of the rules as they are told to whoever they speak of: "Mina pays Jonas" is "You pay Jonas" to Mina, and "Mina
 * pays you" to Jonas. Knows no game; what people do at tables is a short list of verbs.
 */
import { textOf, type Part } from "./words";

const DOES = new Set(
  (
    "begins bends boosts builds buys calls carries changes combines discards draws drives empties ends " +
    "flips gets gives goes grabs has is joins keeps lays leaves lifts looks loses makes marks moves " +
    "passes pays picks places plays puts re-rolls rolls sends sets shares shows skips starts stays stops " +
    "takes turns walks wins"
  ).split(" "),
);
const IRREGULAR: Record<string, string> = { has: "have", is: "are", goes: "go", passes: "pass" };

/** Words after which a name is not who does something. */
const BEFORE_OBJECTS = /\b(on|from|to|of|for|with|against|by|pays|and|beside) $/;
/** Where a sentence, or what comes before a colon, ends. */
const END = /[.!?:](\s|$)/;

/** A sentence told to whoever sits at `own`; with names only where that is nobody. */
export function addressed(parts: Part[], own: number | null): Part[] {
  if (own === null) return parts;
  let isDoer = false;
  return parts.map((part, at) => {
    if (part.seat !== null) {
      const isOwner = parts[at + 1]?.text.startsWith("'s") ?? false;
      isDoer = part.seat === own && !isOwner && !BEFORE_OBJECTS.test(textOf(parts.slice(0, at)));
      return part.seat === own ? { ...part, text: pronoun(parts, at, isOwner) } : part;
    }
    const text = parts[at - 1]?.seat === own ? part.text.replace(/^'s\b/, "") : part.text;
    const told = { ...part, text: isDoer ? toDoer(text) : text };
    isDoer &&= !END.test(text);
    return told;
  });
}

/** "you" or "your", with a capital where a sentence begins. */
function pronoun(parts: Part[], at: number, isOwner: boolean): string {
  const word = isOwner ? "your" : "you";
  const begins = at === 0 || /[.!?] $/.test(parts[at - 1]!.text);
  return begins ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** What somebody does, said to them, up to the end of the sentence; the rest stays as it is. */
function toDoer(text: string): string {
  const end = text.search(END);
  const cut = end < 0 ? text.length : end;
  const clause = text
    .slice(0, cut)
    .replace(/^ [\w-]+/, (verb) => ` ${youDo(verb.slice(1))}`)
    .replace(/(, | and (?:now )?)([\w-]+)/g, (_, joint: string, verb: string) => joint + youDo(verb))
    .replace(/\btheir\b/g, "your");
  return clause + text.slice(cut);
}

/** "takes" is "take", "carries" is "carry"; a word that is none of the verbs stays as it is. */
function youDo(verb: string): string {
  if (!DOES.has(verb)) return verb;
  return IRREGULAR[verb] ?? verb.replace(/ies$/, "ys").replace(/s$/, "");
}
