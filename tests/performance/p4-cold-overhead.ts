/** P4: what our way adds to a question nobody asked before: parsed, typed and written as columns against the raw body. */
import { compare, type BenchRow } from "./runner";
import {
  queryDirectly,
  lastGrid,
  serveViewers,
  smallPromql,
  unlikePromql,
  widePromql,
  type Fixture,
} from "./fixture";

export async function benchColdOverhead(fixture: Fixture): Promise<readonly BenchRow[]> {
  const grid = lastGrid(fixture.endMs, 720);
  let reader = fixture.reader(() => fixture.endMs);
  const server = await serveViewers(async (promql) => {
    const { matrix } = await reader.readRange({ sourceSlug: "p", promql, grid, live: true });
    return matrix;
  });
  const row = (title: string, promql: string, limits: { readonly must: number; readonly moonshot: number }) =>
    compare({
      id: "P4",
      title,
      unit: "ms",
      ...limits,
      samples: 25,
      ours: async () => {
        // A reader that knows nothing; that it is made, once in a process' life, is no part of the question.
        reader = fixture.reader(() => fixture.endMs);
        const startedMs = performance.now();
        await server.query(promql);
        return performance.now() - startedMs;
      },
      peer: async () => {
        await queryDirectly(fixture.prometheusUrl, { promql, grid });
        return undefined;
      },
    });
  // For the small one the limit is 5 ms more, 2 ms as a dream; the table shows both medians.
  const rows = [
    await row("cold, one series (limit + 5 ms)", smallPromql, { must: 5, moonshot: 2 }),
    await row("cold, 2.1 MB", widePromql, { must: 1.3, moonshot: 1.05 }),
    await row("cold, as many numbers, hardly two alike", unlikePromql, { must: 1.3, moonshot: 1.05 }),
  ];
  server.close();
  return rows;
}
