/**
 * The dependency rule as data: which rooms a room may import from. Read by the linter's configuration and by the
 * architecture tests, so that there is one table. Imports go down the stairs only; a room may always import itself.
 */

export interface Layer {
  /** Folder of the room, or a file at the top level. The longest room that holds a file is its room. */
  readonly folder: string;
  readonly mayImport: readonly string[];
  /** A pure room turns data into data: no I/O, clock, randomness, environment or React. */
  readonly pure?: boolean;
}

const coreLayers = ["lib/model", "lib/base"] as const;

export const layers: readonly Layer[] = [
  { folder: "lib/base", mayImport: [], pure: true },
  { folder: "lib/model", mayImport: ["lib/base"], pure: true },
  { folder: "lib/format", mayImport: coreLayers, pure: true },
  { folder: "lib/contracts", mayImport: coreLayers, pure: true },
  { folder: "lib/engines", mayImport: coreLayers, pure: true },
  { folder: "lib/analysis", mayImport: coreLayers, pure: true },
  { folder: "lib/semantic", mayImport: ["lib/engines", "lib/analysis", ...coreLayers], pure: true },
  {
    folder: "lib/sentences",
    mayImport: ["lib/semantic", "lib/analysis", "lib/engines", "lib/contracts", "lib/format", ...coreLayers],
    pure: true,
  },
  { folder: "lib/sources/prometheus", mayImport: coreLayers },
  { folder: "lib/sources/otlp", mayImport: coreLayers, pure: true },
  { folder: "lib/sources/jaeger", mayImport: ["lib/sources/otlp", ...coreLayers] },
  { folder: "lib/sources/tempo", mayImport: ["lib/sources/otlp", ...coreLayers] },
  { folder: "lib/server", mayImport: ["lib/contracts", ...coreLayers] },
  {
    folder: "lib/services",
    mayImport: [
      "lib/server",
      "lib/sources/prometheus",
      "lib/sources/jaeger",
      "lib/sources/tempo",
      "lib/sources/otlp",
      "lib/sentences",
      "lib/semantic",
      "lib/engines",
      "lib/analysis",
      "lib/contracts",
      "lib/format",
      ...coreLayers,
    ],
  },
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
  { folder: "proxy.ts", mayImport: ["lib/server"] },
  { folder: "instrumentation.ts", mayImport: ["lib/server", "lib/jobs"] },
  { folder: "cli", mayImport: ["lib/contracts", "lib/analysis", "lib/format", ...coreLayers] },
  {
    folder: "scripts",
    mayImport: ["cli", "lib/services", "lib/engines", "lib/server", "lib/jobs", "demo", ...coreLayers],
  },
  { folder: "demo", mayImport: coreLayers },
];

/** Every folder that can be named in an import, for telling "allowed" from "forbidden". */
export const importableFolders: readonly string[] = [
  ...layers.map((layer) => layer.folder).filter((folder) => !folder.endsWith(".ts")),
  "lib/sources",
  "tests",
];

/** Packages that belong to some floors only, with the sentence that says where such code goes. */
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
    reason: "React and Next stay in app, components, lib/client and the server's plumbing.",
  },
  {
    packages: ["recharts", "uplot"],
    folders: ["components/charts"],
    reason: "Charts are drawn in components/charts alone.",
  },
  {
    packages: ["@prisma/*", "prisma", "pg", "pg-boss"],
    folders: ["lib/server", "lib/services", "lib/jobs", "scripts", "demo"],
    reason: "The database is reached by lib/services through lib/server/db.",
  },
  {
    packages: ["undici"],
    folders: ["lib/server", "demo"],
    reason: "Reach other servers through the Upstream that is handed in.",
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
    reason: "Node's own modules stay on the server.",
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
    reason: "Full Zod stays on the server: the browser uses contract types, or zod/mini.",
  },
];
