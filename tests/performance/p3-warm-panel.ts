/** P3: panels that somebody has just looked at, for one viewer more, through the product's own door. */
import { compare, type BenchRow } from "./runner";
import { openProductDoor } from "./product-door";
import { askDirectly, lastGrid, widePromql, type Stage } from "./stage";

/** The peer is asked for as many points as the panels hold: 100 series of 360, about 1.2 MB of Prometheus' JSON. */
export async function benchWarmPanel(stage: Stage): Promise<BenchRow> {
  const grid = lastGrid(stage.endMs, 360);
  const door = await openProductDoor(stage);
  const row = await compare({
    id: "P3",
    title: "warm page of 6 panels, 84 columns × 360 points, one viewer",
    unit: "ms",
    must: 0.5,
    moonshot: 0.15,
    samples: 25,
    ours: async () => {
      await door.ask();
      return undefined;
    },
    peer: async () => {
      await askDirectly(stage.prometheusUrl, { promql: widePromql, grid });
      return undefined;
    },
  });
  door.close();
  return row;
}
