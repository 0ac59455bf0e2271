/**
 * The order of test files: those that take longest begin first, so that none of them runs on alone when all others are done.
 * Vitest knows how long files took only where it ran before; a fresh clone, as CI has it, would go by their size.
 */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of half a minute and more, longest first. Whatever is not named here follows in Vitest's own order. */
const longest: readonly string[] = [
  // Its first step builds the application, which the browser tests take over; meanwhile others go on.
  "tests/integration/server/ending.test.ts",
  "tests/integration/prometheus/fan-out.test.ts",
  "tests/integration/doctor/source.test.ts",
  "tests/integration/differential/splits.test.ts",
  "tests/integration/stack/demo.test.ts",
  "tests/integration/differential/native-histograms.test.ts",
  "tests/integration/prometheus/query-scheduler.test.ts",
  "tests/integration/simulator/profiles.test.ts",
  "tests/integration/simulator/simulated-history.test.ts",
  "tests/integration/server/ending.timed.test.ts",
  "tests/integration/live-engines/every-profile.timed.test.ts",
  "tests/integration/live-engines/fresh-instance.timed.test.ts",
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const missing = longest.filter((file) => !existsSync(join(root, file)));
    if (missing.length > 0)
      throw new Error(`tests/support/long-first.ts names what is not there: ${missing.join(", ")}`);
    const inOrder = await super.sort(files);
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = longest.indexOf(relative(root, moduleId));
      return rank === -1 ? longest.length : rank;
    };
    return inOrder.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
