/**
 * A target that was up for less than a step, on a real Prometheus: it is not reported as down from before it was up.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const startMs = Date.UTC(2026, 9, 1, 12);
const spacingMs = 5_000;
const [firstUp, lastUp, last] = [25, 33, 72] as const;
const timeOf = (scrape: number): number => startMs + scrape * spacingMs;
const own = 'job="vllm",instance="v:8000"';
const isUp = (scrape: number): boolean => scrape >= firstUp && scrape <= lastUp;

const openMetrics = Array.from({ length: last + 1 }, (_, scrape) => scrape)
  .map((scrape) => `up{${own}} ${Number(isUp(scrape))} ${timeOf(scrape) / 1_000}`)
  .concat(
    Array.from({ length: lastUp - firstUp + 1 }, (_, index) => firstUp + index).map(
      (scrape) => `vllm:num_requests_running{model_name="m",${own}} 2 ${timeOf(scrape) / 1_000}`,
    ),
  )
  .concat("# EOF\n")
  .join("\n");

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics, timeOf(lastUp));
  await discoverDeployments();
  stage.setClock(timeOf(last));
});
afterAll(() => stage.close());

test("reports it as down since the scrape after the last successful one, at any step", async () => {
  const [deployment] = (await readKnownDeployments(allSources)).deployments;
  const { stepMs, series } = await answerQuestion(
    {
      v: 1,
      signals: ["running"],
      statistics: ["value"],
      scope: { deployment: deployment?.slug ?? "" },
      window: { from: "now-24h", to: "now" },
    },
    { sourceScope: allSources },
  );
  // Points at 12:00 and 12:05, neither of which includes its up time.
  expect(stepMs).toBe(300_000);
  const headline = series[0]?.headline;
  const since = headline?.kind === "absent" ? headline.downSince : undefined;
  if (headline?.kind !== "absent" || since?.kind !== "since") throw new Error("no times were reported");
  expect(headline.reason).toBe("target-down");
  // Servers differ in whether a range includes a sample at its start.
  expect([timeOf(lastUp - 1), timeOf(lastUp)]).toContain(since.atMs);
  expect(since.withinMs).toBe(2 * spacingMs);
  expect(since.elapsedMs).toBe(timeOf(last) - since.atMs);
});
