/**
 * Gates against a serving stack that is not part of this project: a baseline of the real Dynamo at its normal speed, and
 * a gate over the same servers at half of it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as CREATE } from "@/app/api/v1/gates/route";
import { assertPresent } from "@/lib/base/assert";
import type { GateResponse } from "@/lib/contracts/gates";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { recordDynamo, type RecordedDynamo } from "@/tests/support/peers/recorded-dynamo";
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
