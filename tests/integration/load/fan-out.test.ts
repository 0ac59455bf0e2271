/** What one viewer costs a source, and what a slow source costs a viewer. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { panels } from "@/components/signals/panels";
import { readOverview } from "@/lib/services/overview/read-overview";
import { readSignals } from "@/lib/services/signals/read-signals";
import { openFleetStage, type FleetStage } from "@/tests/support/fleet-stage";

type SignalsInput = Parameters<typeof readSignals>[0];
type OverviewInput = Parameters<typeof readOverview>[0];

let stage: FleetStage;

beforeAll(async () => {
  stage = await openFleetStage();
}, 120_000);
afterAll(() => stage.close());
afterEach(async () => {
  await stage.proxy.set(null);
});

const caller = { params: {}, principal: {}, requestId: "test", signal: new AbortController().signal };
const window = { from: "now-20m", to: "now" };

const overview = (query: object = window) =>
  readOverview({ ...caller, body: {}, query } as unknown as OverviewInput);

/** What a screen of this height and the one below it show. */
const visible = panels.filter(({ needs }) => needs === undefined);

const signals = (deployment: string, asked = visible) =>
  readSignals({
    ...caller,
    query: {},
    body: {
      waitMs: 1_500,
      questions: asked.map(({ id, signals: ids, statistics }) => ({
        key: id,
        question: { v: 1, signals: ids, statistics, scope: { deployment }, window },
      })),
    },
  } as unknown as SignalsInput);

const isPending = ({ state }: { readonly state: string }): boolean => state === "pending";

async function until<T>(ask: () => Promise<T>, isDone: (response: T) => boolean) {
  const startedMs = performance.now();
  for (let asks = 1; ; asks += 1) {
    const response = await ask();
    const tookMs = performance.now() - startedMs;
    if (isDone(response) || tookMs > 60_000) return { response, tookMs, asks };
  }
}

for (const ms of [0, 300, 1_000, 2_500]) {
  test(`baseline ${ms}`, { timeout: 200_000 }, async () => {
    if (ms > 0) await stage.proxy.set({ kind: "latency", ms });
    stage.forgetReads();
    stage.proxy.resetCounts();
    const first = await until(overview, ({ deployments }) => !deployments.some(isPending));
    console.info(
      ms,
      "overview",
      Math.round(first.tookMs),
      stage.proxy.counts(),
      first.response.deployments.map((d) => d.state),
    );
    stage.forgetReads();
    stage.proxy.resetCounts();
    const slug = stage.slugs[0] ?? "";
    const second = await until(
      () => signals(slug),
      (response) => !response.panels.some(isPending),
    );
    console.info(
      ms,
      "signals",
      Math.round(second.tookMs),
      stage.proxy.counts(),
      Object.entries(Object.groupBy(second.response.panels, (p) => p.state)).map(([k, v]) => [k, v?.length]),
    );
    if (ms === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      stage.proxy.resetCounts();
      await signals(slug);
      console.info("signals refresh", stage.proxy.counts());
      await overview();
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      stage.proxy.resetCounts();
      await overview();
      console.info("overview refresh", stage.proxy.counts());
    }
    expect(1).toBe(1);
  });
}
