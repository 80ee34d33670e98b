import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

const SERVER = loadEnv("development", ".", "TABBYTOP_").TABBYTOP_SERVER ?? "http://127.0.0.1:8888";

/** What the page of the games has, and so nearly every page; then what every table has besides. */
const SHELL = { name: "shell", test: /node_modules[\\/]svelte[\\/]|src[\\/]pages[\\/]Landing\.svelte/, priority: 2 };
const FRAME = {
  name: "frame",
  test: /src[\\/]table[\\/](session\.svelte|Verbs|Still|Notice|NameField|Invite)/,
  priority: 1,
};

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tabbytop/web",
    emptyOutDir: true,
    // The server's content security policy allows nothing inline, so no asset may become a data: address.
    assetsInlineLimit: 0,
    // The server tells browsers which files a page needs before its scripts could ask for them.
    manifest: "files.json",
    // Browsers ask for six files at a time: what is always needed together is one.
    rolldownOptions: { output: { codeSplitting: { groups: [SHELL, FRAME] } } },
    modulePreload: { polyfill: false },
    // Safari 16 has all that the page needs, but not media queries in the notation of ranges
    cssTarget: "safari16",
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
  // sheets that a test reads as text stay what they are
  test: { include: ["src/**/*.test.ts"], css: { include: [/\.css\?raw$/] } },
});
