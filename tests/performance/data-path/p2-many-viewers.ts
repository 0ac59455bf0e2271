/** P2: the slowest of 50 viewers who open one heavy panel at once, through the product and directly at Prometheus. */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { queryDirectly, heavyPromql, lastGrid, serveViewers, type Fixture } from "./fixture";

const viewers = 50;

export async function benchManyViewers(fixture: Fixture): Promise<BenchRow> {
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
  const p95 = async (ask: () => Promise<unknown>): Promise<number> => {
    const times = await Promise.all(
      Array.from({ length: viewers }, async () => {
        const startedMs = performance.now();
        await ask();
        return performance.now() - startedMs;
      }),
    );
    return times.toSorted((a, b) => a - b)[Math.ceil(viewers * 0.95) - 1] ?? NaN;
  };
  const row = await compare({
    id: "P2",
    title: "p95 of 50 viewers of a heavy panel, without cache",
    unit: "ms",
    must: 0.1,
    moonshot: 0.025,
    ours: () => {
      reader = fixture.reader(() => fixture.endMs);
      return p95(() => server.query(heavyPromql));
    },
    peer: () => p95(() => queryDirectly(fixture.prometheusUrl, { promql: heavyPromql, grid })),
  });
  server.close();
  return row;
}
