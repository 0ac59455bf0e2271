/**
 * Results of experiments on a real Prometheus and PostgreSQL, over a simulated history with a known effect: the tokenizer is
 * slow for 50 minutes, and normal before and after.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { assertPresent } from "@/lib/base/assert";
import type { ExperimentResultResponse } from "@/lib/contracts/investigations/experiments";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { setServerClock } from "@/tests/support/server/server-clock";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

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
const at = (minutes: number): number => fixtureNowMs + minutes * 60_000;

let stage: StoredFixture;
let proxy: FaultProxy;

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [steady],
    seed: 5,
    fromMs: at(-135),
    toMs: at(90),
    spacingMs: 15_000,
    faults: [{ workload: slug, fault: "slow-tokenizer", strength: 250, atMs: at(-10), untilMs: at(40) }],
  });
  stage = await openStoredFixture(writeBlocks);
  proxy = await startFaultProxy({ targetUrl: stage.prometheusUrl });
  await stage.begin({ PROMETHEUS_URL: proxy.url });
  await discoverDeployments();
  setServerClock(at(89));
});
afterAll(async () => {
  await proxy.close();
  await stage.close();
});

type Windows = readonly (readonly [fromMinutes: number, toMinutes: number | null])[];

const toWindows = (windows: Windows) =>
  windows.map(([from, to]) => ({ startMs: at(from), endMs: to === null ? null : at(to) }));

interface Arms {
  readonly reference: Windows;
  readonly changed: Windows;
  readonly selectors?: readonly [object, object];
}

/** Adds and starts an experiment whose factor no source of the environment knows. Returns its parameters. */
async function startExperiment({ reference, changed, selectors: [one, other] = [{}, {}] }: Arms) {
  const params = await openInvestigation(caller, { deployments: [slug] });
  const arm = (role: string, name: string, windows: Windows, selector: object) => ({
    role,
    name,
    deployment: slug,
    windows: toWindows(windows),
    ...selector,
  });
  const added = await send("add-experiment", {
    caller,
    params,
    body: {
      kind: "config-change",
      factor: { path: "tokenizer.mode", from: "slow", to: "fast" },
      arms: [arm("reference", "Slow", reference, one), arm("changed", "Fast", changed, other)],
      measures: { primary: { signal: "ttft", statistic: "mean" } },
      rollbackPlan: "Set the tokenizer mode to slow.",
    },
  });
  expect(added.body).toMatchObject({ experiment: { number: 1, state: "planned" } });
  const ids = { ...params, experimentId: String(added.body.experiment.id) };
  const started = await send("change-experiment-state", { caller, params: ids, body: { state: "running" } });
  expect(started.body).toMatchObject({ experiment: { state: "running" } });
  return ids;
}

async function readResult(params: Readonly<Record<string, string>>): Promise<ExperimentResultResponse> {
  const answer = await send("experiment-result", { caller, params });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as ExperimentResultResponse;
}

describe("an experiment with a real effect", () => {
  test("is better, with the interval of the change and no worse errors", async () => {
    const params = await startExperiment({ reference: [[-8, 38]], changed: [[43, null]] });
    const { isLive, result } = await readResult(params);
    expect(isLive).toBe(true);
    expect(result.verdict, result.sentence).toBe("better");
    expect(result.sentence).toMatch(/^Better: Mean TTFT is \d+.% lower: /);
    const [primary, guard] = result.measures;
    // The first verdict ends the experiment.
    expect(primary?.blockCount).toBeGreaterThanOrEqual(20);
    expect(primary?.change).toBeLessThan(-0.2);
    expect(primary?.lower).toBeLessThan(primary?.change ?? 0);
    expect(primary?.upper).toBeLessThan(0);
    expect([guard?.title, guard?.verdict]).not.toContain("worse");
    expect(result).toMatchObject({ isComplete: true, falseAlarmRatio: 0.05 });
    expect(result.notes.join(" ")).toContain("No source reports the declared factor");
  });

  test("is stored with the decision, so it does not depend on the source later", async () => {
    const params = await startExperiment({ reference: [[-8, 38]], changed: [[43, null]] });
    await send("change-experiment-state", { caller, params, body: { state: "ended" } });
    const body = { decision: "adopt", reason: "First tokens are faster" };
    const decided = await send("decide-experiment", { caller, params, body });
    expect(decided.body).toMatchObject({ experiment: { decision: { result: { verdict: "better" } } } });
    await proxy.set({ kind: "down" });
    const { result, isLive } = await readResult(params);
    await proxy.set(null);
    expect([result.verdict, isLive]).toEqual(["better", false]);
    const { timeline } = await readInvestigation(caller, { number: params.number });
    expect(timeline.entries[0]?.payload).toMatchObject({
      kind: "experiment",
      action: "decided",
      decision: "adopt",
      result: expect.stringContaining("Better: Mean TTFT") as string,
    });
  });
});

describe("an experiment without an effect", () => {
  test.each([
    ["one window per arm", { reference: [[-130, -75]], changed: [[-70, -15]] }],
    [
      "interleaved windows",
      {
        reference: [
          [-130, -110],
          [-90, -70],
          [-50, -30],
        ],
        changed: [
          [-110, -90],
          [-70, -50],
          [-30, -12],
        ],
      },
    ],
  ] as const)("is never better, and states what is missing: %s", async (_name, arms) => {
    const { result } = await readResult(await startExperiment(arms));
    expect(["same", "cannot-tell"], result.sentence).toContain(result.verdict);
    expect(result.sentence).toMatch(/more blocks? per arm would lead to a verdict|differs by less than 10/);
  });

  test("has no interim analysis before 20 blocks per arm", async () => {
    const { result } = await readResult(
      await startExperiment({ reference: [[-130, -115]], changed: [[-60, -15]] }),
    );
    expect(result.verdict).toBe("cannot-tell");
    expect(result.sentence).toBe(
      "Cannot tell: the first interim analysis needs 20 complete blocks in each arm, and Slow has 15.",
    );
    const interleaved = await startExperiment({
      reference: [
        [-130, -120],
        [-110, -105],
      ],
      changed: [[-60, -15]],
    });
    const { measures, sentence } = (await readResult(interleaved)).result;
    expect(sentence).toContain(
      "Mean TTFT has 15 of 20 blocks per arm that the first interim analysis needs.",
    );
    expect(measures[0]).toMatchObject({ change: null, additionalBlocks: 5 });
  });
});

test("two instances at the same time are distinguished by a label, and do not differ", async () => {
  const { instances } = await resolveDeployment(slug, allSources);
  const [first, second] = instances.map((value) => ({ selector: { label: "instance", value } }));
  const selectors = [assertPresent(first, "an instance"), assertPresent(second, "another")] as const;
  const { result } = await readResult(
    await startExperiment({ reference: [[-130, -15]], changed: [[-130, -15]], selectors }),
  );
  expect(["same", "cannot-tell"], result.sentence).toContain(result.verdict);
  expect(result.measures[0]?.blockCount).toBeGreaterThanOrEqual(20);
  // Each arm has one instance, and its load is compared per instance.
  expect(result.notes.join(" ")).not.toContain("instance");
});

test("a label that no instance has, and windows in the future, are named as the reason", async () => {
  const unknown = [{}, { selector: { label: "instance", value: "10.0.0.99:8000" } }] as const;
  const missing = await startExperiment({
    reference: [[-130, -70]],
    changed: [[-60, -15]],
    selectors: unknown,
  });
  expect((await readResult(missing)).result.sentence).toBe(
    `Cannot tell: Fast was not measured. ${slug} has no samples with instance = 10.0.0.99:8000 in the windows of this arm. Compare the label and its value with those of the instances.`,
  );
  const future = await startExperiment({ reference: [[-130, -70]], changed: [[600, 700]] });
  expect((await readResult(future)).result.sentence).toBe(
    "Cannot tell: the windows of Fast are in the future, so there are no blocks yet.",
  );
});

test("an undeclared change between the arms refuses the verdict and names its path", async () => {
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const event = { kind: "configuration", title: "driver", origin: "manual", deploymentId, path: "driver" };
  const database = getDatabase();
  const changes = [
    { ...event, at: new Date(at(-134)), toValue: "550" },
    { ...event, at: new Date(at(41)), fromValue: "550", toValue: "570" },
  ];
  await database.event.createMany({ data: changes });
  const { result } = await readResult(
    await startExperiment({ reference: [[-8, 38]], changed: [[43, null]] }),
  );
  await database.event.deleteMany({ where: { path: "driver" } });
  expect(result).toMatchObject({ verdict: "cannot-tell", isComplete: false });
  expect(result.sentence).toMatch(
    /^No verdict: driver \(550 → 570\) differs and is not declared as the factor\. Declare it as the factor, or use arms/,
  );
  // The arms differ, but a measure must not have a verdict that the experiment does not have.
  expect(new Set(result.measures.map(({ verdict }) => verdict))).toEqual(new Set(["cannot-tell"]));
});

test("a change within a window refuses the verdict, also if it was undone", async () => {
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const event = { kind: "configuration", title: "driver", origin: "manual", deploymentId, path: "driver" };
  const database = getDatabase();
  const changes = [
    { ...event, at: new Date(at(-134)), toValue: "550" },
    { ...event, at: new Date(at(-4)), fromValue: "550", toValue: "570" },
    { ...event, at: new Date(at(-2)), fromValue: "570", toValue: "550" },
  ];
  await database.event.createMany({ data: changes });
  const { result } = await readResult(
    await startExperiment({ reference: [[-8, 38]], changed: [[43, null]] }),
  );
  await database.event.deleteMany({ where: { path: "driver" } });
  expect(result.verdict).toBe("cannot-tell");
  expect(result.sentence).toMatch(/^No verdict: driver changed within the arm Slow\./);
});

test("a change after the first verdict does not refuse it", async () => {
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const event = { kind: "configuration", title: "driver", origin: "manual", deploymentId, path: "driver" };
  const database = getDatabase();
  const changes = [
    { ...event, at: new Date(at(-134)), toValue: "550" },
    { ...event, at: new Date(at(85)), fromValue: "550", toValue: "570" },
  ];
  await database.event.createMany({ data: changes });
  const { result } = await readResult(
    await startExperiment({ reference: [[-8, 38]], changed: [[43, null]] }),
  );
  await database.event.deleteMany({ where: { path: "driver" } });
  expect(result.verdict, result.sentence).toBe("better");
  expect(result.measures[0]?.blockCount).toBeLessThan(40);
});

test("a quality score that fell is worse, also before the first interim analysis", async () => {
  const params = await startExperiment({ reference: [[-130, -115]], changed: [[-60, -15]] });
  for (const [role, value] of [
    ["reference", 0.8],
    ["changed", 0.7],
  ] as const)
    await send("add-experiment-score", { caller, params, body: { role, name: "MMLU", value } });
  const { result } = await readResult(params);
  expect(result).toMatchObject({ verdict: "worse", quality: [{ name: "MMLU", hasFallen: true }] });
  expect(result.sentence).toBe(
    "Worse: the quality score MMLU fell. The arms were not compared: the first interim analysis needs 20 complete blocks in each arm, and Slow has 15.",
  );
});

test("a source that does not respond gives no verdict, and the reason", async () => {
  const params = await startExperiment({ reference: [[-129, -76]], changed: [[-69, -16]] });
  await proxy.set({ kind: "down" });
  const { result } = await readResult(params);
  await proxy.set(null);
  expect(result.verdict).toBe("cannot-tell");
  expect(result.sentence).toMatch(/^Cannot tell: the arms could not be measured\. /);
});

test("a decision is refused while the source does not respond, because its result is permanent", async () => {
  const params = await startExperiment({ reference: [[-8, 38]], changed: [[44, null]] });
  await send("change-experiment-state", { caller, params, body: { state: "ended" } });
  await proxy.set({ kind: "down" });
  const body = { decision: "adopt", reason: "Faster" };
  const refused = await send("decide-experiment", { caller, params, body });
  await proxy.set(null);
  expect([refused.status, refused.body.title]).toEqual([502, "The decision was not recorded"]);
  const { experiments } = await readInvestigation(caller, { number: params.number });
  expect(experiments).toMatchObject([{ state: "ended", decision: null }]);
});
