/**
 * P1: number of Prometheus queries per refresh while 200 viewers with different clocks watch 12 panels through two
 * replicas. Peer: one query per panel and replica, the minimum for a single viewer of each.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { assertPresent } from "@/lib/base/assert";
import { createTestUpstream } from "@/tests/support/server/upstream";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { lastGrid, readerOn, type Fixture } from "./fixture";

const viewers = 200;
const panels = Array.from(
  { length: 12 },
  (_, panel) => `sum(rate(bench_seconds_count{instance=~"i${panel}."}[1m]))`,
);
const refreshMs = 5_000;
const tickMs = 250;
const replicas = 2;

export async function benchUpstreamQueries(fixture: Fixture): Promise<BenchRow> {
  const upstreams = Array.from({ length: replicas }, () => createTestUpstream(fixture.proxy.url));
  let nowMs = fixture.endMs - 3_600_000;
  const readers = upstreams.map((upstream) => readerOn(upstream, () => nowMs));
  const offsets = Array.from({ length: viewers }, (_, viewer) => (viewer * 2_654_435_761) % refreshMs);

  const oneRefresh = async (): Promise<number> => {
    fixture.proxy.resetCounts();
    for (let passedMs = 0; passedMs < refreshMs; passedMs += tickMs) {
      const due = offsets.flatMap((offsetMs, viewer) =>
        offsetMs >= passedMs && offsetMs < passedMs + tickMs ? [viewer] : [],
      );
      const grid = lastGrid(nowMs, 240);
      const reads = due.flatMap((viewer) =>
        panels.map(async (promql) => {
          const reader = assertPresent(readers[viewer % replicas], "each viewer has a replica");
          await reader.readRange({
            source: requireReadableSource("p", allSources),
            promql,
            grid,
            isLive: true,
          });
        }),
      );
      await Promise.all(reads);
      nowMs += tickMs;
    }
    return fixture.proxy.counts().requests;
  };
  const row = await compare({
    id: "P1",
    title: "upstream queries per refresh, 200 viewers × 12 panels × 2 replicas",
    unit: "queries",
    must: 1.05,
    moonshot: 1,
    ours: oneRefresh,
    peer: () => Promise.resolve(panels.length * replicas),
  });
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  return row;
}
