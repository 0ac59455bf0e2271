/** The benchmarks of the data path, P1 to P7 and P27, on one fixture. */
import { closeDecoderWorker } from "@/lib/sources/prometheus/decode-off-event-loop";
import { benchUpstreamQueries } from "./p1-upstream-queries";
import { benchManyViewers } from "./p2-many-viewers";
import { benchWarmPanel } from "./p3-warm-panel";
import { benchColdOverhead } from "./p4-cold-overhead";
import { benchUpstreamWork } from "./p5-upstream-work";
import { benchPercentiles } from "./p6-percentiles";
import { benchBytes } from "./p7-bytes";
import { benchSignedInViewers } from "./p27-signed-in-viewers";
import type { BenchRow } from "@/tests/performance/runner";
import { openFixture, type Fixture } from "./fixture";

const benches: readonly (readonly [
  id: string,
  run: (fixture: Fixture) => Promise<BenchRow | readonly BenchRow[]>,
])[] = [
  ["P1", benchUpstreamQueries],
  ["P2", benchManyViewers],
  ["P3", benchWarmPanel],
  ["P4", benchColdOverhead],
  ["P5", benchUpstreamWork],
  ["P6", benchPercentiles],
  ["P7", benchBytes],
  ["P27", benchSignedInViewers],
];

/** Runs the requested benchmarks one after the other and calls `report` with each row. */
export async function benchDataPath(
  report: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  const chosen = benches.filter(([id]) => wants(id));
  if (chosen.length === 0) return [];
  const fixture = await openFixture();
  const rows: BenchRow[] = [];
  try {
    for (const [, run] of chosen) {
      const more = [await run(fixture)].flat();
      rows.push(...more);
      more.forEach(report);
    }
    return rows;
  } finally {
    await fixture.stop();
    await closeDecoderWorker();
  }
}
