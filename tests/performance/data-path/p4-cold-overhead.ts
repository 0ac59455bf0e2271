/**
 * P4: overhead of the product for a query that is not cached: parsing, typing and writing columns, compared with
 * receiving the raw body.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { compare, type BenchRow } from "@/tests/performance/runner";
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
    const { matrix } = await reader.readRange({
      source: requireReadableSource("p", allSources),
      promql,
      grid,
      isLive: true,
    });
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
        // A reader without cache. Its creation happens once per process and is not part of the query.
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
  // For the small query the limit is 5 ms, the target 2 ms; the table shows both medians.
  const rows = [
    await row("cold, one series (limit + 5 ms)", smallPromql, { must: 5, moonshot: 2 }),
    await row("cold, 2.1 MB", widePromql, { must: 1.3, moonshot: 1.05 }),
    await row("cold, as many numbers, almost all different", unlikePromql, { must: 1.3, moonshot: 1.05 }),
  ];
  server.close();
  return rows;
}
