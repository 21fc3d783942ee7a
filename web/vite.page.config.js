// The same client as a folder of static files that brings its own server (`ekiben page`).
import { readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vite";

import client from "./vite.config.js";

// EKIBEN_PAGE_ANSWERS: the list of the answers that lie in the folder; without it Python answers everything
const list = process.env.EKIBEN_PAGE_ANSWERS;
const define = { __PAGE__: "true", __ANSWERS__: list ? readFileSync(list, "utf8") : "{}" };
const outDir = process.env.EKIBEN_WEB_OUT ?? "../build/page/client";

// no script but the folder's own files, no eval; Python and the games are WebAssembly
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** A policy in the page itself: whoever hosts a folder need not know how to send one. */
function policy() {
  const attrs = { "http-equiv": "content-security-policy", content: POLICY };
  return {
    name: "policy",
    apply: "build",
    transformIndexHtml: () => [{ tag: "meta", attrs, injectTo: "head-prepend" }],
  };
}

/** What lets people install the page; the files are written by `ekiben.page.build.install`. */
function installable() {
  const themes = [
    ["light", "#F6F1E4"],
    ["dark", "#171B22"],
  ].map(([theme, content]) => ({
    tag: "meta",
    attrs: { name: "theme-color", content, media: `(prefers-color-scheme: ${theme})` },
  }));
  const links = [
    ["manifest", "manifest.webmanifest"],
    ["apple-touch-icon", "icons/apple-touch-icon.png"],
  ].map(([rel, href]) => ({ tag: "link", attrs: { rel, href: `./${href}` } }));
  return { name: "installable", apply: "build", transformIndexHtml: () => [...themes, ...links] };
}

const page = mergeConfig(client, {
  base: "./",
  define,
  build: { outDir, emptyOutDir: false }, // `ekiben page` builds into a new folder
  plugins: [policy(), installable()],
  worker: { format: "es" },
});

/** A classic script at the folder's root, since Firefox runs no service worker that is a module. */
const serviceWorker = {
  define,
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    lib: {
      entry: "src/page/service-worker.ts",
      formats: ["iife"],
      name: "ekiben",
      fileName: () => "service-worker.js",
    },
  },
};

// EKIBEN_PAGE_PART: service-worker is built into the folder of the client
export default defineConfig(
  process.env.EKIBEN_PAGE_PART === "service-worker" ? serviceWorker : page,
);
