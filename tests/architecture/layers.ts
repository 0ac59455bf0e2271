/**
 * The dependency rule as data: the layers, and the layers that each may import. The linter's configuration and the
 * architecture tests share this table. A layer may always import itself.
 */

export interface Layer {
  /** Folder of the layer, or a file at the top level. A file belongs to the layer with the longest matching path. */
  readonly folder: string;
  readonly mayImport: readonly string[];
  /** A pure layer transforms data: no I/O, clock, randomness, environment or React. */
  readonly pure?: boolean;
}

const coreLayers = ["lib/model", "lib/base"] as const;

/** Layers that every service may import. */
const belowServices = [
  "lib/server",
  "lib/sources/prometheus",
  "lib/sources/jaeger",
  "lib/sources/tempo",
  "lib/sources/otlp",
  "lib/sentences",
  "lib/status",
  "lib/semantic",
  "lib/investigations",
  "lib/engines",
  "lib/analysis",
  "lib/contracts",
  "lib/format",
  ...coreLayers,
] as const;

/** Folders of `lib/services`, from the lowest to the highest. A folder may import the folders before it. */
const serviceNouns = [
  "audit",
  "people",
  "tokens",
  "displays",
  "organisation",
  "sources",
  "series",
  "deployments",
  "notices",
  "discovery",
  "events",
  "signals",
  "deployment-previews",
  "traces",
  "roofline",
  "baselines",
  "window-spreads",
  "captures",
  "comparisons",
  "gates",
  "installation",
  "data-check",
  "overview",
  "investigations",
] as const;

const serviceFolders: readonly Layer[] = serviceNouns.map((noun, index) => ({
  folder: `lib/services/${noun}`,
  mayImport: [...serviceNouns.slice(0, index).map((lower) => `lib/services/${lower}`), ...belowServices],
}));

export const layers: readonly Layer[] = [
  { folder: "lib/base", mayImport: [], pure: true },
  { folder: "lib/model", mayImport: ["lib/base"], pure: true },
  { folder: "lib/format", mayImport: coreLayers, pure: true },
  { folder: "lib/status", mayImport: coreLayers, pure: true },
  { folder: "lib/contracts", mayImport: ["lib/status", ...coreLayers], pure: true },
  { folder: "lib/engines", mayImport: coreLayers, pure: true },
  { folder: "lib/analysis", mayImport: coreLayers, pure: true },
  { folder: "lib/investigations", mayImport: ["lib/analysis", ...coreLayers], pure: true },
  { folder: "lib/semantic", mayImport: ["lib/engines", "lib/analysis", ...coreLayers], pure: true },
  {
    folder: "lib/sentences",
    mayImport: [
      "lib/semantic",
      "lib/analysis",
      "lib/engines",
      "lib/investigations",
      "lib/contracts",
      "lib/format",
      ...coreLayers,
    ],
    pure: true,
  },
  { folder: "lib/sources/prometheus", mayImport: coreLayers },
  { folder: "lib/sources/otlp", mayImport: coreLayers, pure: true },
  { folder: "lib/sources/jaeger", mayImport: ["lib/sources/otlp", ...coreLayers] },
  { folder: "lib/sources/tempo", mayImport: ["lib/sources/otlp", ...coreLayers] },
  { folder: "lib/server", mayImport: ["lib/contracts", ...coreLayers] },
  ...serviceFolders,
  { folder: "lib/jobs", mayImport: ["lib/services", "lib/server", ...coreLayers] },
  { folder: "lib/client", mayImport: ["lib/contracts", "lib/format", ...coreLayers] },
  { folder: "components/ui", mayImport: coreLayers },
  {
    folder: "components/charts",
    mayImport: ["components/ui", "components/shared", "lib/format", ...coreLayers],
  },
  {
    folder: "components/shared",
    mayImport: [
      "components/ui",
      "components/charts",
      "lib/client",
      "lib/contracts",
      "lib/format",
      ...coreLayers,
    ],
  },
  {
    folder: "components",
    mayImport: [
      "components/ui",
      "components/charts",
      "components/shared",
      "components/layout",
      "lib/client",
      "lib/contracts",
      "lib/sentences",
      "lib/investigations",
      "lib/analysis",
      "lib/format",
      ...coreLayers,
    ],
  },
  { folder: "app/api", mayImport: ["lib/contracts", "lib/services", "lib/server", ...coreLayers] },
  {
    folder: "app",
    mayImport: [
      "components",
      "lib/client",
      "lib/contracts",
      "lib/services",
      "lib/server",
      "lib/format",
      ...coreLayers,
    ],
  },
  { folder: "proxy.ts", mayImport: ["lib/server", "lib/base"] },
  { folder: "instrumentation.ts", mayImport: ["lib/server", "lib/jobs"] },
  {
    folder: "cli",
    mayImport: [
      "lib/contracts",
      "lib/investigations",
      "lib/analysis",
      "lib/sentences",
      "lib/format",
      ...coreLayers,
    ],
  },
  {
    folder: "scripts",
    mayImport: [
      "cli",
      "lib/services",
      "lib/investigations",
      "lib/engines",
      "lib/server",
      "lib/jobs",
      "demo",
      ...coreLayers,
    ],
  },
  { folder: "demo", mayImport: coreLayers },
  // Scenarios are written through the use cases of the product, and know the dates of the simulated fleet. The simulator
  // must not share code with the product.
  {
    folder: "demo/scenarios",
    mayImport: [
      "demo",
      "lib/services",
      "lib/server",
      "lib/contracts",
      "lib/sentences",
      "lib/format",
      ...coreLayers,
    ],
  },
];

/** Every folder that an import can name, to separate allowed from forbidden imports. */
export const importableFolders: readonly string[] = [
  ...layers.map((layer) => layer.folder).filter((folder) => !folder.endsWith(".ts")),
  "lib/services",
  "lib/sources",
  "tests",
];

/** Packages that only some folders may import, with a message that names the right folder for such code. */
export const packageRules: readonly {
  readonly packages: readonly string[];
  readonly folders: readonly string[];
  readonly reason: string;
}[] = [
  {
    packages: [
      "react",
      "react-dom",
      "react/*",
      "react-dom/*",
      "next",
      "next/*",
      "@tanstack/*",
      "nuqs",
      "nuqs/*",
    ],
    folders: ["app", "components", "lib/client", "lib/server", "proxy.ts"],
    reason: "React and Next belong in app, components, lib/client and the plumbing in lib/server.",
  },
  {
    packages: ["recharts", "uplot"],
    folders: ["components/charts"],
    reason: "Charts are drawn only in components/charts.",
  },
  {
    packages: ["@prisma/*", "prisma", "pg", "pg-boss"],
    folders: ["lib/server", "lib/services", "lib/jobs", "scripts", "demo"],
    reason: "Only lib/services accesses the database, through lib/server/db.",
  },
  {
    packages: ["undici"],
    folders: ["lib/server", "demo"],
    reason: "Use the Upstream parameter to send requests to other servers.",
  },
  {
    packages: ["node:*"],
    folders: [
      "lib/server",
      "lib/services",
      "lib/jobs",
      "lib/sources",
      "cli",
      "scripts",
      "demo",
      "app/api",
      "instrumentation.ts",
    ],
    reason: "Node's built-in modules belong on the server.",
  },
  {
    packages: ["zod"],
    folders: [
      "lib/contracts",
      "lib/server",
      "lib/services",
      "lib/sources",
      "lib/model",
      "lib/jobs",
      "scripts",
      "demo",
    ],
    reason: "Full Zod belongs on the server: the browser uses contract types, or components/shared/forms.",
  },
  {
    packages: ["zod/mini"],
    folders: ["components/shared"],
    reason: "Import z from components/shared/forms/field-schemas, which configures it for the browser.",
  },
  {
    packages: ["react-hook-form"],
    folders: ["components"],
    reason: "Forms belong in components.",
  },
];
