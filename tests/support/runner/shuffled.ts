/**
 * Order of test files in `npm run verify`: random by a printed seed, but grouped by project. A worker that switches
 * projects restarts and reloads every module, which takes as long as the tests.
 */
import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

export class Shuffled extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    this.ctx.logger.log(`Order of files: --sequence.seed=${seed}`);
    const keyed = files.map((file) => ({
      file,
      project: file.project.name,
      sortKey: createHash("sha256").update(`${seed} ${file.moduleId}`).digest("hex"),
    }));
    const inOrder = keyed.toSorted(
      (a, b) => a.project.localeCompare(b.project) || a.sortKey.localeCompare(b.sortKey),
    );
    return Promise.resolve(inOrder.map(({ file }) => file));
  }
}
