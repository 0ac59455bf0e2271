/**
 * The dependency rule as data: which rooms a room may import from. Read by the linter's configuration and by the
 * architecture tests, so that there is one table. Imports go down the stairs only; a room may always import itself.
 */

export interface Floor {
  /** Folder of the room, or a file at the top level. The longest room that holds a file is its room. */
  readonly room: string;
  readonly mayImport: readonly string[];
  /** A pure room turns data into data: no I/O, clock, randomness, environment or React. */
  readonly pure?: boolean;
}

const words = ["lib/model", "lib/base"] as const;

export const floors: readonly Floor[] = [
  { room: "lib/base", mayImport: [], pure: true },
  { room: "lib/model", mayImport: ["lib/base"], pure: true },
  { room: "lib/format", mayImport: words, pure: true },
  { room: "lib/contracts", mayImport: words, pure: true },
  { room: "lib/engines", mayImport: words, pure: true },
  { room: "lib/analysis", mayImport: words, pure: true },
  { room: "lib/semantic", mayImport: ["lib/engines", "lib/analysis", ...words], pure: true },
  { room: "lib/sources/prometheus", mayImport: words },
  { room: "lib/sources/otlp", mayImport: words, pure: true },
  { room: "lib/sources/jaeger", mayImport: ["lib/sources/otlp", ...words] },
  { room: "lib/sources/tempo", mayImport: ["lib/sources/otlp", ...words] },
  { room: "lib/server", mayImport: ["lib/contracts", ...words] },
  {
    room: "lib/services",
    mayImport: [
      "lib/server",
      "lib/sources/prometheus",
      "lib/sources/jaeger",
      "lib/sources/tempo",
      "lib/sources/otlp",
      "lib/semantic",
      "lib/engines",
      "lib/analysis",
      "lib/contracts",
      "lib/format",
      ...words,
    ],
  },
  { room: "lib/jobs", mayImport: ["lib/services", "lib/server", ...words] },
  { room: "lib/client", mayImport: ["lib/contracts", "lib/format", ...words] },
  { room: "components/ui", mayImport: words },
  { room: "components/charts", mayImport: ["components/ui", "components/shared", "lib/format", ...words] },
  {
    room: "components/shared",
    mayImport: ["components/ui", "components/charts", "lib/client", "lib/contracts", "lib/format", ...words],
  },
  {
    room: "components",
    mayImport: [
      "components/ui",
      "components/charts",
      "components/shared",
      "components/layout",
      "lib/client",
      "lib/contracts",
      "lib/analysis",
      "lib/format",
      ...words,
    ],
  },
  { room: "app/api", mayImport: ["lib/contracts", "lib/services", "lib/server", ...words] },
  {
    room: "app",
    mayImport: [
      "components",
      "lib/client",
      "lib/contracts",
      "lib/services",
      "lib/server",
      "lib/format",
      ...words,
    ],
  },
  { room: "proxy.ts", mayImport: ["lib/server"] },
  { room: "instrumentation.ts", mayImport: ["lib/server", "lib/jobs"] },
  { room: "cli", mayImport: ["lib/contracts", "lib/analysis", "lib/format", ...words] },
  {
    room: "scripts",
    mayImport: ["cli", "lib/services", "lib/engines", "lib/server", "lib/jobs", "demo", ...words],
  },
  { room: "demo", mayImport: words },
];

/** Every folder that can be named in an import, for telling "allowed" from "forbidden". */
export const importableRooms: readonly string[] = [
  ...floors.map((floor) => floor.room).filter((room) => !room.endsWith(".ts")),
  "lib/sources",
  "tests",
];

/** Packages that belong to some floors only, with the sentence that says where such code goes. */
export const packageRules: readonly {
  readonly packages: readonly string[];
  readonly rooms: readonly string[];
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
    rooms: ["app", "components", "lib/client", "lib/server", "proxy.ts"],
    reason: "React and Next stay in app, components, lib/client and the server's plumbing.",
  },
  {
    packages: ["recharts", "uplot"],
    rooms: ["components/charts"],
    reason: "Charts are drawn in components/charts alone.",
  },
  {
    packages: ["@prisma/*", "prisma", "pg", "pg-boss"],
    rooms: ["lib/server", "lib/services", "lib/jobs", "scripts", "demo"],
    reason: "The database is reached by lib/services through lib/server/db.",
  },
  {
    packages: ["undici"],
    rooms: ["lib/server", "demo"],
    reason: "Reach other servers through the Upstream that is handed in.",
  },
  {
    packages: ["node:*"],
    rooms: [
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
    rooms: [
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
