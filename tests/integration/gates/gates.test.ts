/**
 * Gates on a real Prometheus and PostgreSQL, over a simulated history with a known fault: the tokenizer is slow for 50
 * minutes, and normal before and after.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as LIST, POST as CREATE } from "@/app/api/v1/gates/route";
import { GET as READ } from "@/app/api/v1/gates/[gateId]/route";
import { POST as CREATE_EVENT } from "@/app/api/v1/events/route";
import { fleet } from "@/demo/simulator/fleet";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { assertPresent } from "@/lib/base/assert";
import type { GateResponse, GateRunEntry } from "@/lib/contracts/gates";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { evaluateGate, listWaitingGateRunIds } from "@/lib/services/gates/evaluate-gate";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { setServerClock } from "@/tests/support/server/server-clock";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";

const minuteMs = 60_000;
const deployment = "assist-8b";
const plan = assertPresent(
  fleet.find(({ name }) => name === deployment),
  "the fleet has assist-8b",
);
/** The traffic is constant, so that the load is equal at all times. */
const steady = {
  ...plan,
  traffic: { ...plan.traffic, requestsPerSecond: 6, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 },
};
const at = (minutes: number): number => fixtureNowMs + minutes * minuteMs;
const [faultFromMs, faultUntilMs] = [at(-10), at(40)];

/** First tokens of all simulated requests. */
const firstTokens: { readonly atMs: number; readonly ttftSeconds: number }[] = [];
let stage: StoredFixture;
let proxy: FaultProxy;
let slug: string;
let baselineId: string;

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [steady],
    seed: 5,
    fromMs: at(-135),
    toMs: at(90),
    spacingMs: 15_000,
    onTrace: recordFirstToken,
    faults: [
      {
        workload: deployment,
        fault: "slow-tokenizer",
        strength: 250,
        atMs: faultFromMs,
        untilMs: faultUntilMs,
      },
    ],
  });
  stage = await openStoredFixture(writeBlocks);
  proxy = await startFaultProxy({ targetUrl: stage.prometheusUrl });
  await stage.begin({ PROMETHEUS_URL: proxy.url });
  expect(await discoverDeployments()).toMatchObject({ isStored: true });
  const row = await getDatabase().deployment.findFirstOrThrow({ select: { slug: true } });
  slug = row.slug;
  setServerClock(at(-12));
  baselineId = await capture("Healthy", "now-110m");
});
afterAll(async () => {
  await proxy.close();
  await stage.close();
});

function recordFirstToken({ spans }: RequestTrace): void {
  for (const { startMs, attributes = {} } of spans) {
    const ttftSeconds = attributes["gen_ai.latency.time_to_first_token"];
    if (typeof ttftSeconds === "number")
      firstTokens.push({ atMs: startMs + ttftSeconds * 1_000, ttftSeconds });
  }
}

function trueMeanTtft(fromMs: number, toMs: number): number {
  const inside = firstTokens.filter(({ atMs }) => atMs > fromMs && atMs <= toMs);
  return inside.reduce((sum, { ttftSeconds }) => sum + ttftSeconds, 0) / inside.length;
}

async function capture(name: string, from: string): Promise<string> {
  const { baseline } = await requestCapture({
    params: {},
    query: {},
    body: { deployment: slug, from, to: "now", name, load: {}, expiresAtMs: null },
    principal: systemPrincipal,
    signal: AbortSignal.timeout(60_000),
    requestId: "",
  });
  await captureBaseline(systemPrincipal, baseline.id);
  const { state } = await getDatabase().baseline.findUniqueOrThrow({ where: { id: baseline.id } });
  expect(state).toBe("ready");
  return baseline.id;
}

let serial = 0;
const headers = () => ({
  host: "localhost:3000",
  "content-type": "application/json",
  "idempotency-key": `gates-test-${(serial += 1)}`,
});

function post(body: object): Promise<Response> {
  const url = "http://localhost:3000/api/v1/gates";
  const request = new Request(url, {
    method: "POST",
    headers: headers(),
    body: JSON.stringify({ deployment: slug, baseline: baselineId, rules: ["ttft.p95=10%"], ...body }),
  });
  return CREATE(request, { params: Promise.resolve({}) });
}

async function gate(body: object = {}, status = 201): Promise<GateResponse> {
  const response = await post(body);
  const answer: unknown = await response.json();
  expect({ status: response.status, answer }).toMatchObject({ status });
  return answer as GateResponse;
}

async function read(id: string): Promise<GateResponse> {
  const request = new Request(`http://localhost:3000/api/v1/gates/${id}`, {
    headers: { host: "localhost:3000" },
  });
  const response = await READ(request, { params: Promise.resolve({ gateId: id }) });
  expect(response.status).toBe(200);
  return (await response.json()) as GateResponse;
}

async function problemOf(body: object): Promise<readonly [number, string, string]> {
  const response = await post(body);
  const { code, detail } = (await response.json()) as Problem;
  return [response.status, code, detail];
}

const evaluate = (id: string): Promise<void> =>
  evaluateGate(id, { reader: systemPrincipal, signal: AbortSignal.timeout(60_000) });

async function createEvent(event: object): Promise<string> {
  const request = new Request("http://localhost:3000/api/v1/events", {
    method: "POST",
    headers: headers(),
    body: JSON.stringify({ deployment: slug, ...event }),
  });
  const response = await CREATE_EVENT(request, { params: Promise.resolve({}) });
  const { event: created } = (await response.json()) as { readonly event: { readonly id: string } };
  expect(response.status).toBe(201);
  return created.id;
}

test("a slow tokenizer fails the gate, which names TTFT and the amount; after it the gate passes", async () => {
  setServerClock(at(30));
  const failed = await gate({ rules: ["ttft.p95=10%", "ttft.mean=10%"], window: "30m" });
  expect(failed.gate).toMatchObject({ state: "complete", verdict: "fail", waitingUntilMs: null });
  expect(failed.gate.sentence).toMatch(/^Fail: .*TTFT.* regressed by \d+/);
  const mean = failed.result?.rules[1];
  expect(mean?.regression?.lower).toBeGreaterThan(0.1);
  // The means of the simulated requests themselves.
  const truth = { baseline: trueMeanTtft(at(-122), at(-12)), window: trueMeanTtft(at(0), at(30)) };
  expect((mean?.baseline?.value ?? 0) / truth.baseline).toBeCloseTo(1, 2);
  expect((mean?.window?.value ?? 0) / truth.window).toBeCloseTo(1, 2);
  const injected = truth.window / truth.baseline - 1;
  expect(mean?.regression?.lower).toBeLessThan(injected);
  expect(mean?.regression?.upper).toBeGreaterThan(injected);
  setServerClock(at(85));
  const passed = await gate({ rules: ["ttft.mean=10%", "tpot.mean=10%", "errors=10%"], window: "40m" });
  expect({ sentence: passed.gate.sentence, obstacles: passed.texts.obstacles }).toMatchObject({
    obstacles: [],
  });
  expect(passed.gate.verdict).toBe("pass");
  expect((await read(passed.gate.id)).result).toEqual(passed.result);
});

test("a stopped Prometheus gives the verdict cannot tell, within the time limit", async () => {
  setServerClock(at(80));
  await proxy.set({ kind: "down" });
  const { gate: run, texts } = await gate({ window: "31m" });
  await proxy.set(null);
  expect(run.verdict).toBe("cannot-tell");
  expect(run.sentence).toMatch(/^Cannot tell: The window could not be read: /);
  expect(texts.obstacles).toHaveLength(1);
});

test("a short window cannot be judged, and the reason states the samples needed", async () => {
  setServerClock(at(80));
  const { gate: run } = await gate({ window: "10m" });
  expect(run.verdict).toBe("cannot-tell");
  expect(run.sentence).toBe("Cannot tell: The window has 10 time blocks. Choose at least 20 min.");
  const { result: precise } = await gate({ window: "20m", rules: ["ttft.mean=0.05%"] });
  // The interval contains a limit that is slightly below its upper end, so that somewhat more requests would decide.
  const limit = 0.8 * assertPresent(precise?.rules[0]?.regression?.upper, "the interval has an upper end");
  const rules = [`ttft.mean=${(100 * limit).toFixed(2)}%`];
  const { result, gate: undecided } = await gate({ window: "20m", rules });
  expect(undecided.verdict).toBe("cannot-tell");
  const reason = result?.rules[0]?.undecidedReason;
  expect(reason?.kind).toBe("few-samples");
  const further =
    /A window of (\d+)\smin, with about ([\d,]+) more requests, would be enough for a verdict\.$/;
  const [, minutes, requests] = further.exec(undecided.sentence) ?? [];
  expect(Number(minutes)).toBeGreaterThan(20);
  // 6 requests per second, in the minutes that are missing.
  const expected = 6 * 60 * (Number(minutes) - 20);
  expect(Math.abs(Number(requests?.replace(",", "")) - expected)).toBeLessThan(0.2 * expected + 360);
});

test("a different batch cap is refused with its path, and judged as the declared factor", async () => {
  setServerClock(at(85));
  const path = "engine.flags.max_num_seqs";
  const change = { kind: "configuration", title: "Batch cap", path };
  await createEvent({ ...change, atMs: at(-130), toValue: "256" });
  await createEvent({ ...change, atMs: at(42), toValue: "64" });
  setServerClock(at(-11));
  const old = await capture("Batch cap 256", "now-60m");
  setServerClock(at(85));
  const body = { baseline: old, rules: ["ttft.mean=20%"], window: "40m" };
  const refused = await gate(body);
  expect(refused.gate.verdict).toBe("cannot-tell");
  expect(refused.gate.sentence).toContain(`${path} differs: 256 in the baseline, 64 in the window.`);
  expect((await gate({ ...body, factor: path })).gate.verdict).toBe("pass");
  expect((await gate({ ...body, factor: `${path}:256:64` })).gate.verdict).toBe("pass");
  expect((await gate({ ...body, factor: `${path}:128:64` })).texts.obstacles[0]).toContain("expects 128");
});

test("an exclusion contaminates the window, except the one of the load test", async () => {
  setServerClock(at(85));
  const exclusion = { kind: "exclusion", reason: "load-test", title: "Nightly load test" };
  const run = await createEvent({ ...exclusion, atMs: at(46), endMs: at(84) });
  const body = { rules: ["ttft.mean=20%"], window: "40m", factor: "engine.flags.max_num_seqs" };
  const contaminated = await gate(body);
  expect(contaminated.gate.verdict).toBe("cannot-tell");
  expect(contaminated.texts.obstacles).toContain("The window overlaps the exclusion “Nightly load test”.");
  const judged = await gate({ ...body, run });
  expect(judged.gate).toMatchObject({ verdict: "pass", run: { eventId: run, title: "Nightly load test" } });
  const ofRun = await gate({ rules: body.rules, factor: body.factor, run });
  expect(ofRun.gate.window).toEqual({ startMs: at(46), endMs: at(84) });
  await getDatabase().event.delete({ where: { id: run } });
});

test("a run whose window begins now waits, survives a restart, and is evaluated by the job", async () => {
  setServerClock(at(-12));
  const { gate: waiting, result } = await gate({ window: "30m", startsNow: true }, 202);
  expect(waiting).toMatchObject({ state: "waiting", verdict: null });
  expect(waiting.waitingUntilMs ?? 0).toBeGreaterThan(waiting.window.endMs);
  expect(result).toBeNull();
  expect(await listWaitingGateRunIds()).not.toContain(waiting.id);
  setServerClock((waiting.waitingUntilMs ?? 0) + 1_000);
  expect(await listWaitingGateRunIds()).toContain(waiting.id);
  await Promise.all([evaluate(waiting.id), evaluate(waiting.id)]);
  expect(await listWaitingGateRunIds()).not.toContain(waiting.id);
  expect((await read(waiting.id)).gate).toMatchObject({ state: "complete", verdict: "fail" });
});

test("a Prometheus that hangs leaves the run to the job, and the response is not an error", async () => {
  setServerClock(at(81));
  await proxy.set({ kind: "hang" });
  const { gate: waiting } = await gate({ window: "32m" }, 202);
  await proxy.set(null);
  expect(waiting).toMatchObject({ state: "waiting", verdict: null });
  setServerClock((waiting.waitingUntilMs ?? 0) + 1_000);
  expect(await listWaitingGateRunIds()).toContain(waiting.id);
  await evaluate(waiting.id);
  expect((await read(waiting.id)).gate).toMatchObject({ state: "complete", waitingUntilMs: null });
});

test("a run stays readable after its baseline was deleted, and lists name it", async () => {
  setServerClock(at(30));
  const temporary = await capture("Temporary", "now-30m");
  const { gate: run, texts } = await gate({ baseline: "Temporary", window: "30m" });
  // The window and the baseline are the same samples.
  expect(run.verdict).toBe("cannot-tell");
  expect(texts.obstacles).toContainEqual(
    expect.stringMatching(/^The window overlaps the baseline by 30\smin, so /),
  );
  expect(run.baseline).toEqual({ id: temporary, name: "Temporary", isDeleted: false });
  await getDatabase().baseline.delete({ where: { id: temporary } });
  expect((await read(run.id)).gate.baseline).toMatchObject({ name: "Temporary", isDeleted: true });
  const url = `http://localhost:3000/api/v1/gates?deployment=${slug}`;
  const list = await LIST(new Request(url, { headers: { host: "localhost:3000" } }), {
    params: Promise.resolve({}),
  });
  const { gates } = (await list.json()) as { readonly gates: readonly GateRunEntry[] };
  expect(gates.find(({ id }) => id === run.id)).toMatchObject({ deployment: { slug, isDeleted: false } });
});

test("a run whose baseline is deleted while it waits ends at once without a verdict, and states why", async () => {
  setServerClock(at(-12));
  const temporary = await capture("Deleted while waiting", "now-30m");
  const { gate: waiting } = await gate({ baseline: temporary, window: "30m", startsNow: true }, 202);
  expect(await listWaitingGateRunIds()).not.toContain(waiting.id);
  await getDatabase().baseline.delete({ where: { id: temporary } });
  expect(await listWaitingGateRunIds()).toContain(waiting.id);
  await evaluate(waiting.id);
  const { gate: complete, texts } = await read(waiting.id);
  expect(complete).toMatchObject({ state: "complete", verdict: "cannot-tell" });
  expect(texts.obstacles).toEqual(["The baseline was deleted before the run was evaluated."]);
});

test("a deploy in the window contaminates it", async () => {
  setServerClock(at(85));
  const deploy = await createEvent({ kind: "deploy", title: "2.4.1", atMs: at(60) });
  const body = { rules: ["ttft.mean=20%"], window: "40m", factor: "engine.flags.max_num_seqs" };
  const contaminated = await gate(body);
  await getDatabase().event.delete({ where: { id: deploy } });
  expect(contaminated.gate.verdict).toBe("cannot-tell");
  expect(contaminated.texts.obstacles).toEqual(["The window contains the deploy “2.4.1”."]);
  expect((await gate(body)).gate.verdict).toBe("pass");
});

test("an expired baseline gives no verdict, unless it is pinned", async () => {
  setServerClock(at(85));
  const body = { rules: ["ttft.mean=20%"], window: "40m", factor: "engine.flags.max_num_seqs" };
  const change = (data: { readonly expiresAt: Date | null; readonly isPinned: boolean }) =>
    getDatabase().baseline.update({ where: { id: baselineId }, data });
  await change({ expiresAt: new Date(at(84)), isPinned: false });
  const expired = await gate(body);
  await change({ expiresAt: new Date(at(84)), isPinned: true });
  const pinned = await gate(body);
  await change({ expiresAt: null, isPinned: false });
  expect(expired.gate.verdict).toBe("cannot-tell");
  expect(expired.texts.obstacles).toEqual([expect.stringContaining("expired")]);
  expect(pinned.gate.verdict).toBe("pass");
});

test("a name that several baselines have is refused with their ids, because their numbers may differ", async () => {
  setServerClock(at(80));
  const second = await capture("Renamed twin", "now-30m");
  const data = { name: "Before the fault, twin" };
  await getDatabase().baseline.updateMany({ where: { id: { in: [second, baselineId] } }, data });
  const [status, code, detail] = await problemOf({ baseline: data.name });
  expect([status, code]).toEqual([409, "conflict"]);
  expect(detail).toContain(`2 baselines of the deployment have the name “${data.name}”.`);
  for (const id of [second, baselineId]) expect(detail).toContain(id);
});

test("wrong requests are refused with the reason", async () => {
  setServerClock(at(80));
  expect(await problemOf({ rules: ["ttft=10%"] })).toMatchObject([400, "invalid-input", /needs a statistic/]);
  expect(await problemOf({ rules: [] })).toMatchObject([400, "invalid-input", /at least one rule/]);
  expect(await problemOf({ rules: ["requests=10%"] })).toMatchObject([
    400,
    "invalid-input",
    /neither a lower nor a higher value is better/,
  ]);
  expect((await problemOf({ deployment: "never" })).slice(0, 2)).toEqual([404, "not-found"]);
  expect(await problemOf({ baseline: "Unknown" })).toMatchObject([
    404,
    "not-found",
    /no baseline with the name/,
  ]);
  expect((await problemOf({ baseline: undefined })).slice(0, 2)).toEqual([409, "conflict"]);
  expect((await problemOf({ window: "10 min" })).slice(0, 2)).toEqual([400, "invalid-input"]);
  expect((await problemOf({ factor: "not a path" })).slice(0, 2)).toEqual([400, "invalid-input"]);
});
