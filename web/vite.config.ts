import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tabbytop/web",
    emptyOutDir: true,
    // The server's content security policy allows nothing inline, so no asset may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8888", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
