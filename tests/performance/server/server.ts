/** The benchmarks of the server's process: P23, P24, P25 and M1. */
import type { BenchRow } from "@/tests/performance/runner";
import { benchDistinctQuestions } from "./m1-distinct-questions";
import { benchBodyMemory } from "./p23-body-memory";
import { benchEventLoop } from "./p24-event-loop";
import { benchStart } from "./p25-start";

const benches = { P23: benchBodyMemory, P24: benchEventLoop, P25: benchStart, M1: benchDistinctQuestions };

/** Runs the requested benchmarks one after the other and calls `report` with each row. */
export async function benchServer(
  report: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [id, bench] of Object.entries(benches)) {
    if (!wants(id)) continue;
    const measured = await bench();
    measured.forEach(report);
    rows.push(...measured);
  }
  return rows;
}
