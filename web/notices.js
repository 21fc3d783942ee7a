import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const LICENCE = /^(licen[cs]e|copying|notice)/i;

/**
 * Writes the licences of all packages that end up in the bundle: beside it, and here, where the wheel's list of licence files
 * finds them before anything is built. The one here is committed; it changes when those packages do.
 */
export function notices(file) {
  return {
    name: "notices",
    apply: "build",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((part) => Object.keys(part.modules ?? {}));
      const folders = [...new Set(modules.map(packageFolder).filter(Boolean))].sort();
      const source = folders.map(notice).join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: file, source });
      const here = path.join(import.meta.dirname, file);
      if (!existsSync(here) || readFileSync(here, "utf8") !== source) writeFileSync(here, source);
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
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n").split("\n# Licenses of bundled dependencies")[0].trim();
}
