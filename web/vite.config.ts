import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

const SERVER = loadEnv("development", ".", "TABBYTOP_").TABBYTOP_SERVER ?? "http://127.0.0.1:8888";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tabbytop/web",
    emptyOutDir: true,
    // The server's content security policy allows nothing inline, so no asset may become a data: address.
    assetsInlineLimit: 0,
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
  test: { include: ["src/**/*.test.ts"] },
});
