/**
 * The check of a goal on a real Prometheus and PostgreSQL, over a simulated history with a known fault: the tokenizer is slow
 * for 50 minutes, and normal before and after.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { assertPresent } from "@/lib/base/assert";
import type { GoalCheckResponse } from "@/lib/contracts/investigations/goal-check";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { setServerClock } from "@/tests/support/server/server-clock";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { openInvestigation, readInvestigation, send, type Answer } from "./investigation-fixture";

const minuteMs = 60_000;
const slug = "assist-8b";
const caller = { cookie: "" };
const plan = assertPresent(
  fleet.find(({ name }) => name === slug),
  "the fleet has assist-8b",
);
const steady = {
  ...plan,
  traffic: { ...plan.traffic, requestsPerSecond: 6, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 },
};
const at = (minutes: number): number => fixtureNowMs + minutes * minuteMs;
const [faultFromMs, fixMs] = [at(-10), at(40)];

const firstTokens: { readonly atMs: number; readonly ttftSeconds: number }[] = [];
let stage: StoredFixture;
let proxy: FaultProxy;
let healthyId: string;
let slowId: string;
let slowMean: number;
let fixedMean: number;

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [steady],
    seed: 5,
    fromMs: at(-135),
    toMs: at(90),
    spacingMs: 15_000,
    onTrace: recordFirstToken,
    faults: [{ workload: slug, fault: "slow-tokenizer", strength: 250, atMs: faultFromMs, untilMs: fixMs }],
  });
  stage = await openStoredFixture(writeBlocks);
  proxy = await startFaultProxy({ targetUrl: stage.prometheusUrl });
  await stage.begin({ PROMETHEUS_URL: proxy.url });
  await discoverDeployments();
  setServerClock(at(-12));
  healthyId = await capture("Healthy", "now-110m");
  setServerClock(at(39));
  slowId = await capture("Slow", "now-40m");
  slowMean = trueMean(at(-1), at(39));
  fixedMean = trueMean(at(42), at(85));
  expect(slowMean / fixedMean).toBeGreaterThan(1.5);
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

function trueMean(fromMs: number, toMs: number): number {
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
  return baseline.id;
}

type Params = { readonly number: string };

const ttftMean = { signal: "ttft", statistic: "mean" } as const;

async function addDeploy(minutes: number, title = "2.4.2"): Promise<string> {
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const data = { kind: "deploy", at: new Date(at(minutes)), title, origin: "manual", deploymentId };
  return (await getDatabase().event.create({ data })).id;
}

/** Opens an investigation with the fix deployed at a time. The deploy exists for one test only. */
async function openWithFix(minutes: number, body: object, conditions: readonly object[] = []) {
  const params = await openInvestigation(caller, { deployments: [slug], startedAtMs: faultFromMs, ...body });
  const deployEventId = await addDeploy(minutes);
  await moveTo(params, "triage", "active");
  await moveTo(params, "active", "fix-deployed", { deployEventId });
  if (conditions.length > 0) await setConditions(params, conditions);
  return { params, deployEventId, [Symbol.asyncDispose]: () => removeDeploy(deployEventId) };
}

async function setConditions(params: Params, conditions: readonly object[]): Promise<void> {
  const edited = await send("edit-investigation", { caller, params, version: 2, body: { conditions } });
  expect(edited.status).toBe(200);
}

async function removeDeploy(id: string): Promise<void> {
  await getDatabase().event.deleteMany({ where: { id } });
}

async function moveTo(params: Params, from: string, state: string, body: object = {}): Promise<void> {
  const answer = await send("change-investigation-state", { caller, params, body: { from, state, ...body } });
  expect(answer.body).toMatchObject({ investigation: { state } });
}

const resolve = (params: Params, body: object = {}): Promise<Answer> =>
  send("change-investigation-state", {
    caller,
    params,
    body: { from: "fix-deployed", state: "resolved", ...body },
  });

async function check(params: Params, query = {}): Promise<NonNullable<GoalCheckResponse["check"]>> {
  const answer = await send("goal-check", { caller, params, query });
  expect(answer).toMatchObject({ status: 200 });
  return assertPresent((answer.body as GoalCheckResponse).check, "the investigation has a goal");
}

const atMost = (value: number) => ({ kind: "at-most", ...ttftMean, value }) as const;

describe("the verdict agrees with the simulated requests", () => {
  test("met since the fix, and the value is the mean of the requests themselves", async () => {
    setServerClock(at(85));
    await using fix = await openWithFix(41, { goal: atMost(slowMean / 1.2) });
    const result = await check(fix.params);
    expect(result).toMatchObject({
      verdict: "met",
      window: { startMs: at(42), endMs: at(85), isLive: true, basis: "From the deploy of the fix to now." },
      incompleteReason: null,
      deployments: [{ deployment: { slug }, unavailableReason: null }],
    });
    expect(result.sentence).toMatch(/^The goal is met\. TTFT mean is .*95 % interval .* n = [\d,]+\)\.$/u);
    const [goal] = result.deployments[0]?.parts ?? [];
    expect((goal?.measured?.value ?? 0) / fixedMean).toBeCloseTo(1, 2);
    expect(goal?.measured?.lower).toBeLessThan(fixedMean);
    expect(goal?.measured?.upper).toBeGreaterThan(fixedMean);
    expect(goal?.measured?.n).toBeGreaterThan(10_000);
  });

  test("not met while the fault lasts", async () => {
    setServerClock(at(35));
    await using fix = await openWithFix(-9, { goal: atMost(slowMean / 1.2) });
    expect(await check(fix.params)).toMatchObject({
      verdict: "not-met",
      window: { startMs: at(-8), endMs: at(35) },
    });
  });

  test("a decrease from the slow baseline is met, and a larger one is not", async () => {
    setServerClock(at(85));
    const change = fixedMean / slowMean - 1;
    const goal = (changeRatio: number) => ({ kind: "change", ...ttftMean, changeRatio }) as const;
    await using small = await openWithFix(41, { goal: goal(change + 0.1), baselineId: slowId });
    const met = await check(small.params);
    expect(met).toMatchObject({ verdict: "met" });
    expect(met.deployments[0]?.parts[0]?.change?.value).toBeCloseTo(change, 2);
    await removeDeploy(small.deployEventId);
    await using large = await openWithFix(41, { goal: goal(change - 0.1), baselineId: slowId });
    expect(await check(large.params)).toMatchObject({ verdict: "not-met" });
  });

  test("a requested window is checked instead", async () => {
    setServerClock(at(85));
    await using fix = await openWithFix(41, { goal: atMost(slowMean / 1.2) });
    const window = { from: String(at(5)), to: String(at(35)) };
    expect(await check(fix.params, window)).toMatchObject({
      verdict: "not-met",
      window: { startMs: at(5), endMs: at(35), basis: "The requested window." },
    });
    expect((await send("goal-check", { caller, params: fix.params, query: { from: "now-1h" } })).status).toBe(
      400,
    );
  });
});

describe("conditions", () => {
  const tpot = { kind: "signal", signal: "tpot", statistic: "mean", maxWorseningRatio: 0.1 } as const;

  test("are judged against the baseline, and must all hold", async () => {
    setServerClock(at(85));
    const body = { goal: atMost(slowMean / 1.2), baselineId: healthyId };
    await using held = await openWithFix(41, body, [tpot]);
    const resolved = await resolve(held.params);
    expect(resolved.status).toBe(200);
    const { timeline } = await readInvestigation(caller, held.params);
    // The load of the baseline is recorded, so that a later release can check the verdict.
    expect(timeline.entries[0]?.payload).toMatchObject({
      goalCheck: {
        verdict: "met",
        deployments: [{ basis: { rules: 1, load: { before: { requestsPerInstance: expect.any(Number) } } } }],
      },
    });
    expect(await check(held.params)).toMatchObject({
      verdict: "met",
      sentence: expect.stringContaining("The condition holds."),
      deployments: [{ parts: [{ verdict: "met" }, { kind: "condition", verdict: "met", limit: 0.1 }] }],
    });
  });

  test("a condition that worsened makes the goal not met, although the goal alone is on target", async () => {
    setServerClock(at(35));
    const body = {
      goal: { kind: "at-most", signal: "tpot", statistic: "mean", value: 5 },
      baselineId: healthyId,
    };
    await using fix = await openWithFix(-9, body, [{ kind: "signal", ...ttftMean, maxWorseningRatio: 0.1 }]);
    const result = await check(fix.params);
    expect(result).toMatchObject({
      verdict: "not-met",
      deployments: [{ parts: [{ verdict: "met" }, { verdict: "not-met" }] }],
    });
    expect(result.sentence).toContain("Condition “TTFT mean at most 10");
  });

  test("a limit of the cost needs the price of a GPU hour, and is judged with the GPUs and tokens of the window", async () => {
    setServerClock(at(85));
    const goal = atMost(slowMean / 1.2);
    const cost = { kind: "cost", maxPerMillionTokens: 1_000, currency: "EUR" };
    await using fix = await openWithFix(41, { goal }, [cost]);
    const twice = { conditions: [cost, { ...cost, currency: "USD" }] };
    const refused = await send("edit-investigation", { caller, params: fix.params, version: 3, body: twice });
    expect(refused.status).toBe(400);
    const readPart = async () => (await check(fix.params)).deployments[0]?.parts[1];
    expect(await readPart()).toMatchObject({
      verdict: "cannot-tell",
      measured: null,
      missingSetting: "price",
      sentence: expect.stringContaining("Enter it on the page Roofline"),
    });
    const { id: deploymentId } = await resolveDeployment(slug, allSources);
    const setPrice = async (version: number, body: object) => {
      const edited = await send("edit-roofline-setting", { caller, params: { deploymentId }, version, body });
      expect(edited.status).toBe(200);
    };
    await setPrice(0, { price: { perAcceleratorHour: 2.5, currency: "EUR" }, acceleratorCount: 2 });
    const part = assertPresent(await readPart(), "the cost is a part");
    expect(part).toMatchObject({
      title: expect.stringMatching(/^Cost per million output tokens at most 1,000\s*EUR$/u),
      verdict: "met",
      currency: "EUR",
      missingSetting: null,
    });
    const tokens = assertPresent(part.measured, "measured").n;
    const hours = (at(85) - at(42)) / 3_600_000;
    expect((part.measured?.value ?? 0) / ((2 * 2.5 * hours * 1e6) / tokens)).toBeCloseTo(1, 6);
    expect(part.sentence).toMatch(/with 2 GPUs at 2\.50\s*EUR per hour\.$/u);
    await setPrice(1, { price: null, acceleratorCount: null });
  });

  test("a condition without a metric, such as the quality of answers, and a missing baseline cannot be decided", async () => {
    setServerClock(at(85));
    const stated = { kind: "stated", text: "The answers stay correct" } as const;
    await using fix = await openWithFix(41, { goal: atMost(slowMean / 1.2) }, [stated, tpot]);
    const result = await check(fix.params);
    expect(result.verdict).toBe("cannot-tell");
    expect(result.deployments[0]?.parts.map(({ verdict, sentence }) => [verdict, sentence])).toEqual([
      ["met", expect.any(String)],
      ["cannot-tell", "No metric of Ridgepoint measures this condition, so a person must confirm it."],
      ["cannot-tell", "The comparison needs a baseline. Choose the baseline of the investigation."],
    ]);
  });
});

describe("without enough data, the check cannot tell", () => {
  test("too few minutes since the fix, with the remaining time", async () => {
    setServerClock(at(52));
    await using fix = await openWithFix(41, { goal: atMost(slowMean / 1.2) });
    const { verdict, sentence } = await check(fix.params);
    expect(verdict).toBe("cannot-tell");
    expect(sentence.replaceAll("\u202f", " ")).toBe(
      "The check cannot tell whether the goal is met. The window has 10 time blocks. Choose at least 20 min. Check again in 11 min.",
    );
  });

  test("a target within the interval, with the requests needed", async () => {
    setServerClock(at(85));
    await using fix = await openWithFix(41, { goal: atMost(slowMean / 1.2) });
    const { deployments } = await check(fix.params);
    const measured = assertPresent(deployments[0]?.parts[0]?.measured, "measured");
    const goal = atMost((measured.value + (measured.upper ?? 0)) / 2);
    const version = 2;
    await send("edit-investigation", { caller, params: fix.params, version, body: { goal } });
    const result = await check(fix.params);
    expect(result.verdict).toBe("cannot-tell");
    const [part] = result.deployments[0]?.parts ?? [];
    expect(part?.additionalRequestCount).toBeGreaterThan(measured.n);
    expect(part?.neededWindowMs).toBeGreaterThan(43 * minuteMs);
    expect(part?.sentence).toContain("more requests, would be enough for a verdict.");
  });

  test("another deploy within the window", async () => {
    setServerClock(at(85));
    await using fix = await openWithFix(41, { goal: atMost(slowMean / 1.2) });
    const later = await addDeploy(70, "2.4.3");
    const result = await check(fix.params);
    await removeDeploy(later);
    expect(result).toMatchObject({
      verdict: "cannot-tell",
      sentence: expect.stringContaining("The window contains the deploy “2.4.3”."),
    });
  });

  test("an investigation without a deployment has a reason, and one without a goal has no check", async () => {
    const params = await openInvestigation(caller, { goal: atMost(1) });
    expect(await check(params)).toMatchObject({
      verdict: "cannot-tell",
      incompleteReason: "The investigation has no deployment. Add the affected deployment.",
    });
    const bare = await openInvestigation(caller, { deployments: [slug] });
    expect((await send("goal-check", { caller, params: bare })).body.check).toBeNull();
  });
});

describe("the state “Resolved”", () => {
  test("needs no exception if the goal is met, and the timeline contains the check", async () => {
    setServerClock(at(85));
    await using fix = await openWithFix(41, { goal: atMost(slowMean / 1.2) });
    const { status, body } = await resolve(fix.params);
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    const { timeline } = await readInvestigation(caller, fix.params);
    expect(timeline.entries[0]?.payload).toMatchObject({
      kind: "state",
      to: "resolved",
      isOverride: false,
      reason: null,
      goalCheck: {
        verdict: "met",
        window: { startMs: at(42) },
        deployments: [{ parts: [{ verdict: "met" }] }],
      },
    });
    const exported = await send("export-investigation", {
      caller,
      params: fix.params,
      query: { format: "markdown" },
    });
    expect(exported.body.text).toContain(
      "changed the state from Fix deployed to Resolved. The goal is met. TTFT mean is",
    );
  });

  test("is refused with the value while the goal is not met, and an exception is signed with the check", async () => {
    setServerClock(at(35));
    await using fix = await openWithFix(-9, { goal: atMost(slowMean / 1.2) });
    const refused = await resolve(fix.params);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringMatching(
        /^“Resolved” requires a goal that is met\. The goal is not met\. TTFT mean is .* To resolve the investigation although the goal is not met, sign an exception/,
      ),
    ]);
    // A verdict of the client is not part of the request.
    expect((await resolve(fix.params, { goalCheck: { verdict: "met" } })).status).toBe(400);
    expect((await resolve(fix.params, { overrideReason: "Traffic moved away" })).status).toBe(200);
    const { timeline } = await readInvestigation(caller, fix.params);
    expect(timeline.entries[0]?.payload).toMatchObject({
      isOverride: true,
      reason: "Traffic moved away",
      goalCheck: { verdict: "not-met" },
    });
  });
});

// The last test, because reads pause for a while after a failure.
test("a source that does not respond is a reason, never a met goal", async () => {
  setServerClock(at(84));
  await using fix = await openWithFix(41, { goal: atMost(1_000) });
  await proxy.set({ kind: "down" });
  const result = await check(fix.params);
  const refused = await resolve(fix.params);
  await proxy.set(null);
  expect(result).toMatchObject({
    verdict: "cannot-tell",
    deployments: [{ unavailableReason: expect.stringMatching(/^The window could not be read\. /) }],
  });
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining("The window could not be read."),
  ]);
});
