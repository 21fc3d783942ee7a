import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { notices } from "./notices.js";

// EKIBEN_WEB_OUT: another folder to build to; EKIBEN_SERVER: where the dev server finds a running `ekiben serve`
const server = process.env.EKIBEN_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), notices("THIRD-PARTY-NOTICES.txt")],
  build: {
    outDir: process.env.EKIBEN_WEB_OUT ?? "../src/ekiben/server/assets",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: true,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
});
