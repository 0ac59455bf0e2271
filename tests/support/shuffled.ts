/**
 * The order of test files in `npm run verify`: another one each time, by a seed that it tells, but the files of a project
 * follow one another. A worker that goes from one project to another begins anew and loads every module again, which took as
 * long as the tests themselves.
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
