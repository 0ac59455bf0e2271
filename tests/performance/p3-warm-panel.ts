/** P3: panels that somebody has just looked at, for one viewer more, through the product's own door. */
import { compare, type BenchRow } from "./runner";
import { openProductDoor } from "./product-door";
import { askDirectly, lastGrid, widePromql, type Stage } from "./stage";

/** The peer is asked for as many points as the panels hold: 100 series of 360, about 1.2 MB of Prometheus' JSON. */
export async function benchWarmPanel(stage: Stage): Promise<readonly BenchRow[]> {
  const grid = lastGrid(stage.endMs, 360);
  const door = await openProductDoor(stage);
  const row = (title: string, encoding: "identity" | "gzip") =>
    compare({
      id: "P3",
      title,
      unit: "ms",
      must: 0.5,
      moonshot: 0.15,
      samples: 25,
      ours: async () => {
        await door.ask(encoding);
        return undefined;
      },
      peer: async () => {
        await askDirectly(stage.prometheusUrl, { promql: widePromql, grid });
        return undefined;
      },
    });
  const rows = [
    await row("warm page of 6 panels, 84 columns × 360 points, one viewer", "identity"),
    await row("the same, packed with gzip", "gzip"),
  ];
  door.close();
  return rows;
}
