/** Number of requests per viewer, and latency with a source that takes a second per request. */
import { systemPrincipal } from "@/lib/server/principal";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { panels } from "@/components/signals/panels/panels";
import { readOverview } from "@/lib/services/overview/read-overview";
import { readSignals } from "@/lib/services/signals/read-signals";
import { openFleetFixture, type FleetFixture } from "@/tests/support/server/fleet-fixture";
import type { Fault } from "@/tests/support/sources/faults";

type SignalsInput = Parameters<typeof readSignals>[0];

let stage: FleetFixture;

beforeAll(async () => {
  stage = await openFleetFixture();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.proxy.set(null);
  await expect.poll(() => stage.proxy.counts().open).toBe(0);
  stage.clearCaches();
  stage.proxy.resetCounts();
});

afterEach(() => {
  vi.useRealTimers();
});

const window = { from: "now-20m", to: "now" };
const caller = {
  params: {},
  principal: systemPrincipal,
  requestId: "test",
  signal: new AbortController().signal,
};

/** Calls the handlers directly. The endpoint would check the input and add defaults that the handlers do not use. */
const overview = (deployment?: string) =>
  readOverview({
    ...caller,
    body: {},
    query: { ...window, ...(deployment === undefined ? {} : { deployment }) },
  });

/** Every panel at once, as on a very tall screen. */
const signals = (requestedPanels = panels) =>
  readSignals({
    ...caller,
    query: {},
    body: {
      waitMs: 1_500,
      questions: requestedPanels.map(({ id, signals: ids, statistics }) => ({
        key: id,
        question: { v: 1, signals: ids, statistics, scope: { deployment: stage.slugs[0] }, window },
      })),
    },
  } as unknown as SignalsInput);

interface Part {
  readonly state: string;
}

/** Repeats the request like a page until nothing is pending. Returns the states of all parts after each request. */
async function watch(request: () => Promise<readonly Part[]>) {
  const startedMs = performance.now();
  const responses: (readonly string[])[] = [];
  for (;;) {
    const states = (await request()).map(({ state }) => state);
    responses.push(states);
    const tookMs = performance.now() - startedMs;
    if (!states.includes("pending") || tookMs > 120_000) return { responses, tookMs, last: states };
  }
}

const rows = async () => (await overview()).deployments;
const answers = async () => (await signals()).panels;

/** Keeps answered parts like a page does, and requests only the pending ones again. */
function page(): () => Promise<readonly Part[]> {
  const states = new Map<string, Part>();
  return async () => {
    const requestedPanels = panels.filter(({ id }) => (states.get(id)?.state ?? "pending") === "pending");
    for (const panel of (await signals(requestedPanels)).panels) states.set(panel.key, panel);
    return [...states.values()];
  };
}
const requests = (): number => stage.proxy.counts().requests;

/** Repeats the request until it sends nothing more. Reads that the answer did not wait for belong to it as well. */
async function settle(request: () => Promise<readonly Part[]>): Promise<void> {
  for (;;) {
    const before = requests();
    await request();
    if (requests() === before && stage.proxy.counts().open === 0) return;
  }
}

/**
 * Queries are combined while earlier ones are in flight. Without latency, their number depends on how this machine
 * schedules the processes.
 */
const remoteSource: Fault = { kind: "latency", ms: 1_000 };

/** Counts requests of one moment: on a slow machine, the answers of a page would else belong to several polls. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
}

test("sends few requests for a cold overview of five deployments and its refresh", async () => {
  stopClock();
  await stage.proxy.set(remoteSource);
  const { last } = await watch(rows);
  expect(last).toEqual(Array(5).fill("judged"));
  await settle(rows);
  expect(requests()).toBeLessThanOrEqual(60);
  stage.advanceClock(5_000);
  stage.proxy.resetCounts();
  await watch(rows);
  expect(requests()).toBeGreaterThan(0);
  expect(requests()).toBeLessThanOrEqual(20);
});

test("sends few requests for a cold page of every panel and its refresh", async () => {
  stopClock();
  await stage.proxy.set(remoteSource);
  const { last } = await watch(answers);
  expect(new Set(last)).toEqual(new Set(["answered"]));
  await settle(answers);
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

/** Returns the number of answered parts after each request. */
const readiness = (responses: readonly (readonly string[])[], ready: string): readonly number[] =>
  responses.map((states) => states.filter((state) => state === ready).length);

/** Limit of sequential requests that a cold page waits for. */
const maxRounds = 12;

test.each([1_000, 2_500])("with %i ms per request, answers every part without failures", async (ms) => {
  for (const [createRequest, ready] of [
    [() => rows, "judged"],
    [page, "answered"],
  ] as const) {
    await stage.proxy.set(null);
    stage.clearCaches();
    // Measures the time without added latency on this machine under its current load.
    const withoutLatency = await watch(createRequest());
    stage.clearCaches();
    await stage.proxy.set({ kind: "latency", ms });
    const { responses, tookMs, last } = await watch(createRequest());
    expect(new Set(last)).toEqual(new Set([ready]));
    expect(responses.flat()).not.toContain("failed");
    const counts = readiness(responses, ready);
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
    expect(tookMs).toBeLessThan(maxRounds * ms + 5 * withoutLatency.tookMs);
  }
});
