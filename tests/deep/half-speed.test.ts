/**
 * Gates and experiments against a serving stack that is not part of this project: the real Dynamo at its normal speed, and
 * the same servers at half of it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as CREATE } from "@/app/api/v1/gates/route";
import { assertPresent } from "@/lib/base/assert";
import type { GateResponse } from "@/lib/contracts/gates";
import type { ExperimentResultResponse } from "@/lib/contracts/investigations/experiments";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { recordDynamo, type RecordedDynamo } from "@/tests/support/peers/recorded-dynamo";
import { openInvestigation, send } from "@/tests/integration/investigations/investigation-fixture";
import { setServerClock } from "@/tests/support/server/server-clock";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
/** 25 minutes of history for each speed. */
const scrapeCount = 101;
const slowRatio = 0.5;

let recorded: RecordedDynamo;
let stage: StoredFixture;

beforeAll(async () => {
  recorded = await recordDynamo({
    startMs: fixtureNowMs - 60 * minuteMs,
    scrapeCount,
    speedRatios: [1, slowRatio],
  });
  stage = await openStoredFixture(recorded.history);
  await stage.begin();
  setServerClock(endOf(0));
  await discoverDeployments();
});
afterAll(() => stage.close());

const recordingAt = (index: number) => assertPresent(recorded.recordings[index], "Dynamo was recorded");
const endOf = (index: number): number => recordingAt(index).endMs;

async function slugOf(engine: string): Promise<string> {
  return (await getDatabase().deployment.findFirstOrThrow({ where: { engine } })).slug;
}

async function capture(slug: string): Promise<string> {
  const { baseline } = await requestCapture({
    params: {},
    query: {},
    body: { deployment: slug, from: "now-23m", to: "now", name: "Normal", load: {}, expiresAtMs: null },
    principal: systemPrincipal,
    signal: AbortSignal.timeout(60_000),
    requestId: "",
  });
  await captureBaseline(systemPrincipal, baseline.id);
  const { state, message } = await getDatabase().baseline.findUniqueOrThrow({ where: { id: baseline.id } });
  expect({ state, message }).toMatchObject({ state: "ready" });
  return baseline.id;
}

async function gate(body: object): Promise<GateResponse> {
  const request = new Request("http://localhost:3000/api/v1/gates", {
    method: "POST",
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const response = await CREATE(request, { params: Promise.resolve({}) });
  const answer: unknown = await response.json();
  expect({ status: response.status, answer }).toMatchObject({ status: 201 });
  return answer as GateResponse;
}

describe.each(["dynamo", "vllm"])("the deployment of %s", (engine) => {
  test("fails the gate at half its speed, which names TTFT, E2E and the amounts", async () => {
    const deployment = await slugOf(engine);
    setServerClock(endOf(0));
    const baseline = await capture(deployment);
    setServerClock(endOf(1));
    const rules = ["ttft.mean=20%", "e2e.mean=20%"];
    const { gate: run, result, texts } = await gate({ deployment, baseline, window: "22m", rules });
    process.stdout.write(`${engine}: ${run.sentence}\n${texts.rules.join("\n")}\n`);
    expect({ verdict: run.verdict, obstacles: texts.obstacles }).toEqual({ verdict: "fail", obstacles: [] });
    expect(result?.rules.map(({ verdict }) => verdict)).toEqual(["fail", "fail"]);
    expect(run.sentence).toMatch(/^Fail: mean (?:TTFT|E2E) regressed by \d+\s% \(/);
    expect(texts.rules[0]).toMatch(/^Mean TTFT is \d+\s% higher than in the baseline/);
    // The client measured the same requests, and each also spends time outside the engine.
    const measured = recordingAt(1).meanE2eSeconds / recordingAt(0).meanE2eSeconds - 1;
    const e2e = result?.rules[1]?.regression;
    expect(measured).toBeGreaterThan(0.2);
    expect(e2e?.lower).toBeLessThan(measured * 1.2);
    expect(e2e?.upper).toBeGreaterThan(measured * 0.8);
  });
});

/** Returns the result of an experiment whose arms are the recordings with these indexes. */
async function experimentResult(deployment: string, reference: number, changed: number) {
  setServerClock(endOf(1));
  const caller = { cookie: "" };
  const arm = (role: string, name: string, index: number) => ({
    role,
    name,
    deployment,
    windows: [{ startMs: endOf(index) - 23 * minuteMs, endMs: endOf(index) }],
  });
  const params = await openInvestigation(caller, { deployments: [deployment] });
  const added = await send("add-experiment", {
    caller,
    params,
    body: {
      kind: "config-change",
      factor: { path: "mocker.speedup_ratio", from: null, to: null },
      arms: [arm("reference", "Before", reference), arm("changed", "After", changed)],
      measures: { primary: { signal: "e2e", statistic: "mean" } },
      rollbackPlan: "Set the former ratio.",
    },
  });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const ids = { ...params, experimentId: String(added.body.experiment.id) };
  const started = await send("change-experiment-state", { caller, params: ids, body: { state: "running" } });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const answer = await send("experiment-result", { caller, params: ids });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as ExperimentResultResponse).result;
}

describe.each(["dynamo", "vllm"])("an experiment with the deployment of %s", (engine) => {
  test.each([
    ["better", "from half the speed to the normal one", 1, 0],
    ["worse", "from the normal speed to half of it", 0, 1],
  ] as const)(
    "is %s %s, by the change that the client measured",
    async (verdict, _change, reference, changed) => {
      const result = await experimentResult(await slugOf(engine), reference, changed);
      process.stdout.write(`${engine}: ${result.sentence}\n`);
      expect(result.verdict, result.sentence).toBe(verdict);
      const [primary] = result.measures;
      expect(primary?.blockCount).toBeGreaterThanOrEqual(20);
      const measured = recordingAt(changed).meanE2eSeconds / recordingAt(reference).meanE2eSeconds - 1;
      // The engine measures the same requests without the time outside of it.
      expect(Math.sign(primary?.change ?? 0)).toBe(Math.sign(measured));
      expect(Math.abs((primary?.change ?? 0) - measured)).toBeLessThan(0.2 * Math.abs(measured));
    },
  );
});
