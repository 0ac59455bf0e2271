/** Since when a problem exists, and which share of the requests it affects, on a real Prometheus. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JudgedRow } from "@/lib/contracts/overview";
import { allSources } from "@/lib/model/sources/source-scope";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { markedText } from "@/tests/support/sentence-text";
import {
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const minuteMs = 60_000;
const endMs = Date.UTC(2026, 9, 1, 12);
const historySeconds = 8 * 3_600;
const spacingSeconds = 30;
const times = Array.from(
  { length: historySeconds / spacingSeconds + 1 },
  (_, index) => index * spacingSeconds,
);

/** Two of five requests take more than 1 s from `startSeconds` on, except during a recovery of two minutes. */
function slowFrom(startSeconds: number): ExposedSeriesList {
  const recoverySeconds = [historySeconds - 900, historySeconds - 780] as const;
  const slowSecondsUntil = (seconds: number): number => {
    const slow = Math.max(0, seconds - startSeconds);
    const recovered = Math.min(
      Math.max(0, seconds - recoverySeconds[0]),
      recoverySeconds[1] - recoverySeconds[0],
    );
    return Math.max(0, slow - recovered);
  };
  const perSecond = 10;
  const slowCount = (seconds: number): number => 0.4 * perSecond * slowSecondsUntil(seconds);
  const healthy = vllmServer({
    running: (seconds) => 4 + (seconds % 7),
    waiting: 0,
    kvUsage: () => 0.3,
    finishedPerSecond: perSecond,
  });
  return healthy.map((series) => {
    const isFastEdge = series.name.endsWith("first_token_seconds_bucket") && series.labels?.["le"] === "1";
    if (!isFastEdge) return series;
    return { ...series, valueAt: (seconds: number) => perSecond * seconds - slowCount(seconds) };
  });
}

let stage: FrozenFixture;

beforeAll(async () => {
  const expositions = {
    recent: slowFrom(historySeconds - 57 * 60),
    old: slowFrom(historySeconds - 7 * 3_600),
  };
  stage = await openFrozenFixture(writeExpositions(expositions, endMs, times), endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function readRow(model: string, from: string, to = "now"): Promise<JudgedRow> {
  const { deployments } = await readKnownDeployments(allSources);
  const found = deployments.find((one) => one.model === model);
  if (found === undefined) throw new Error(`${model} was not discovered`);
  return readOverviewRow(found, { from, to }, AbortSignal.timeout(60_000));
}

/** Reads the row until its history was read, which a poll does not wait for. */
async function readCompleteRow(model: string, from: string): Promise<JudgedRow> {
  let row = await readRow(model, from);
  await expect
    .poll(
      async () => {
        row = await readRow(model, from);
        return (
          row.context?.missing.some(
            ({ label }) => label.endsWith("being read.") || label === "Start: unknown.",
          ) ?? false
        );
      },
      { timeout: 30_000 },
    )
    .toBe(false);
  return row;
}

const sinceOf = (row: JudgedRow) =>
  row.context?.onset.flatMap((part) => (part.kind === "down-since" ? [part.since] : []))[0];

test.each(["now-15m", "now-6h", "now-24h"])(
  "an incident of 57 minutes began 57 minutes ago in a window from %s, across a recovery of two minutes",
  async (from) => {
    const row = await readCompleteRow("recent", from);
    expect(row.status.id).toBe("slow-ttft");
    const since = sinceOf(row);
    if (since?.kind !== "since") throw new Error("the start is unknown");
    const startMs = endMs - 57 * minuteMs;
    expect(since.atMs).toBeLessThanOrEqual(startMs + minuteMs);
    expect(since.atMs + since.withinMs).toBeGreaterThanOrEqual(startMs);
    expect(since.withinMs).toBeLessThanOrEqual(2 * minuteMs);
    expect(row.status.sinceMs).toBe(since.atMs);
  },
);

test("the first read of a past window has the start, because the window is not read again", async () => {
  const toMs = endMs - 20 * minuteMs;
  const row = await readRow("recent", String(toMs - 15 * minuteMs), String(toMs));
  expect(row.status.id).toBe("slow-ttft");
  expect(sinceOf(row)?.kind).toBe("since");
  expect(row.context?.missing.map(({ label }) => label)).not.toContain("Affected share: being read.");
});

test("an incident that began before the last six hours has its start within ten minutes", async () => {
  const since = sinceOf(await readCompleteRow("old", "now-15m"));
  if (since?.kind !== "since") throw new Error("the start is unknown");
  const startMs = endMs - 7 * 60 * minuteMs;
  expect(since.atMs).toBeLessThanOrEqual(startMs + 10 * minuteMs);
  expect(since.atMs + since.withinMs).toBeGreaterThanOrEqual(startMs);
  expect(since.withinMs).toBeLessThanOrEqual(10 * minuteMs);
});

test("states the share of requests above the limit since the start", async () => {
  const { context } = await readCompleteRow("recent", "now-15m");
  const [share] = context?.affected ?? [];
  // Two of 57 minutes had no slow request.
  expect(share?.kind === "number" ? share.value : null).toBeCloseTo((0.4 * 55) / 57, 1);
  expect(markedText(context?.affected ?? [])).toMatch(/of the requests since then waited longer than <1>/);
});

test("names the facts that are not known, with the reason", async () => {
  const { context } = await readCompleteRow("recent", "now-15m");
  const labels = context?.missing.map(({ label }) => label);
  expect(labels).toEqual(["No event is known before the start.", "Usual range: unknown."]);
  expect(markedText(context?.next ?? [])).toBe(
    "Next step: check the traces with the slowest first token since then.",
  );
});

test("reads the history once for all viewers and windows, not with each poll", async () => {
  await readCompleteRow("recent", "now-15m");
  stage.proxy.resetCounts();
  await readRow("recent", "now-15m");
  await readRow("recent", "now-15m");
  expect(stage.proxy.counts().byPath["/api/v1/query_range"] ?? 0).toBe(0);
});
