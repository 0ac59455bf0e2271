/**
 * Three weeks of aborted requests on a real Prometheus: a share far above the usual one, below the limit, and half of
 * the requests aborted before their first token.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { readUsualRangeAt } from "@/lib/services/signals/read-usual-ranges";
import { readUnusualAborts } from "@/lib/services/overview/read-unusual-aborts";
import { markedText } from "@/tests/support/sentence-text";
import {
  histogram,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const daySeconds = 86_400;
const historySeconds = 21 * daySeconds;
const nowSeconds = historySeconds - fixtureTailMs / 1_000;
const spikeSeconds = nowSeconds - 600;
const denseSeconds = nowSeconds - 2_700;

/** Every five minutes, and every 15 s in the last 45 min. */
const times = [
  ...Array.from({ length: Math.ceil(denseSeconds / 300) }, (_, index) => index * 300),
  ...Array.from({ length: Math.floor((historySeconds - denseSeconds) / 15) + 1 }, (_, index) =>
    Math.min(historySeconds, denseSeconds + index * 15),
  ),
];

interface Traffic {
  readonly finishedPerSecond: number;
  /** Aborted requests per second, and additional ones in the last ten minutes. */
  readonly usualAborts: number;
  readonly recentAborts: number;
}

const server = ({ finishedPerSecond, usualAborts, recentAborts }: Traffic) =>
  vllmServer({
    running: (seconds) => 4 + (seconds % 7),
    waiting: 0,
    kvUsage: () => 0.3,
    finishedPerSecond,
    outcomes: {
      abort: (seconds) =>
        Math.floor(
          // The usual rate differs between hours by up to 20 %.
          usualAborts * (seconds + 5_040 * (1 - Math.cos(seconds / 25_200))) +
            recentAborts * Math.max(0, seconds - spikeSeconds),
        ),
      error: () => 0,
    },
  });

const servers = {
  spiky: { finishedPerSecond: 4, usualAborts: 0.02, recentAborts: 0.1 },
  steady: { finishedPerSecond: 4, usualAborts: 0.12, recentAborts: 0 },
  quiet: { finishedPerSecond: 0.2, usualAborts: 0.001, recentAborts: 0.006 },
} as const satisfies Readonly<Record<string, Traffic>>;
type Model = keyof typeof servers | "halved";

const halvedSeconds = nowSeconds - 3 * 3_600;
/** Receives as many requests as usual, but observes the first token of only half of them in the last three hours. */
const halved: ExposedSeriesList = [
  ...server({ finishedPerSecond: 4, usualAborts: 0, recentAborts: 0 }).filter(
    ({ name }) => !name.includes("time_to_first_token"),
  ),
  ...histogram("vllm:time_to_first_token_seconds", (seconds) =>
    Math.floor(4 * Math.min(seconds, halvedSeconds) + 2 * Math.max(0, seconds - halvedSeconds)),
  ),
];

let stage: StoredFixture;

beforeAll(async () => {
  const expositions = Object.fromEntries(
    Object.entries(servers).map(([model, traffic]) => [model, server(traffic)]),
  );
  const fleet = { ...expositions, halved };
  stage = await openStoredFixture(writeExpositions(fleet, fixtureNowMs + fixtureTailMs, times));
  await stage.begin();
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 4, isStored: true });
});
afterAll(() => stage.close());

async function deploymentOf(model: Model) {
  const { deployments } = await readKnownDeployments(allSources);
  const found = deployments.find((one) => one.model === model);
  if (found === undefined) throw new Error(`${model} was not discovered`);
  return found;
}

const readRow = async (model: Model) =>
  readOverviewRow(await deploymentOf(model), { from: "now-15m", to: "now" }, AbortSignal.timeout(60_000));

test("reports aborts far above their usual share, with n and the usual share, although below the limit", async () => {
  // The first row may not wait for the history of weeks.
  const row = await vi.waitUntil(
    async () => {
      const one = await readRow("spiky");
      return one.status.id === "aborts" ? one : undefined;
    },
    { timeout: 60_000, interval: 50 },
  );
  const { abortRatio } = row.readings;
  if (abortRatio.kind === "absent") throw new Error("the share is unknown");
  // 0.02 and 0.1 aborts per second of 4.12 requests per second.
  expect(abortRatio.value).toBeCloseTo(0.12 / 4.12, 2);
  expect(abortRatio.value).toBeLessThan(row.limits.abortRatio);
  expect(abortRatio.n).toBeGreaterThan(1_200);
  const [, ratio, n, usual, upper] =
    /^<([\d.]+)> of <(\d+)> are aborted by clients\. Usual at this hour: <([\d.]+)>, at most <([\d.]+)>\.$/.exec(
      markedText(row.sentence),
    ) ?? [];
  expect(Number(ratio)).toBe(abortRatio.value);
  expect(Number(n)).toBe(abortRatio.n);
  expect(Number(usual)).toBeCloseTo(0.02 / 4.02, 3);
  expect(Number(upper)).toBeLessThan(0.01);
  expect(row.status.sinceMs).not.toBeNull();
});

test("does not report a share that is usual for the deployment, or one of few requests", async () => {
  for (const model of ["steady", "quiet"] as const) {
    const row = await readRow(model);
    const { abortRatio } = row.readings;
    if (abortRatio.kind === "absent") throw new Error("the share is unknown");
    expect(abortRatio.value, model).toBeGreaterThan(0.02);
    const deployment = await deploymentOf(model);
    const present = { isPast: false, leaving: AbortSignal.timeout(60_000) };
    // Nothing is unusual before the usual range is known.
    await vi.waitUntil(
      async () => {
        const usual = await readUsualRangeAt(deployment, ["aborts", "ratio-to-requests"], {
          atMs: abortRatio.atMs,
          isPast: false,
          leaving: AbortSignal.timeout(60_000),
        });
        return usual !== undefined && usual !== "pending";
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(await readUnusualAborts(deployment, abortRatio, present), model).toBeNull();
    expect(row.status.id, model).toBe("ok");
  }
});

test("compares TTFT with hours of similar arrivals while half of the requests end before their first token", async () => {
  const deployment = await deploymentOf("halved");
  const usual = await vi.waitUntil(
    async () => {
      const one = await readUsualRangeAt(deployment, ["ttft", "p95"], {
        atMs: fixtureNowMs,
        isPast: true,
        leaving: AbortSignal.timeout(60_000),
      });
      return one === "pending" ? undefined : one;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(usual.kind).not.toBe("learning");
  expect(usual.n).toBeGreaterThanOrEqual(24);
});
