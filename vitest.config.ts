import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongFirst } from "./tests/support/long-first";
import { Shuffled } from "./tests/support/shuffled";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = { "@": root.replace(/\/$/, "") };
const sourceFolders = ["lib", "components", "app", "demo", "scripts", "cli"];
const everywhere = (ending: string): string[] =>
  sourceFolders.map((folder) => `${folder}/**/*.test.${ending}`);

/** How long a test that hangs may take until it is given up: not what anybody promises, so far longer than any needs. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } } as const;

/** Suites that start real PostgreSQL, Prometheus or Jaeger may take their time. */
const real = { ...patience, testTimeout: 300_000, hookTimeout: 600_000 } as const;

/** Those suites wait for other processes most of the time, so more of them than there are cores run beside each other. */
const realAtOnce = Math.max(4, availableParallelism());

/** Suites that hold the code to a promise in milliseconds: a file of that name runs when all others are done. */
const timed = "tests/integration/**/*.timed.test.ts";

/** They wait for real scrapes and real time: three beside each other work on half of two cores, and none takes longer. */
const timedAtOnce = 3;

/**
 * The files of a worker share its modules: loading them anew for each file was more than half of the time. So a test leaves
 * no module state behind; `npm run verify` runs the files in another order every time, which finds those that do.
 */
const shared = { isolate: false } as const;

/** Whether `npm run verify` asks for another order each time. */
const isShuffled = process.argv.some((argument) => argument.startsWith("--sequence.shuffle"));

/** Only for `npm run test:deep`: it fetches what it needs, takes long, and runs products that are not ours. */
const deep = {
  extends: true as const,
  test: {
    name: "deep",
    environment: "node",
    include: ["tests/deep/**/*.test.ts"],
    globalSetup: ["tests/support/postgres-setup.ts"],
    fileParallelism: false,
    ...real,
  },
};

/** `groupOrder`: what runs after what; each group has the machine to itself. */
const integration = (name: string, files: object, groupOrder: number, maxWorkers: number) => ({
  extends: true as const,
  test: {
    name,
    environment: "node",
    ...files,
    globalSetup: ["tests/support/postgres-setup.ts"],
    setupFiles: ["tests/support/fast-check.ts"],
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
          setupFiles: ["tests/support/fail-on-console.ts", "tests/support/fast-check.ts"],
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
            "tests/support/fail-on-console.ts",
            "tests/support/component.ts",
            "tests/support/fast-check.ts",
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
        { include: ["tests/integration/**/*.test.ts"], exclude: [timed] },
        1,
        realAtOnce,
      ),
      integration("timed", { include: [timed] }, 2, timedAtOnce),
      ...(process.env["RIDGEPOINT_DEEP"] === undefined ? [] : [deep]),
    ],
  },
});
