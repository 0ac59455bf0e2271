/**
 * The load of the arms of an experiment on a real Prometheus and PostgreSQL: the same number of requests finish in both
 * arms, but in one of them more arrive.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentResultResponse } from "@/lib/contracts/investigations/experiments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { writeServedLines } from "@/tests/support/histories/arm-history";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { openInvestigation, send } from "./investigation-fixture";

const minuteMs = 60_000;
const at = (minutes: number): number => fixtureNowMs + minutes * minuteMs;
const caller = { cookie: "" };

let stage: StoredFixture;

beforeAll(async () => {
  // In the last hour, requests are slower.
  const ttftFactor = (minutes: number): number => (minutes > -60 ? 1.5 : 1);
  const served = { finishedPerScrape: () => 30, ttftFactor };
  const lines = [
    ...writeServedLines({ ...served, model: "steady", seed: 1 }),
    // In the last hour, a third of the arriving requests wait.
    ...writeServedLines({
      ...served,
      model: "saturated",
      seed: 2,
      arrivedPerScrape: (minutes) => (minutes > -60 ? 45 : 30),
    }),
  ];
  stage = await openStoredFixture([...lines, "# EOF\n"].join("\n"));
  await stage.begin();
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 2 });
});
afterAll(() => stage.close());

async function judge(deployment: string): Promise<ExperimentResultResponse["result"]> {
  const params = await openInvestigation(caller, { deployments: [deployment] });
  const arm = (role: string, name: string, fromMinutes: number, toMinutes: number) => ({
    role,
    name,
    deployment,
    windows: [{ startMs: at(fromMinutes), endMs: at(toMinutes) }],
  });
  const added = await send("add-experiment", {
    caller,
    params,
    body: {
      kind: "config-change",
      factor: { path: "tokenizer.mode", from: "fast", to: "slow" },
      arms: [arm("reference", "Fast", -120, -60), arm("changed", "Slow", -60, 0)],
      measures: { primary: { signal: "ttft", statistic: "mean" } },
      rollbackPlan: "Set the tokenizer mode to fast.",
    },
  });
  const ids = { ...params, experimentId: String(added.body.experiment.id) };
  await send("change-experiment-state", { caller, params: ids, body: { state: "running" } });
  const answer = await send("experiment-result", { caller, params: ids });
  return (answer.body as ExperimentResultResponse).result;
}

test("the arrivals of the arms are compared, not the finished requests", async () => {
  expect(await judge("steady")).toMatchObject({ verdict: "worse" });
  const { verdict, sentence } = await judge("saturated");
  expect(verdict, sentence).toBe("cannot-tell");
  expect(sentence).toContain(
    "No verdict: in the changed arm, the request rate was 1.50 times that of the reference arm",
  );
});
