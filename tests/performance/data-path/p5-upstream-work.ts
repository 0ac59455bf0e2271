/**
 * P5: Prometheus's processor time for a refresh that reads only the tail, compared with one that reads the full
 * range.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { request } from "undici";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { queryDirectly, heavyPromql, lastGrid, type Fixture } from "./fixture";
import { scrapeMs } from "./fixture-history";

/** The process's clock ticks in hundredths of a second, so several refreshes make one sample. */
const refreshes = 8;

export async function benchUpstreamWork(fixture: Fixture): Promise<BenchRow> {
  let nowMs = fixture.endMs - 1_800_000;
  const reader = fixture.reader(() => nowMs);
  const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await processorSeconds(fixture.prometheusUrl);
    for (let refresh = 0; refresh < refreshes; refresh += 1) await work();
    return (((await processorSeconds(fixture.prometheusUrl)) - before) * 1_000) / refreshes;
  };
  const grid = () => lastGrid(nowMs, 600);
  await reader.readRange({
    source: requireReadableSource("p", allSources),
    promql: heavyPromql,
    grid: grid(),
    isLive: true,
  });
  return compare({
    id: "P5",
    title: "Prometheus CPU per refresh, 2,000 series over 2.5 h",
    unit: "ms",
    must: 0.15,
    moonshot: 0.05,
    ours: () =>
      cpuMs(async () => {
        // The data end after ten minutes of refreshes, so an occasional full read is included, as in production.
        nowMs = nowMs + scrapeMs > fixture.endMs ? nowMs : nowMs + scrapeMs / 3;
        await reader.readRange({
          source: requireReadableSource("p", allSources),
          promql: heavyPromql,
          grid: grid(),
          isLive: true,
        });
      }),
    peer: () => cpuMs(() => queryDirectly(fixture.prometheusUrl, { promql: heavyPromql, grid: grid() })),
  });
}

async function processorSeconds(url: string): Promise<number> {
  const response = await request(`${url}/metrics`);
  const text = await response.body.text();
  const found = /^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error("this Prometheus does not report its processor time");
  return Number(found);
}
