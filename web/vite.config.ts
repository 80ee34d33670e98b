import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";
import { compressed } from "./compressed.js";
import { spoiling } from "./spoiling.js";

const SERVER = loadEnv("development", ".", "TABBYTOP_").TABBYTOP_SERVER ?? "http://127.0.0.1:8888";

/**
 * Browsers ask for six files at a time, and each costs a way to the server and back: what is always needed together is one.
 * First what the page of the games has, and so every page; then what every table has besides; then each game.
 */
const FRAME = [
  String.raw`table/(BoardPlace|Crop|GuideSlot|Invite|Notice|Status|Still|TextTable|Verbs|frame|layout|motion)`,
  String.raw`table/(pressing|recap|seats|session\.svelte|shortcuts|sounds|words|zooming)`,
  String.raw`lobby/(NameField|names|words)`,
  String.raw`review/Bands`,
  String.raw`profile/faces`,
  String.raw`games/[a-z]+\.ts`,
  String.raw`games/boards/(?!Outside|outside)`,
].join("|");
const GROUPS = [
  { name: "shell", tags: ["$initial" as const], priority: 3 },
  {
    name: "frame",
    test: (id: string) => new RegExp(`node_modules/svelte/|src/(${FRAME})`).test(plain(id)),
    priority: 2,
  },
  {
    // what a board draws, and not what belongs to other pages: the end of a game, ways to begin, a text to share
    name: (id: string) => /src\/games\/(?!boards)([^/]+)\/(?!end\/|start\/|track)/.exec(plain(id))?.[1] ?? null,
    includeDependenciesRecursively: false,
    priority: 1,
  },
];

function plain(id: string): string {
  return id.replaceAll("\\", "/");
}

export default defineConfig({
  plugins: [svelte(), compressed],
  build: {
    outDir: "../src/tabbytop/web",
    emptyOutDir: true,
    // The server's content security policy allows nothing inline, so no asset may become a data: address.
    assetsInlineLimit: 0,
    // The server tells browsers which files a page needs before its scripts could ask for them.
    manifest: "files.json",
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    modulePreload: { polyfill: false },
    // The oldest browsers that have all that the page needs; README.md names them too.
    target: ["chrome117", "firefox121", "safari16.2"],
  },
  // `make dev`: the page from here, everything else from the server beside it, which is to believe that it is asked itself
  server: {
    proxy: Object.fromEntries(
      ["/api", "/games"].map((path) => [
        path,
        { target: SERVER, ws: true, changeOrigin: true, headers: { origin: SERVER } },
      ]),
    ),
  },
  test: {
    // sheets that a test reads as text stay what they are
    css: { include: [/\.css\?raw$/] },
    // Modules are read once for all tests, but for those that spoil something for others.
    projects: [
      { extends: true, test: { name: "together", include: ["src/**/*.test.ts"], exclude: spoiling, isolate: false } },
      { extends: true, test: { name: "alone", include: spoiling } },
    ],
  },
});
