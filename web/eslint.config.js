// ESLint knows the types, so it also finds promises that nobody waits for and unsafe values.
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["node_modules", "src/generated", "ekiben-wasm/dist"] },
  js.configs.recommended,
  typescript.configs.strictTypeChecked,
  typescript.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, __PAGE__: "readonly" },
      parserOptions: {
        projectService: { allowDefaultProject: ["*.js"] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
      },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      // `void value` at the top of an effect says what the effect depends on
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // maps and sets are replaced as a whole, never changed in place once they are shown
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // takes a component's type parameter for its bound
      "@typescript-eslint/no-unnecessary-type-arguments": "off",
    },
  },
  {
    files: ["*.js", "ekiben-wasm/examples/*.mjs"],
    extends: [typescript.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
);
