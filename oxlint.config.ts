/**
 * Linter configuration. The import and purity rules come from the same table as the architecture tests, and every
 * message names the right place for the code.
 */
import { defineConfig, type OxlintOverride } from "oxlint";
import { layers, importableFolders, packageRules, type Layer } from "./tests/architecture/layers.ts";

const inside = (folder: string, parent: string): boolean =>
  folder === parent || folder.startsWith(`${parent}/`);

type Rules = NonNullable<OxlintOverride["rules"]>;

function importRule(layer: Layer): Rules {
  const allowed = [layer.folder, ...layer.mayImport];
  const forbidden = importableFolders.filter(
    (folder) => !allowed.some((parent) => inside(folder, parent) || inside(parent, folder)),
  );
  const folderPatterns = forbidden.map((folder) => ({
    group: [`@/${folder}/**`],
    message: `${layer.folder} may not import ${folder}; see the layers in docs/architecture.md.`,
  }));
  const packages = packageRules
    .filter((rule) => !rule.folders.some((folder) => inside(layer.folder, folder)))
    .map((rule) => ({ group: [...rule.packages], message: rule.reason }));
  return { "no-restricted-imports": ["error", { patterns: [...folderPatterns, ...packages] }] };
}

const impure = [
  "fetch",
  "window",
  "document",
  "process",
  "performance",
  "setTimeout",
  "setInterval",
  "crypto",
];

function purityRules(layer: Layer): Rules {
  if (!layer.pure) return {};
  const names = layer.folder === "lib/format" ? impure : [...impure, "Date"];
  const globals = names.map((name) => ({ name, message: "Pure layer: pass what it needs as a parameter." }));
  return {
    "no-restricted-globals": ["error", ...globals],
    "no-restricted-properties": [
      "error",
      { object: "Math", property: "random", message: "Pure layer: pass randomness as a parameter." },
      { object: "Date", property: "now", message: "Pure layer: pass the current time as a parameter." },
    ],
  };
}

function layerRules(layer: Layer): OxlintOverride {
  const files = layer.folder.endsWith(".ts") ? [layer.folder] : [`${layer.folder}/**`];
  return { files, rules: { ...importRule(layer), ...purityRules(layer) } };
}

/**
 * Browsers provide these only over TLS and on localhost; Ridgepoint is also used over plain HTTP inside a network.
 */
const secureContextOnly = [
  { object: "navigator", property: "clipboard", message: "Not available over plain HTTP: use copyText." },
  { object: "crypto", property: "randomUUID", message: "Not available over plain HTTP: use newKey." },
  { object: "crypto", property: "subtle", message: "Not available over plain HTTP." },
];

/** Larger folders first: the last override that matches a file applies. */
const byDepth = [...layers].sort((a, b) => a.folder.split("/").length - b.folder.split("/").length);

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "nextjs", "vitest", "promise"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true },
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/only-throw-error": "error",
    "typescript/consistent-type-imports": "error",
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "no-empty": ["error", { allowEmptyCatch: false }],
    "no-console": "error",
    eqeqeq: ["error", "always"],
    "prefer-const": "error",
    "max-lines": ["error", { max: 400 }],
    "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
    "max-params": ["error", 4],
    "react/no-danger": "error",
    "react/rules-of-hooks": "error",
    "react/exhaustive-deps": "error",
    "vitest/no-focused-tests": "error",
    "vitest/no-disabled-tests": "error",
    // Rules of the chosen categories that conflict with this codebase's style.
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
    "no-await-in-loop": "off",
    "typescript/no-unsafe-type-assertion": "off",
    // The project has no enums, and this rule took half of the linter's time.
    "typescript/no-unsafe-enum-assignment": "off",
    "typescript/consistent-return": "off",
    "promise/always-return": "off",
    "vitest/require-mock-type-parameters": "off",
    // The project does not use the React compiler.
    "react/incompatible-library": "off",
    "vitest/no-standalone-expect": "off",
    // The second argument describes the expectation for its failure message.
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    // Tables that become blocks on a phone use grid layout and ARIA roles.
    "jsx-a11y/prefer-tag-over-role": "off",
    "jsx-a11y/control-has-associated-label": "off",
  },
  overrides: [
    ...byDepth.map(layerRules),
    { files: ["components/**"], rules: { "max-lines": ["error", { max: 300 }] } },
    {
      files: ["components/**", "lib/client/**", "app/(dashboard)/**"],
      rules: { "no-restricted-properties": ["error", ...secureContextOnly] },
    },
    { files: ["components/shared/copy/copy-text.ts"], rules: { "no-restricted-properties": "off" } },
    { files: ["app/api/**"], rules: { "max-lines": ["error", { max: 40 }] } },
    {
      files: ["app/**", "*.config.ts", "*.config.mjs", "proxy.ts"],
      rules: { "import/no-default-export": "off" },
    },
    { files: ["scripts/**", "demo/**", "tests/support/**"], rules: { "no-console": "off" } },
    // Vitest and Playwright call the default export of a setup file.
    {
      files: ["tests/support/**/*-setup.ts", "tests/support/**/*-stack.ts"],
      rules: { "import/no-default-export": "off" },
    },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "tests/**"],
      rules: {
        "no-restricted-imports": "off",
        "no-restricted-globals": "off",
        "no-restricted-properties": "off",
        "max-lines": ["error", { max: 600 }],
        "max-lines-per-function": "off",
        "max-params": "off",
        "typescript/no-non-null-assertion": "off",
      },
    },
  ],
  ignorePatterns: ["lib/server/db/generated/**", ".next/**", ".ridgepoint/**", "next-env.d.ts"],
});
