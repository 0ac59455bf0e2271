/**
 * Order of test files: the slowest start first, so that none of them runs alone at the end. Vitest knows durations
 * only after a first run; a fresh clone, as in CI, would sort by file size.
 */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of half a minute and more, longest first. Other files follow in Vitest's order. */
const longest: readonly string[] = [
  // Its first step builds the application, which the browser tests reuse; other files run meanwhile.
  "tests/integration/server/ending.test.ts",
  "tests/integration/webhooks/rollback-hook.test.ts",
  "tests/integration/differential/splits.test.ts",
  "tests/integration/gates/gates.test.ts",
  "tests/integration/prometheus/fan-out.test.ts",
  "tests/integration/stack/history.test.ts",
  "tests/integration/doctor/source.test.ts",
  "tests/integration/roofline/suspects.test.ts",
  "tests/integration/stack/demo.test.ts",
  "tests/integration/comparisons/weeks.test.ts",
  "tests/integration/investigations/seeded-investigations.test.ts",
  "tests/integration/investigations/validation.test.ts",
  "tests/integration/simulator/profiles.test.ts",
  "tests/integration/prometheus/query-scheduler.test.ts",
  "tests/integration/prometheus/engines-count-once.test.ts",
  "tests/integration/jaeger/client.test.ts",
  "tests/integration/server/jobs.test.ts",
  "tests/integration/faults/prometheus.test.ts",
  "tests/integration/roofline/points.test.ts",
  "tests/integration/live-engines/every-profile.timed.test.ts",
  "tests/integration/server/ending.timed.test.ts",
  "tests/integration/live-engines/fresh-instance.timed.test.ts",
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const missing = longest.filter((file) => !existsSync(join(root, file)));
    if (missing.length > 0)
      throw new Error(`tests/support/runner/long-first.ts names missing files: ${missing.join(", ")}`);
    const inOrder = await super.sort(files);
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = longest.indexOf(relative(root, moduleId));
      return rank === -1 ? longest.length : rank;
    };
    return inOrder.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
