import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { notices } from "./notices.js";

// EKIBEN_WEB_OUT: another folder to build to; EKIBEN_SERVER: where the dev server finds a running `ekiben serve`
const server = process.env.EKIBEN_SERVER ?? "http://127.0.0.1:8000";

// few files instead of many small ones, each of which would cost a request and its headers
const ON_EVERY_PAGE = inSources(
  "app/Seal|generated/palette|" +
    "lib/(?:Icon|SeatMark|addresses|catalogue|engine|fill-text|http|i18n|my-games|new-table|plurals|pointer|" +
    "recent-tables|router|seat-access|settings|symbols|transport)",
  "/node_modules/",
  "vite/preload-helper",
);
const AT_EVERY_TABLE = inSources(
  "app/(?:OtherLanguage|event-sounds|family|result|turn-alert)|cards/(?:Help|HelpButton|help)|" +
    "learn/(?:Glossed|RuleLinks|Term|glossary|pointing|targets|terms)|screens/(?:Log|SeatsPanel|SoundSwitch|TableLayout)|" +
    "lib/(?:Card|CardMark|ColourSymbol|FanCard|GameLayout|Sentence|Tabs|Toasts|WhyNotTip|board-marks|chat|" +
    "frame|lists|lit|log-lines|measure|notices|panzoom|scrollable|sentences|shown-way|sounds|table|toasts|" +
    "turn-text|witness)",
);

/** A pattern for some of our modules, by their names without what follows the first dot. */
function inSources(names, ...others) {
  return new RegExp([`/src/(?:${names})\\.`, ...others].join("|"));
}

export default defineConfig({
  plugins: [svelte(), notices("THIRD-PARTY-NOTICES.txt")],
  define: { __PAGE__: "false", __ANSWERS__: "{}" }, // vite.page.config.js has others
  build: {
    outDir: process.env.EKIBEN_WEB_OUT ?? "../src/ekiben/server/assets",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: ON_EVERY_PAGE, priority: 2 },
            { name: "table", test: AT_EVERY_TABLE, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
});
