/** The phases of a validation, over the traces of a real Jaeger before and after a slow tokenizer was fixed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { toResourceSpans } from "@/demo/simulator/traces/otlp";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { assertPresent } from "@/lib/base/assert";
import type { ValidationPreviewResponse } from "@/lib/contracts/investigations/validations";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { setServerClock } from "@/tests/support/server/server-clock";
import { openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { sendSpans, startJaeger, type TraceStoreFixture } from "@/tests/support/traces/real-jaeger";
import { openInvestigation, send } from "./investigation-fixture";
import { addDeploy, at, slug } from "./validation-fixture";

const caller = { cookie: "" };
/** One of this many requests has a trace. */
const tracedEvery = 10;
const batchSize = 100;

let stage: StoredFixture;
let jaeger: TraceStoreFixture;
const traces: RequestTrace[] = [];

/** The tokenizer is slow for 40 minutes, and normal since the deploy at minute 41. */
beforeAll(async () => {
  const plan = assertPresent(
    fleet.find(({ name }) => name === slug),
    "the fleet has the workload",
  );
  const traffic = { ...plan.traffic, requestsPerSecond: 2, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 };
  let requests = 0;
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [{ ...plan, traffic }],
    seed: 5,
    fromMs: at(-12),
    toMs: at(100),
    spacingMs: 15_000,
    faults: [{ workload: slug, fault: "slow-tokenizer", strength: 250, atMs: at(-10), untilMs: at(40) }],
    onTrace: (trace) => {
      requests += 1;
      if (requests % tracedEvery === 0) traces.push(trace);
    },
  });
  stage = await openStoredFixture(writeBlocks);
  jaeger = await startJaeger("test-validation-traces");
  for (let index = 0; index < traces.length; index += batchSize) {
    const batch = traces.slice(index, index + batchSize);
    const resourceSpans = batch.flatMap(({ traceId, spans }) => toResourceSpans(traceId, spans));
    await sendSpans(jaeger, { resourceSpans });
  }
  const lastId = traces.at(-1)?.traceId ?? "";
  await waitUntil({
    condition: "the last trace",
    isMet: async () => (await fetch(`${jaeger.queryUrl}/api/traces/${lastId}`)).ok,
    timeoutMs: 60_000,
    fix: "query the source for it",
  });
  await stage.begin({ JAEGER_URL: jaeger.queryUrl });
  await discoverDeployments();
  setServerClock(at(85));
});
afterAll(async () => {
  await stage.close();
  await jaeger.stop();
});

/** Returns the mean duration of the tokenizer in the sent traces, of requests that started in the window. */
function meanTokenizeSeconds(fromMs: number, toMs: number): number {
  const durations = traces
    .flatMap(({ spans }) => spans)
    .filter(({ name, startMs }) => name === "tokenize" && startMs >= fromMs && startMs < toMs)
    .map(({ startMs, endMs }) => (endMs - startMs) / 1_000);
  return durations.reduce((sum, one) => sum + one, 0) / durations.length;
}

test("the traced requests show that the bottleneck moved away from the tokenizer", async () => {
  const goal = { kind: "at-most", signal: "ttft", statistic: "mean", value: 0.2 };
  const params = await openInvestigation(caller, { deployments: [slug], goal });
  const moves = [
    { from: "triage", state: "active" },
    { from: "active", state: "fix-deployed", deployEventId: await addDeploy(41) },
  ];
  for (const body of moves)
    expect((await send("change-investigation-state", { caller, params, body })).status).toBe(200);
  const query = { from: String(at(-1)), to: String(at(39)) };
  const answer = await send("validation-preview", { caller, params, query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { report } = answer.body as ValidationPreviewResponse;
  const phases = assertPresent(report.deployments[0], report.sentence).phases;
  expect(phases.sentence).toMatch(
    /^According to the time in each phase, the bottleneck moved from tokenize to prefill\.$/,
  );
  expect(phases).toMatchObject({ verdict: "moved", from: "Tokenize", to: "Prefill" });
  expect(phases.beforeCount).toBeGreaterThan(100);
  expect(phases.afterCount).toBeGreaterThan(100);
  const [longest] = phases.phases;
  expect(longest?.beforeSeconds).toBeCloseTo(meanTokenizeSeconds(at(-1), at(39)), 2);
  expect(longest?.afterSeconds).toBeCloseTo(meanTokenizeSeconds(at(45), at(85)), 2);
  expect(longest?.difference?.upper).toBeLessThan(0);
  expect(phases.phases.find(({ title }) => title === phases.to)?.afterSeconds).toBeLessThan(0.2);
});
