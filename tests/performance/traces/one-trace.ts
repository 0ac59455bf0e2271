/** The benchmarks of one trace: P13–P17. */
import { benchFirstRows } from "./p13-first-rows";
import { benchWaterfall } from "./p15-waterfall";
import type { BenchRow } from "@/tests/performance/runner";
import { openTraceFixture } from "./trace-fixture";

/** Runs the requested benchmarks and calls `report` with each row. */
export async function benchOneTrace(
  report: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  if (!["P13", "P14", "P15", "P16", "P17"].some(wants)) return [];
  const fixture = await openTraceFixture();
  try {
    const rows: BenchRow[] = [];
    const add = (row: BenchRow): void => {
      rows.push(row);
      report(row);
    };
    await benchWaterfall(fixture, wants, add);
    await benchFirstRows(fixture, wants, add);
    return rows;
  } finally {
    await fixture.stop();
  }
}
