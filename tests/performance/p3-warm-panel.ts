/** P3: a panel of 1.5 MB (in Prometheus' form) that somebody has just looked at, for one viewer. */
import { compare, type BenchRow } from "./runner";
import { askDirectly, lastGrid, serveViewers, widePromql, type Stage } from "./stage";

export async function benchWarmPanel(stage: Stage): Promise<BenchRow> {
  const grid = lastGrid(stage.endMs, 720);
  const reader = stage.reader(() => stage.endMs);
  const server = await serveViewers(async (promql) => {
    const { matrix } = await reader.readRange({ sourceSlug: "p", promql, grid, live: true });
    return matrix;
  });
  const row = await compare({
    id: "P3",
    title: "warm panel of 100 series × 720 points, one viewer",
    unit: "ms",
    must: 0.5,
    moonshot: 0.15,
    samples: 25,
    ours: async () => {
      await server.ask(widePromql);
      return undefined;
    },
    peer: async () => {
      await askDirectly(stage.prometheusUrl, { promql: widePromql, grid });
      return undefined;
    },
  });
  server.close();
  return row;
}
