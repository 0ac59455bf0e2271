/** P7: transferred bytes to the browser for the same panel, both compressed with gzip. */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { gzipSync } from "node:zlib";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { queryDirectly, heavyPromql, lastGrid, toColumns, widePromql, type Fixture } from "./fixture";

export async function benchBytes(fixture: Fixture): Promise<readonly BenchRow[]> {
  const grid = lastGrid(fixture.endMs, 720);
  const reader = fixture.reader(() => fixture.endMs);
  const row = (title: string, promql: string) =>
    compare({
      id: "P7",
      title,
      unit: "B",
      must: 0.6,
      moonshot: 0.25,
      ours: async () => {
        const { matrix } = await reader.readRange({
          source: requireReadableSource("p", allSources),
          promql,
          grid,
          isLive: true,
        });
        return gzipSync(toColumns(matrix)).length;
      },
      peer: async () =>
        (await queryDirectly(fixture.prometheusUrl, { promql, grid, encoding: "gzip" })).length,
    });
  return [
    await row("bytes to browser, 100 series", widePromql),
    await row("bytes to browser, buckets of one histogram", heavyPromql),
  ];
}
