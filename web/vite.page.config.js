// The same client as a folder of static files that brings its own server (`ekiben page`).
import { readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vite";

import client from "./vite.config.js";

// EKIBEN_PAGE_ANSWERS: the list of the answers that lie in the folder; without it Python answers everything
const list = process.env.EKIBEN_PAGE_ANSWERS;
const answers = list ? readFileSync(list, "utf8") : "{}";

export default defineConfig(
  mergeConfig(client, {
    base: "./",
    define: { __PAGE__: "true", __ANSWERS__: answers },
    build: { outDir: process.env.EKIBEN_WEB_OUT ?? "../build/page/client" },
    worker: { format: "es" },
  }),
);
