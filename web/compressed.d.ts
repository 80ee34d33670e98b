import type { Plugin } from "vite";

export const compressed: Plugin;
