/**
 * A target that failed its scrapes and was then removed from service discovery, with a real Prometheus: it is down at
 * the first failure and stays down after `up` ends, although older series are within the last minute.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import { setServerClock } from "@/tests/support/server/server-clock";

const startMs = Date.UTC(2026, 9, 1, 12);
const spacingMs = 5_000;
/** Scrape numbers: the last success, the last failure, and the last scrape. */
const [lastGood, lastFailed, last] = [60, 63, 90] as const;
const timeOf = (scrape: number): number => startMs + scrape * spacingMs;

const own = 'job="sglang",instance="s:30000"';
const model = `model_name="small-8b",${own}`;
type Sampled = readonly [series: string, valueAt: (scrape: number) => number | undefined];
const whileGood =
  (perScrape: number, base = 0) =>
  (scrape: number): number | undefined =>
    scrape <= lastGood ? base + scrape * perScrape : undefined;
const sampled: readonly Sampled[] = [
  [`up{${own}}`, (scrape) => (scrape > lastFailed ? undefined : Number(scrape <= lastGood))],
  ['up{job="other",instance="o:1"}', () => 1],
  [`sglang:num_running_reqs{${model}}`, whileGood(0, 2)],
  [`sglang:num_queue_reqs{${model}}`, whileGood(0)],
  [`sglang:num_requests_total{${model}}`, whileGood(5)],
  [`sglang:generation_tokens_total{${model}}`, whileGood(500)],
  [`sglang:time_to_first_token_seconds_bucket{${model},le="0.1"}`, whileGood(5)],
  [`sglang:time_to_first_token_seconds_bucket{${model},le="+Inf"}`, whileGood(5)],
  [`sglang:time_to_first_token_seconds_count{${model}}`, whileGood(5)],
  [`sglang:time_to_first_token_seconds_sum{${model}}`, whileGood(0.2)],
];

const openMetrics = sampled
  .flatMap(([series, valueAt]) =>
    Array.from({ length: last + 1 }, (_, scrape) => {
      const value = valueAt(scrape);
      return value === undefined ? [] : [`${series} ${value} ${timeOf(scrape) / 1_000}`];
    }).flat(),
  )
  .concat("# EOF\n")
  .join("\n");

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics, timeOf(lastGood));
  await discoverDeployments();
});
afterAll(() => stage.close());

async function deploymentAt(timeMs: number) {
  setServerClock(timeMs);
  const [deployment] = (await readKnownDeployments(allSources)).deployments;
  if (deployment === undefined) throw new Error("nothing was discovered");
  return deployment;
}

async function statusAt(timeMs: number) {
  const deployment = await deploymentAt(timeMs);
  const { status } = await readOverviewRow(
    deployment,
    { from: "now-15m", to: "now" },
    AbortSignal.timeout(60_000),
  );
  return status.id;
}

test("keeps a failed target down after it is removed from service discovery", async () => {
  expect(await statusAt(timeOf(lastGood))).toBe("ok");
  // Times from ten seconds of failures, past the end of `up`, to long after the last success.
  const afterSeconds = [15, 25, 30, 35, 40, 45, 50, 55, 60, 65, 75, 90, 120, 150];
  const statuses: string[] = [];
  for (const seconds of afterSeconds)
    statuses.push(`${seconds} ${await statusAt(timeOf(lastGood) + seconds * 1_000)}`);
  expect(statuses).toEqual(afterSeconds.map((seconds) => `${seconds} source-down`));
});

test("reports a stopped rate as outdated, also in the first check of a deployment", async () => {
  const requestsAt = async (timeMs: number) => {
    const deployment = { ...(await deploymentAt(timeMs)), firstSeenAtMs: timeMs };
    const rows = await checkDeployment(deployment, AbortSignal.timeout(60_000));
    return rows.find(({ signal }) => signal === "requests");
  };
  expect(await requestsAt(timeOf(lastGood) + 20_000)).toMatchObject({
    reason: "not-yet-known",
    detail: "The newest scrape is late or has failed, so a current rate would be too low.",
  });
  expect(await requestsAt(timeOf(1))).toMatchObject({
    reason: "not-yet-known",
    detail: "Not enough samples have been scraped yet.",
  });
});
