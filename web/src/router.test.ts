import { expect, test } from "vitest";
import { match } from "./router";

test("every address has its page", () => {
  expect(match("/")).toEqual({ page: "home" });
  expect(match("/games")).toEqual({ page: "landing" });
  expect(match("/new/cat-cab")).toEqual({ page: "create", game: "cat-cab" });
  expect(match("/t/marmalade-42")).toEqual({ page: "table", id: "marmalade-42" });
  expect(match("/guide/cat-cab/")).toEqual({ page: "guide", game: "cat-cab" });
  expect(match("/learn/cat-cab/basics")).toEqual({ page: "lesson", game: "cat-cab", lesson: "basics" });
  expect(match("/enter")).toEqual({ page: "enter" });
});

test("an address that means nothing is lost", () => {
  for (const path of ["/t", "/new", "/t/a/b", "/enter/x", "/cat-cab"]) expect(match(path)).toEqual({ page: "lost" });
});
