/** The watch of a validation by its job, on the days of the server's clock, over a history with a relapse. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ValidationsResponse } from "@/lib/contracts/investigations/validations";
import { evaluateWatchesJob } from "@/lib/jobs/evaluate-watches";
import { startJobRunner } from "@/lib/jobs/job-runner";
import { readEnvironment } from "@/lib/server/environment/env";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import {
  evaluateWatches,
  runWithWatchesLocked,
} from "@/lib/services/investigations/validation/watch/evaluate-watches";
import { setServerClock } from "@/tests/support/server/server-clock";
import { openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { simulateSegments } from "@/tests/support/histories/segmented-history";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";
import { addDeploy, at, capture, dayMinutes, slug } from "./validation-fixture";

const caller = { cookie: "" };
const day = (count: number): number => count * dayMinutes;
const segment = (days: number, isSlow: boolean) => ({
  fromMs: at(day(days) + 35),
  toMs: at(day(days) + 105),
  ...(isSlow ? { slow: [at(day(days) + 36), at(day(days) + 104)] as const } : {}),
});

let stage: StoredFixture;
let params: { readonly number: string };

/** The fix was deployed at minute 41, and its validation is stored at minute 85. The third day has no data. */
beforeAll(async () => {
  stage = await openStoredFixture(
    simulateSegments(slug, [
      { fromMs: at(-12), toMs: at(105), slow: [at(-10), at(40)] },
      segment(1, true),
      segment(2, false),
      segment(4, true),
      segment(5, true),
    ]),
  );
  await stage.begin();
  await discoverDeployments();
  setServerClock(at(40));
  const baselineId = await capture("Slow", [-1, 39]);
  setServerClock(at(85));
  const deployEventId = await addDeploy(41);
  const goal = { kind: "change", signal: "ttft", statistic: "mean", changeRatio: -0.2 };
  params = await openInvestigation(caller, { deployments: [slug], goal, baselineId });
  for (const body of [
    { from: "triage", state: "active" },
    { from: "active", state: "fix-deployed", deployEventId },
  ])
    expect((await send("change-investigation-state", { caller, params, body })).status).toBe(200);
  const stored = await send("store-validation", { caller, params });
  expect(stored.body).toMatchObject({ validation: { verdict: "met" } });
});
afterAll(() => stage.close());

async function readWatch() {
  const { validations } = (await send("validations", { caller, params })).body as ValidationsResponse;
  return validations[0]?.watch;
}

/** Starts two processes of the job on a day, until they have evaluated the windows that are due. */
async function runJobAt(days: number, windowCount: number): Promise<void> {
  setServerClock(at(day(days) + 100));
  const { databaseUrl } = readEnvironment();
  const runners = [1, 2].map(() => startJobRunner(databaseUrl, [evaluateWatchesJob]));
  const countWindows = async () => (await readWatch())?.windows.length;
  await expect.poll(countWindows, { timeout: 60_000 }).toBe(windowCount);
  await Promise.all(runners.map((runner) => runner.stop()));
}

test("no window is evaluated while another process evaluates watches", async () => {
  setServerClock(at(day(1) + 100));
  await runWithWatchesLocked(() => evaluateWatches(AbortSignal.timeout(10_000)));
  expect((await readWatch())?.windows).toEqual([]);
});

test("two consecutive worse windows reopen the investigation once as round 2 at step 2, with two job processes", async () => {
  expect((await readWatch())?.windows).toEqual([]);
  await runJobAt(1, 1);
  expect((await readWatch())?.windows).toMatchObject([{ verdict: "worse" }]);
  expect((await readInvestigation(caller, params)).investigation).toMatchObject({ round: 1 });
  // After a downtime, the job evaluates all missed days.
  await runJobAt(5, 5);
  expect(await readWatch()).toMatchObject({
    state: "relapsed",
    windows: [
      { verdict: "worse" },
      { verdict: "worse" },
      { verdict: "cannot-tell" },
      { verdict: expect.stringMatching(/^(?:same|better)$/u) },
      { verdict: "worse" },
    ],
  });
  const { investigation, timeline } = await readInvestigation(caller, params);
  expect(investigation).toMatchObject({ state: "active", round: 2, step: "identify-symptoms" });
  const rounds = timeline.entries.flatMap(({ author, payload }) =>
    payload.kind === "round" ? [{ author, from: payload.from, to: payload.to }] : [],
  );
  expect(rounds).toEqual([{ author: "system", from: 1, to: 2 }]);
});
