/** P3: panels that another viewer has just displayed, for one more viewer, through the product's endpoint. */
import { compare, type BenchRow } from "@/tests/performance/runner";
import { openSignalsEndpoint } from "./signals-endpoint";
import { queryDirectly, lastGrid, widePromql, type Fixture } from "./fixture";

/** The peer requests as many points as the panels have: 100 series of 360, about 1.2 MB of Prometheus's JSON. */
export async function benchWarmPanel(fixture: Fixture): Promise<BenchRow> {
  const grid = lastGrid(fixture.endMs, 360);
  const endpoint = await openSignalsEndpoint(fixture);
  const row = await compare({
    id: "P3",
    title: "warm page of 6 panels, 84 columns × 360 points, one viewer",
    unit: "ms",
    must: 0.5,
    moonshot: 0.15,
    samples: 25,
    ours: async () => {
      await endpoint.query();
      return undefined;
    },
    peer: async () => {
      await queryDirectly(fixture.prometheusUrl, { promql: widePromql, grid });
      return undefined;
    },
  });
  endpoint.close();
  return row;
}
