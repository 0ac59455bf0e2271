/** Number of requests per viewer, and latency with a source that takes a second per request. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { panels } from "@/components/signals/panels";
import { readOverview } from "@/lib/services/overview/read-overview";
import { readSignals } from "@/lib/services/signals/read-signals";
import { openFleetFixture, type FleetFixture } from "@/tests/support/fleet-fixture";

type SignalsInput = Parameters<typeof readSignals>[0];
type OverviewInput = Parameters<typeof readOverview>[0];

let stage: FleetFixture;

beforeAll(async () => {
  stage = await openFleetFixture();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.proxy.set(null);
  stage.clearCaches();
  stage.proxy.resetCounts();
});

const window = { from: "now-20m", to: "now" };
const caller = { params: {}, principal: {}, requestId: "test", signal: new AbortController().signal };

/** The handlers are called as the door would; it checks and fills in nothing that they read. */
const overview = (deployment?: string) =>
  readOverview({
    ...caller,
    body: {},
    query: { ...window, ...(deployment === undefined ? {} : { deployment }) },
  } as unknown as OverviewInput);

/** Every panel at once, as on a very tall screen. */
const signals = (asked = panels) =>
  readSignals({
    ...caller,
    query: {},
    body: {
      waitMs: 1_500,
      questions: asked.map(({ id, signals: ids, statistics }) => ({
        key: id,
        question: { v: 1, signals: ids, statistics, scope: { deployment: stage.slugs[0] }, window },
      })),
    },
  } as unknown as SignalsInput);

interface Part {
  readonly state: string;
}

/** Asks again as a page does until nothing is pending: the states of all parts after each ask. */
async function watch(ask: () => Promise<readonly Part[]>) {
  const startedMs = performance.now();
  const asks: (readonly string[])[] = [];
  for (;;) {
    const states = (await ask()).map(({ state }) => state);
    asks.push(states);
    const tookMs = performance.now() - startedMs;
    if (!states.includes("pending") || tookMs > 120_000) return { asks, tookMs, last: states };
  }
}

const rows = async () => (await overview()).deployments;
const answers = async () => (await signals()).panels;

/** As a page does it: what was answered stays on screen, and only what is pending is asked for again. */
function page(): () => Promise<readonly Part[]> {
  const states = new Map<string, Part>();
  return async () => {
    const asked = panels.filter(({ id }) => (states.get(id)?.state ?? "pending") === "pending");
    for (const panel of (await signals(asked)).panels) states.set(panel.key, panel);
    return [...states.values()];
  };
}
const requests = (): number => stage.proxy.counts().requests;

test("sends few requests for a cold overview of five deployments and its refresh", async () => {
  const { last } = await watch(rows);
  expect(last).toEqual(Array(5).fill("judged"));
  expect(requests()).toBeLessThanOrEqual(60);
  stage.advanceClock(5_000);
  stage.proxy.resetCounts();
  await watch(rows);
  expect(requests()).toBeGreaterThan(0);
  expect(requests()).toBeLessThanOrEqual(20);
});

test("sends few requests for a cold page of every panel and its refresh", async () => {
  const { last } = await watch(answers);
  expect(new Set(last)).toEqual(new Set(["answered"]));
  expect(requests()).toBeLessThanOrEqual(30);
  stage.advanceClock(5_000);
  stage.proxy.resetCounts();
  await watch(answers);
  expect(requests()).toBeGreaterThan(0);
  expect(requests()).toBeLessThanOrEqual(20);
});

test("does not read other deployments for the status of one", async () => {
  const { last } = await watch(async () => (await overview(stage.slugs[1])).deployments);
  expect(last).toEqual(["judged"]);
  expect(requests()).toBeLessThanOrEqual(15);
});

/** Parts with an answer after each ask. */
const readiness = (asks: readonly (readonly string[])[], ready: string): readonly number[] =>
  asks.map((states) => states.filter((state) => state === ready).length);

/** How many requests one after the other a cold page may wait for. */
const roundsAtMost = 12;

test.each([1_000, 2_500])("with %i ms per request, answers every part without failures", async (ms) => {
  for (const [asker, ready] of [
    [() => rows, "judged"],
    [page, "answered"],
  ] as const) {
    await stage.proxy.set(null);
    stage.clearCaches();
    // What this machine itself takes for it, loaded as it is.
    const unhindered = await watch(asker());
    stage.clearCaches();
    await stage.proxy.set({ kind: "latency", ms });
    const { asks, tookMs, last } = await watch(asker());
    expect(new Set(last)).toEqual(new Set([ready]));
    expect(asks.flat()).not.toContain("failed");
    const counts = readiness(asks, ready);
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
    expect(tookMs).toBeLessThan(roundsAtMost * ms + 5 * unhindered.tookMs);
  }
});
