/**
 * P8: in the browser, from our response's text to arrays that a chart draws, compared with JSON.parse of Prometheus's
 * responses.
 */
import type { Page } from "@playwright/test";
import { openSignalsEndpoint } from "@/tests/performance/data-path/signals-endpoint";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { benchedSignals } from "@/tests/performance/data-path/fixture-history";
import { queryDirectly, lastGrid, widePromql, type Fixture } from "@/tests/performance/data-path/fixture";

/** Repetitions, because the browser's clock is coarse. */
const turns = 5;

export async function benchDecode(fixture: Fixture, page: Page): Promise<readonly BenchRow[]> {
  const grid = lastGrid(fixture.endMs, 360);
  const endpoint = await openSignalsEndpoint(fixture);
  const ours = (await endpoint.query()).toString();
  endpoint.close();
  const fetchBodies = async (queries: readonly string[]): Promise<string[]> => {
    const bodies = queries.map((promql) => queryDirectly(fixture.prometheusUrl, { promql, grid }));
    return (await Promise.all(bodies)).map(String);
  };
  const row = (title: string, bodies: readonly string[]) =>
    compare({
      id: "P8",
      title,
      unit: "ms",
      must: 0.3,
      moonshot: 0.1,
      samples: 25,
      ours: () => page.evaluate(decodeOurs, { body: ours, turns }),
      peer: () => page.evaluate(parseAll, { bodies: [...bodies], turns }),
    });
  const buckets = benchedSignals.map(({ histogram }) => `sum by (le) (rate(${histogram}_bucket[1m]))`);
  return [
    await row("6 panels to drawable arrays, against 100 series", await fetchBodies([widePromql])),
    await row("the same, against the buckets that they are computed from", await fetchBodies(buckets)),
  ];
}

function decodeOurs({ body, turns: times }: { readonly body: string; readonly turns: number }): number {
  let sum = 0;
  for (let turn = 0; turn < times; turn += 1) sum += window.benches?.decodeOurs(body) ?? Number.NaN;
  return sum / times;
}

function parseAll({ bodies, turns: times }: { readonly bodies: string[]; readonly turns: number }): number {
  let sum = 0;
  for (let turn = 0; turn < times; turn += 1)
    for (const body of bodies) sum += window.benches?.parse(body) ?? Number.NaN;
  return sum / times;
}
