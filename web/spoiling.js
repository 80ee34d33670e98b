import { readFileSync, readdirSync } from "node:fs";

const USES_VI = /import \{[^}]*\bvi\b[^}]*\} from "vitest"/;

/** The tests that put something else in place of a module, of the clock or of what a browser has. */
export const spoiling = readdirSync("src", { recursive: true })
  .map((name) => `src/${String(name).replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".test.ts") && USES_VI.test(readFileSync(name, "utf8")));
