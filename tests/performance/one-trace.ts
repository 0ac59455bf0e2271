/** The benches of one trace: P13–P17. */
import { benchFirstRows } from "./p13-first-rows";
import { benchWaterfall } from "./p15-waterfall";
import type { BenchRow } from "./runner";
import { openTraceStage } from "./trace-stage";

/** Runs those that are wanted; `tell` is called with each row as it comes. */
export async function benchOneTrace(
  tell: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  if (!["P13", "P14", "P15", "P16", "P17"].some(wants)) return [];
  const stage = await openTraceStage();
  try {
    const rows: BenchRow[] = [];
    const add = (row: BenchRow): void => {
      rows.push(row);
      tell(row);
    };
    await benchWaterfall(stage, wants, add);
    await benchFirstRows(stage, wants, add);
    return rows;
  } finally {
    await stage.stop();
  }
}
