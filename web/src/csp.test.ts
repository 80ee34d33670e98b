import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>(["./**/*.svelte", "./**/*.svg", "../index.html"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no source carries an inline style or handler, which the content security policy would not let through", () => {
  const forbidden = /<[^>]*\s(style\s*=\s*["']|on\w+\s*=\s*["'])/;
  expect(SOURCES["./App.svelte"]).toContain("<script");
  expect(Object.keys(SOURCES).filter((path) => forbidden.test(SOURCES[path] ?? ""))).toEqual([]);
});
