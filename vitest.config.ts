import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongFirst } from "./tests/support/runner/long-first";
import { Shuffled } from "./tests/support/runner/shuffled";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = { "@": root.replace(/\/$/, "") };
const sourceFolders = ["lib", "components", "app", "demo", "scripts", "cli"];
const everywhere = (ending: string): string[] =>
  sourceFolders.map((folder) => `${folder}/**/*.test.${ending}`);

/** Time after which a hanging test is aborted; far longer than any test needs. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } } as const;

/** Suites that start real PostgreSQL, Prometheus or Jaeger may take longer. */
const real = { ...patience, testTimeout: 300_000, hookTimeout: 600_000 } as const;

/** These suites mostly wait for other processes, so more of them than cores run in parallel. */
const realAtOnce = Math.max(4, availableParallelism());

/** Suites with time limits in milliseconds; they run after all others. */
const timed = "tests/integration/**/*.timed.test.ts";

/** Suites that replace modules, and therefore run in separate processes. */
const isolated = "tests/integration/**/*.isolated.test.ts";

/** They wait for real scrapes: three in parallel use about half of two cores, and none takes longer. */
const timedAtOnce = 3;

/** Suites whose time limits include the work of the pages. Two in parallel use about half of two cores. */
const alone = "tests/integration/**/*.alone.test.ts";

/**
 * The files of a worker share modules, because reloading them took more than half of the time. A test must therefore
 * leave no module state behind. `npm run verify` shuffles the files to find violations. Integration tests get the process
 * memory of a start before each file (`tests/support/runner/fresh-process.ts`).
 */
const shared = { isolate: false } as const;

/** Whether `npm run verify` shuffles the files. */
const isShuffled = process.argv.some((argument) => argument.startsWith("--sequence.shuffle"));

/** Only for `npm run test:deep`: downloads external products, runs them, and takes long. */
const deep = {
  extends: true as const,
  test: {
    name: "deep",
    environment: "node",
    include: ["tests/deep/**/*.test.ts"],
    globalSetup: ["tests/support/runner/postgres-setup.ts"],
    fileParallelism: false,
    ...real,
  },
};

/** `groupOrder` is the order of groups; each group has the machine to itself. */
const integration = (
  name: string,
  files: object,
  { groupOrder, maxWorkers, isolate }: { groupOrder: number; maxWorkers: number; isolate: boolean },
) => ({
  extends: true as const,
  test: {
    name,
    isolate,
    environment: "node",
    ...files,
    globalSetup: ["tests/support/runner/postgres-setup.ts"],
    setupFiles: [
      "tests/support/runner/fast-check.ts",
      ...(isolate ? [] : ["tests/support/runner/fresh-process.ts"]),
    ],
    maxWorkers,
    sequence: { groupOrder },
    ...real,
  },
});

export default defineConfig({
  resolve: { alias },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    reporters: ["default"],
    maxWorkers: availableParallelism(),
    ...patience,
    sequence: { sequencer: isShuffled ? Shuffled : LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          ...shared,
          environment: "node",
          include: everywhere("ts"),
          setupFiles: ["tests/support/runner/fail-on-console.ts", "tests/support/runner/fast-check.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          ...shared,
          environment: "jsdom",
          include: everywhere("tsx"),
          setupFiles: [
            "tests/support/runner/fail-on-console.ts",
            "tests/support/runner/component.ts",
            "tests/support/runner/fast-check.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "architecture",
          ...shared,
          environment: "node",
          include: ["tests/architecture/**/*.test.ts"],
        },
      },
      integration(
        "integration",
        { include: ["tests/integration/**/*.test.ts"], exclude: [timed, alone, isolated] },
        { groupOrder: 1, maxWorkers: realAtOnce, isolate: false },
      ),
      integration(
        "isolated",
        { include: [isolated] },
        { groupOrder: 1, maxWorkers: realAtOnce, isolate: true },
      ),
      integration("timed", { include: [timed] }, { groupOrder: 2, maxWorkers: timedAtOnce, isolate: true }),
      integration("alone", { include: [alone] }, { groupOrder: 3, maxWorkers: 2, isolate: true }),
      ...(process.env["RIDGEPOINT_DEEP"] === undefined ? [] : [deep]),
    ],
  },
});
