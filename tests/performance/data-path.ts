/** The benches of the data path, P1 to P7, on one stage. */
import { closeDecoder } from "@/lib/sources/prometheus/decode-off-loop";
import { benchUpstreamQueries } from "./p1-upstream-queries";
import { benchManyViewers } from "./p2-many-viewers";
import { benchWarmPanel } from "./p3-warm-panel";
import { benchColdOverhead } from "./p4-cold-overhead";
import { benchUpstreamWork } from "./p5-upstream-work";
import { benchPercentiles } from "./p6-percentiles";
import { benchBytes } from "./p7-bytes";
import type { BenchRow } from "./runner";
import { openStage } from "./stage";

/** Runs them one after the other; `tell` is called with each row as it comes. */
export async function benchDataPath(tell: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const stage = await openStage();
  const rows: BenchRow[] = [];
  const add = (more: BenchRow | readonly BenchRow[]): void => {
    for (const row of Array.isArray(more) ? (more as readonly BenchRow[]) : [more as BenchRow]) {
      rows.push(row);
      tell(row);
    }
  };
  try {
    add(await benchUpstreamQueries(stage));
    add(await benchManyViewers(stage));
    add(await benchWarmPanel(stage));
    add(await benchColdOverhead(stage));
    add(await benchUpstreamWork(stage));
    add(await benchPercentiles(stage));
    add(await benchBytes(stage));
    return rows;
  } finally {
    await stage.stop();
    await closeDecoder();
  }
}
