import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  define: { __PAGE__: "globalThis.__PAGE__", __ANSWERS__: "{}" }, // tests of the page set it
  // the browser's build of Svelte, not the server's
  resolve: { conditions: ["browser"] },
  test: { include: ["tests/*.test.ts"], restoreMocks: true },
});
