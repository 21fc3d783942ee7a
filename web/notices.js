import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const LICENCE = /^(licen[cs]e|copying|notice)/i;

/** Puts the licences of all packages that end up in the bundle beside it. */
export function notices(file) {
  return {
    name: "notices",
    apply: "build",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((part) => Object.keys(part.modules ?? {}));
      const folders = [...new Set(modules.map(packageFolder).filter(Boolean))].sort();
      this.emitFile({ type: "asset", fileName: file, source: folders.map(notice).join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

/** The package of a module; helpers that a build tool adds are named `\0vite/…`. */
function packageFolder(module) {
  const helper = module.match(/^\0(vite|rolldown|svelte)\//)?.[1];
  return helper ? path.join(import.meta.dirname, "node_modules", helper) : module.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder).filter((entry) => LICENCE.test(entry)).sort();
  if (!texts.length) throw new Error(`${name} is bundled, but ${folder} has no licence text`);
  return `${name} ${version} (${license})\n\n${texts.map((entry) => ownPart(path.join(folder, entry))).join("\n\n")}\n`;
}

/** Vite's file goes on with what its own programs contain: none of that is in the bundle. */
function ownPart(file) {
  return readFileSync(file, "utf8").split("\n# Licenses of bundled dependencies")[0].trim();
}
