/**
 * P13 and P14: time from opening a trace's URL to its first rows, in a browser without cache. Compared with Jaeger's
 * page when its build is available, and always with a minimal page. Our first rows are in the page's HTML. The time
 * until the waterfall supports keyboard navigation is reported too, without a limit.
 */
import { compare, type BenchRow } from "@/tests/performance/runner";
import { firstRow, openUntilRows, waterfallRow, type Side, type TraceFixture } from "./trace-fixture";

const sizes = [
  { spans: 10_000, moonshot: 0.12 },
  { spans: 50_000, moonshot: 0.15 },
] as const;

export async function benchFirstRows(
  fixture: TraceFixture,
  wants: (id: string) => boolean,
  add: (row: BenchRow) => void,
): Promise<void> {
  const open = async (side: Side, spans: number, wanted = firstRow[side]): Promise<number> => {
    const { ms, close } = await openUntilRows(fixture, side, fixture.prepare(spans), wanted);
    await close();
    return ms;
  };
  for (const { spans, moonshot } of sizes) {
    const label = `first rows of ${spans.toLocaleString("en")} spans`;
    const ours = (): Promise<number> => open("ours", spans);
    if (wants("P13") && fixture.hasJaegerUi)
      add(
        await compare({
          id: "P13",
          title: `${label}, against Jaeger's page`,
          unit: "ms",
          must: 0.35,
          moonshot,
          ours,
          peer: () => open("jaeger", spans),
        }),
      );
    if (wants("P13") && fixture.hasJaegerUi)
      add(
        await compare({
          id: "P13",
          title: `interactive waterfall of ${spans.toLocaleString("en")} spans, against Jaeger's page`,
          unit: "ms",
          must: Number.POSITIVE_INFINITY,
          moonshot,
          ours: () => open("ours", spans, waterfallRow),
          peer: () => open("jaeger", spans),
        }),
      );
    if (wants("P14"))
      add(
        await compare({
          id: "P14",
          title: `${label}, against a minimal page`,
          unit: "ms",
          must: 2,
          moonshot: 0.8,
          ours,
          peer: () => open("minimal", spans),
        }),
      );
  }
}
