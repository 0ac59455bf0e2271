import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = { "@": root.replace(/\/$/, "") };
const rooms = ["lib", "components", "app", "demo", "scripts"];
const everywhere = (ending: string): string[] => rooms.map((room) => `${room}/**/*.test.${ending}`);

/** Suites that start real PostgreSQL, Prometheus or Jaeger run one file at a time per worker and may take their time. */
const real = { testTimeout: 120_000, hookTimeout: 240_000 } as const;

export default defineConfig({
  resolve: { alias },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    reporters: ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: everywhere("ts"),
          setupFiles: ["tests/support/fail-on-console.ts", "tests/support/fast-check.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "component",
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
        test: { name: "architecture", environment: "node", include: ["tests/architecture/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "integration",
          environment: "node",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup: ["tests/support/postgres-setup.ts"],
          setupFiles: ["tests/support/fast-check.ts"],
          fileParallelism: false,
          ...real,
        },
      },
    ],
  },
});
