/** The validation of a fix and its watch, over a history with a known effect and a relapse. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import type {
  ValidationPreviewResponse,
  ValidationsResponse,
} from "@/lib/contracts/investigations/validations";
import { validationReport } from "@/lib/model/investigation/validation";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { deleteProcessState } from "@/lib/server/process-state";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { checkGoalWithFailure } from "@/lib/services/investigations/goal-check/check-goal";
import { evaluateWatches } from "@/lib/services/investigations/validation/watch/evaluate-watches";
import { setServerClock } from "@/tests/support/server/server-clock";
import { openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { openInvestigation, readInvestigation, send, type Answer } from "./investigation-fixture";
import { simulateSegments } from "@/tests/support/histories/segmented-history";
import { addDeploy, at, capture, dayMinutes, slug } from "./validation-fixture";

const caller = { cookie: "" };
const { signal: neverAborted } = new AbortController();
const goal = { kind: "change", signal: "ttft", statistic: "mean", changeRatio: -0.2 } as const;
const day = (count: number): number => count * dayMinutes;
const segment = (days: number, isSlow: boolean) => ({
  fromMs: at(day(days) + 35),
  toMs: at(day(days) + 105),
  ...(isSlow ? { slow: [at(day(days) + 36), at(day(days) + 104)] as const } : {}),
});

let stage: StoredFixture;
let proxy: FaultProxy;
let slowId: string;
let deployEventId: string;

beforeAll(async () => {
  const writeBlocks = simulateSegments(slug, [
    { fromMs: at(-80), toMs: at(-15), requestsPerSecond: 3 },
    { fromMs: at(-12), toMs: at(105), slow: [at(-10), at(40)] },
    segment(1, true),
    segment(2, false),
    segment(3, true),
    // Day 4 has no data.
    segment(5, true),
    segment(6, false),
    // A day with a sixth fewer requests.
    { ...segment(7, false), requestsPerSecond: 5 },
  ]);
  stage = await openStoredFixture(writeBlocks);
  proxy = await startFaultProxy({ targetUrl: stage.prometheusUrl });
  await stage.begin({ PROMETHEUS_URL: proxy.url });
  await discoverDeployments();
  setServerClock(at(40));
  slowId = await capture("Slow", [-1, 39]);
  setServerClock(at(85));
  deployEventId = await addDeploy(41);
});
afterAll(async () => {
  await proxy.close();
  await stage.close();
});

type Params = { readonly number: string };

/** Opens an investigation whose fix was deployed at minute 41. */
async function openWithFix(body: object = {}): Promise<Params> {
  const params = await openInvestigation(caller, { deployments: [slug], goal, baselineId: slowId, ...body });
  await moveTo(params, { from: "triage", state: "active" });
  await moveTo(params, { from: "active", state: "fix-deployed", deployEventId });
  return params;
}

async function moveTo(params: Params, body: object): Promise<void> {
  const answer = await send("change-investigation-state", { caller, params, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function preview(params: Params, query = {}): Promise<ValidationPreviewResponse["report"]> {
  const answer = await send("validation-preview", { caller, params, query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as ValidationPreviewResponse).report;
}

const store = (params: Params, body: object = {}): Promise<Answer> =>
  send("store-validation", { caller, params, body });

async function listValidations(params: Params): Promise<ValidationsResponse["validations"]> {
  return (await send("validations", { caller, params })).body.validations;
}

async function addExperiment(params: Params, columns: object): Promise<void> {
  const { id: investigationId } = await getDatabase().investigation.findUniqueOrThrow({
    where: { number: Number(params.number) },
  });
  const arm = { role: "reference", name: "Old", deployment: slug, selector: null, windows: [] };
  await getDatabase().experiment.create({
    data: {
      investigationId,
      round: 1,
      number: 1,
      kind: "config-change",
      factor: { path: "engine.name", from: null, to: "another-engine" },
      arms: [arm, { ...arm, role: "changed", name: "New" }],
      measures: {
        primary: { signal: "ttft", statistic: "mean" },
        guards: [],
        marginRatio: 0.1,
        maxQualityDecrease: 0,
        plannedBlocks: 20,
        stopRule: "first-verdict",
      },
      rollbackPlan: "Undo",
      author: "system",
      createdAt: new Date(at(0)),
      ...columns,
    },
  });
}

describe("the report", () => {
  test("compares as much time after the fix as before it, for every signal, and the goal is met", async () => {
    const report = await preview(await openWithFix());
    expect(report.sentence).toMatch(/^The goal is met\. .*Change from before to after the fix: −/u);
    expect(report).toMatchObject({ verdict: "met", obstacle: null, goalCheck: { verdict: "met" } });
    const [fix] = report.deployments;
    expect(fix).toMatchObject({
      before: { kind: "baseline", label: "Slow", window: { startMs: at(-1), endMs: at(39) }, blockCount: 40 },
      after: { kind: "window", window: { startMs: at(45), endMs: at(85) }, blockCount: 40 },
      verdict: "better",
      obstacles: [],
    });
    const mean = assertPresent(
      fix?.signals.find(({ isGoal }) => isGoal),
      "the goal is a signal",
    );
    expect(mean).toMatchObject({ title: "Mean TTFT", verdict: "better", reason: null });
    expect(mean.change?.upper).toBeLessThan(-0.2);
    expect(mean.before?.n).toBeGreaterThan(5_000);
    expect(fix?.signals.length).toBeGreaterThan(20);
    for (const { verdict, reason, before, after } of fix?.signals ?? [])
      expect([
        verdict === "cannot-tell",
        before === null || after === null ? "cannot-tell" : verdict,
      ]).toEqual([reason !== null, verdict]);
    expect(fix?.notes.join(" ")).toContain("The windows have different hours of the day");
    expect(fix?.phases).toMatchObject({ verdict: "cannot-tell", phases: [] });
    expect(fix?.roofline).toMatchObject({ verdict: "cannot-tell", steps: [] });
    expect(fix?.cost).toMatchObject({
      before: null,
      sentence: expect.stringContaining("price of a GPU hour"),
    });
  });

  test("contains the bounds of the steps and the cost, once hardware and price are entered", async () => {
    const { id: deploymentId } = await resolveDeployment(slug, allSources);
    const body = {
      model: "llama-3.1-8b",
      accelerator: "l40s",
      acceleratorCount: 2,
      price: { perAcceleratorHour: 2.5, currency: "EUR" },
    };
    const chosen = await send("edit-roofline-setting", {
      caller,
      params: { deploymentId },
      body,
      version: 0,
    });
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
    const [fix] = (await preview(await openWithFix())).deployments;
    const [step] = fix?.roofline.steps ?? [];
    expect(step, fix?.roofline.sentence).toMatchObject({ title: "Decode" });
    // A slow tokenizer does not change the steps of the GPU.
    expect(step?.before?.bound).toMatch(/bound/);
    expect(fix?.roofline.verdict).not.toBe("moved");
    const tokens = fix?.signals.find(({ signal }) => signal === "output-tokens");
    const costOf = (tokensPerSecond: number) => ((2 * 2.5) / (tokensPerSecond * 3_600)) * 1e6;
    expect(fix?.cost.after?.value).toBeCloseTo(costOf(tokens?.after?.value ?? 0), 6);
    expect(fix?.cost.before?.value).toBeCloseTo(costOf(tokens?.before?.value ?? 0), 6);
    expect(fix?.cost.sentence).toMatch(
      /^The cost per million output tokens was [\d.]+\s*EUR and is [\d.]+\s*EUR: /u,
    );
  });

  test("without a linked deploy, without a window before, and with one after the deploy, there is no verdict", async () => {
    const params = await openInvestigation(caller, { deployments: [slug], goal, baselineId: slowId });
    const undeployed = await preview(params);
    expect(undeployed).toMatchObject({ verdict: "cannot-tell", deployments: [], deploy: null });
    expect(undeployed.sentence).toContain("No deploy of the fix is linked");
    expect(await store(params)).toMatchObject({ status: 409 });
    const bare = await openWithFix({ baselineId: null });
    expect((await preview(bare)).obstacle).toContain("There is no window before the fix.");
    const late = { from: String(at(45)), to: String(at(80)) };
    expect((await preview(bare, late)).obstacle).toContain("extends past the deploy “2.4.2”");
    expect(await listValidations(params)).toEqual([]);
  });

  test("compares the newest day with equal load, or the chosen window after the fix", async () => {
    setServerClock(at(day(7) + 106));
    const deploy = await addDeploy(day(1) + 110, "2.5.0");
    const params = await openInvestigation(caller, { deployments: [slug], goal, baselineId: slowId });
    await moveTo(params, { from: "triage", state: "active" });
    await moveTo(params, { from: "active", state: "fix-deployed", deployEventId: deploy });
    const chosen = { from: String(at(day(1) + 50)), to: String(at(day(1) + 100)) };
    const report = await preview(params, chosen);
    const windowOf = ({ deployments: [first] }: typeof report) => first?.after?.window;
    expect(windowOf(report)).toEqual({ startMs: at(day(6) + 50), endMs: at(day(6) + 100) });
    expect(report.goalCheck?.window.basis).toContain("on the newest day with a similar request rate (within");
    const afterwards = { afterFrom: String(at(day(7) + 40)), afterTo: String(at(day(7) + 104)) };
    const other = await preview(params, { ...chosen, ...afterwards });
    expect(windowOf(other)).toEqual({ startMs: at(day(7) + 50), endMs: at(day(7) + 100) });
    expect(other.deployments[0]?.notes.join(" ")).toMatch(/request rate per instance fell by 1\d/u);
    const early = { afterFrom: String(at(day(1) + 105)), afterTo: String(at(day(1) + 130)) };
    expect((await preview(params, { ...chosen, ...early })).obstacle).toContain(
      "begins before the rollout of the deploy “2.5.0” ended",
    );
    await getDatabase().event.delete({ where: { id: deploy } });
    setServerClock(at(85));
  });

  test("at another load, a goal that is met does not show that the fix worked", async () => {
    const absolute = { kind: "at-most", signal: "ttft", statistic: "mean", value: 1_000 };
    const params = await openWithFix({ goal: absolute, baselineId: null });
    const window = { from: String(at(-70)), to: String(at(-20)) };
    const report = await preview(params, window);
    expect(report.goalCheck?.verdict).toBe("met");
    expect(report.verdict).toBe("cannot-tell");
    expect(report.sentence).toMatch(/request rate per instance is [\d.]+ times that before the fix/);
    expect(report.deployments[0]?.verdict).toBe("cannot-tell");
    const verdicts = new Set(report.deployments[0]?.signals.map(({ verdict }) => verdict));
    expect([...verdicts]).toEqual(["cannot-tell"]);
    expect(await store(params, { before: window })).toMatchObject({
      status: 201,
      body: { validation: { verdict: "cannot-tell", watch: null } },
    });
  });

  test("an approved change that is not active after the deploy is not a fix", async () => {
    const params = await openWithFix();
    await addExperiment(params, {
      state: "ended",
      decision: "adopt",
      decisionReason: "Better",
      decidedBy: "system",
      decidedAt: new Date(at(40)),
      approvedBy: "operator",
      approvedAt: new Date(at(40)),
    });
    const report = await preview(params);
    expect(report.goalCheck?.verdict).toBe("met");
    expect(report).toMatchObject({ verdict: "cannot-tell" });
    expect(report.obstacle).toMatch(/^The approved change is not active: engine\.name is /);
  });
});

describe("a stored validation", () => {
  test("does not change, is on the timeline and in both exports, and starts a watch that a person can end", async () => {
    const params = await openWithFix();
    const stored = await store(params);
    expect(stored).toMatchObject({
      status: 201,
      body: { validation: { number: 1, round: 1, verdict: "met", watch: { state: "active", dueCount: 0 } } },
    });
    const validationId = String(stored.body.validation.id);
    const record = await send("validation", { caller, params: { ...params, validationId } });
    expect(record.body.validation.report).toMatchObject({
      verdict: "met",
      deployments: [{ verdict: "better" }],
    });
    await expect(
      getDatabase().validation.update({ where: { id: validationId }, data: { verdict: "not-met" } }),
    ).rejects.toThrow("rows of validations do not change");
    const { timeline } = await readInvestigation(caller, params);
    expect(timeline.entries.slice(0, 2).map(({ payload }) => payload)).toEqual([
      { kind: "watch", number: 1, action: "started", text: null },
      expect.objectContaining({ kind: "validation", number: 1, verdict: "met" }),
    ]);
    const json = await send("export-investigation", { caller, params });
    expect(json.body.document.validations[0]).toMatchObject({ number: 1, report: { verdict: "met" } });
    const markdown = await send("export-investigation", { caller, params, query: { format: "markdown" } });
    expect(markdown.body.text).toContain("### V1 Round 1: Met");
    expect(markdown.body.text).toMatch(/\| Mean TTFT \| .* \| Better \|/u);
    const ended = { caller, params: { ...params, validationId }, body: { reason: "The service is retired" } };
    expect((await send("end-watch", ended)).body).toMatchObject({
      validation: { watch: { state: "ended", end: { reason: "The service is retired" }, nextDueAtMs: null } },
    });
    expect(await send("end-watch", ended)).toMatchObject({ status: 409 });
  });

  test("of a release that did not store the load is not displayed as met", async () => {
    const params = await openWithFix();
    const { body } = await store(params);
    const stored = await getDatabase().validation.findUniqueOrThrow({
      where: { id: String(body.validation.id) },
    });
    const { id: _id, report, ...columns } = stored;
    const parsed = validationReport.parse(report);
    expect(parsed.deployments[0]?.basis?.load.before.requestsPerInstance).toBeGreaterThan(1);
    const earlier = {
      ...parsed,
      deployments: parsed.deployments.map(({ basis: _basis, ...one }) => one),
    };
    const { id: validationId } = await getDatabase().validation.create({
      data: { ...columns, number: 2, report: earlier },
    });
    const read = await send("validation", { caller, params: { ...params, validationId } });
    expect(read.body.validation).toMatchObject({
      verdict: "cannot-tell",
      report: { verdict: "cannot-tell", deployments: [{ verdict: "cannot-tell" }] },
    });
    expect(read.body.validation.sentence).toContain("The stored result was: The goal is met.");
    expect((await listValidations(params)).map(({ verdict }) => verdict)).toEqual(["met", "cannot-tell"]);
  });

  test("does not contain the name of a baseline that only a team may read", async () => {
    const team = await getDatabase().team.create({ data: { name: "Validation" } });
    const setOwner = (data: { readonly visibility: string; readonly teamId: string | null }) =>
      getDatabase().baseline.update({ where: { id: slowId }, data });
    await setOwner({ visibility: "team", teamId: team.id });
    const report = await preview(await openWithFix());
    await setOwner({ visibility: "open", teamId: null });
    expect(report.deployments[0]?.before?.label).toBe("Baseline of a team");
    expect(JSON.stringify(report)).not.toContain("Slow");
  });

  test("of the same round replaces the watch, and a new round ends it", async () => {
    const params = await openWithFix();
    await store(params);
    await store(params);
    const states = async () =>
      (await listValidations(params)).map(({ watch }) => [watch?.state, watch?.end?.reason]);
    expect(await states()).toEqual([
      ["ended", "A newer validation replaced it."],
      ["active", undefined],
    ]);
    await send("start-round", { caller, params, body: { from: 1, reason: "Slow again" } });
    expect((await states())[1]).toEqual(["ended", "Round 2 was started."]);
    const [first] = await listValidations(params);
    const read = await send("validation", { caller, params: { ...params, validationId: String(first?.id) } });
    expect(read.body.validation).toMatchObject({ round: 1, report: { verdict: "met" } });
    // The deploy of round 1 did not solve the problem, so it is not the fix of round 2.
    expect((await readInvestigation(caller, params)).investigation.deploy).toBeNull();
    const body = { from: "active", state: "fix-deployed" };
    expect(await send("change-investigation-state", { caller, params, body })).toMatchObject({ status: 409 });
    expect(await store(params)).toMatchObject({ status: 409 });
    const again = await send("change-investigation-state", {
      caller,
      params,
      body: { ...body, deployEventId },
    });
    expect([again.status, again.body.detail]).toEqual([
      409,
      "This deploy is the fix of round 1, after which round 2 was started. Link the deploy that contains the new fix.",
    ]);
    const { investigation, earlierFixIds } = await readInvestigation(caller, params);
    expect(earlierFixIds).toEqual([deployEventId]);
    const edit = { caller, params, body: { deployEventId }, version: investigation.version };
    expect((await send("edit-investigation", edit)).status).toBe(409);
    const later = { ...body, deployEventId: await addDeploy(60, "2.4.3") };
    await moveTo(params, later);
    await getDatabase().event.delete({ where: { id: later.deployEventId } });
  });

  test("of a deploy of another deployment is refused, when it is linked and when it was linked before", async () => {
    const database = getDatabase();
    const { id: _id, ...known } = await database.deployment.findUniqueOrThrow({ where: { slug } });
    const { id: deploymentId } = await database.deployment.create({
      data: { ...known, slug: "code-32b", identity: "code-32b", shape: {}, edits: {} },
    });
    const event = { kind: "deploy", at: new Date(at(41)), origin: "manual", deploymentId };
    const { id: otherId } = await database.event.create({ data: { ...event, title: "Release" } });
    const params = await openInvestigation(caller, { deployments: [slug], goal, baselineId: slowId });
    await moveTo(params, { from: "triage", state: "active" });
    const state = { from: "active", state: "fix-deployed", deployEventId: otherId };
    const refused = await send("change-investigation-state", { caller, params, body: state });
    const detail =
      "This is a deploy of another deployment. Link a deploy of a deployment of this investigation.";
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "#/deployEventId", detail }] },
    });
    const { investigation } = await readInvestigation(caller, params);
    const edit = { caller, params, body: { deployEventId: otherId }, version: investigation.version };
    expect(await send("edit-investigation", edit)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "#/deployEventId", detail }] },
    });
    const number = Number(params.number);
    await database.investigation.update({ where: { number }, data: { deployEventId: otherId } });
    expect(await preview(params)).toMatchObject({
      verdict: "cannot-tell",
      obstacle: expect.stringContaining("The linked deploy “Release” is of another deployment."),
    });
    await database.event.delete({ where: { id: otherId } });
    await database.deployment.delete({ where: { id: deploymentId } });
  });

  test("whose goal is not met ends the watch, and one without a verdict does not", async () => {
    const params = await openWithFix();
    await store(params);
    const undecided = await store(params, { before: { from: String(at(-70)), to: String(at(-20)) } });
    expect(undecided.body).toMatchObject({ validation: { verdict: "cannot-tell", watch: null } });
    expect((await listValidations(params))[0]?.watch?.state).toBe("active");
    const { investigation } = await readInvestigation(caller, params);
    const strict = { kind: "at-most", signal: "ttft", statistic: "mean", value: 0.0001 };
    const edit = { caller, params, body: { goal: strict }, version: investigation.version };
    expect((await send("edit-investigation", edit)).status).toBe(200);
    expect((await store(params)).body).toMatchObject({ validation: { verdict: "not-met", watch: null } });
    expect((await listValidations(params))[0]?.watch).toMatchObject({
      state: "ended",
      end: { reason: "The goal is not met in the newer validation V3." },
    });
  });
});

describe("a watch", () => {
  test("reopens after two worse windows with a gap between them, but not across a healthy one; two processes reopen once", async () => {
    const params = await openWithFix();
    await store(params);
    await addExperiment(params, { state: "running", startedAt: new Date(at(50)) });
    const readWatch = async () => assertPresent((await listValidations(params))[0]?.watch, "a watch");
    const runAt = async (days: number) => {
      setServerClock(at(day(days) + 100));
      await Promise.all([evaluateWatches(neverAborted), evaluateWatches(neverAborted)]);
      return readWatch();
    };
    const first = await runAt(1);
    expect(first.windows).toMatchObject([
      {
        verdict: "worse",
        startMs: at(day(1) + 45),
        sentence: expect.stringMatching(/^Worse: mean TTFT worse, .*, above the limit of [\d.]+\s*m?s\.$/u),
      },
    ]);
    expect(first.sentence).toContain("If the next window is worse too");
    expect((await runAt(2)).windows[0]).toMatchObject({ verdict: expect.stringMatching(/^(same|better)$/) });
    expect(await runAt(3)).toMatchObject({ state: "active", windows: [{ verdict: "worse" }, {}, {}] });
    const paused = await runAt(4);
    expect(paused).toMatchObject({ state: "active", isUncertain: true, judgedCount: 3, dueCount: 4 });
    expect(paused.windows[0]?.verdict).toBe("cannot-tell");
    expect(paused.sentence).toContain("The watch is paused");
    expect((await readInvestigation(caller, params)).investigation.round).toBe(1);
    expect(await runAt(5)).toMatchObject({ state: "relapsed", nextDueAtMs: null });
    const { investigation, experiments, timeline } = await readInvestigation(caller, params);
    expect(investigation).toMatchObject({ state: "active", round: 2, step: "identify-symptoms" });
    expect(experiments).toMatchObject([{ round: 1, state: "ended" }]);
    expect(experiments[0]?.endedAtMs).toBeGreaterThanOrEqual(at(day(5) + 100));
    const rounds = timeline.entries.filter(({ payload }) => payload.kind === "round");
    expect(rounds.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        from: 1,
        to: 2,
        reason: expect.stringMatching(/^Two consecutive windows of the watch of V1 are worse\. Worse: /u),
      }),
    ]);
    const worse = timeline.entries.filter(
      ({ payload }) => payload.kind === "watch" && payload.action === "worse",
    );
    expect(worse).toHaveLength(2);
    setServerClock(at(85));
  });

  test("ends at once when the investigation ends without a fix", async () => {
    setServerClock(at(85));
    const params = await openWithFix();
    await store(params);
    await moveTo(params, { from: "fix-deployed", state: "active", reason: "The fix was withdrawn" });
    await moveTo(params, { from: "active", state: "wont-fix", reason: "Too rare" });
    expect((await listValidations(params))[0]?.watch).toMatchObject({
      state: "ended",
      end: { reason: "The investigation ended without a fix." },
    });
  });

  test("of an investigation that ended without a fix ends, also if the change of the state did not end it", async () => {
    setServerClock(at(85));
    const params = await openWithFix();
    await store(params);
    // An earlier release did not end the watch with the state.
    await getDatabase().investigation.update({
      where: { number: Number(params.number) },
      data: { state: "wont-fix" },
    });
    setServerClock(at(day(1) + 100));
    await evaluateWatches(neverAborted);
    const [ended] = await listValidations(params);
    expect(ended?.watch).toMatchObject({
      state: "ended",
      end: { reason: "The investigation ended without a fix." },
      windows: [],
    });
    expect((await readInvestigation(caller, params)).investigation.round).toBe(1);
    setServerClock(at(85));
  });

  test("stores neither a window nor a failure if the run was aborted, and the next run evaluates the window", async () => {
    setServerClock(at(85));
    const params = await openWithFix();
    await store(params);
    setServerClock(at(day(1) + 100));
    // Windows of the tests before are in memory.
    for (const name of ["series-reader", "spacing-reader"]) deleteProcessState(name);
    await proxy.set({ kind: "latency", ms: 1_000 });
    const run = new AbortController();
    const evaluated = evaluateWatches(run.signal);
    await expect.poll(() => proxy.counts().open, { timeout: 30_000 }).toBeGreaterThan(0);
    run.abort();
    await evaluated;
    await proxy.set(null);
    expect((await listValidations(params))[0]?.watch).toMatchObject({ failure: null, windows: [] });
    await evaluateWatches(neverAborted);
    expect((await listValidations(params))[0]?.watch).toMatchObject({
      failure: null,
      windows: [{ verdict: "worse" }],
    });
    await send("start-round", { caller, params, body: { from: 1, reason: "The test is over" } });
    setServerClock(at(85));
  });

  test("whose reference cannot be read reports it, and the others are evaluated", async () => {
    setServerClock(at(85));
    const damaged = await openWithFix();
    const stored = await store(damaged);
    const params = await openWithFix();
    await store(params);
    await getDatabase().validationWatch.update({
      where: { validationId: String(stored.body.validation.id) },
      data: { reference: { schemaVersion: 99 } },
    });
    setServerClock(at(day(1) + 100));
    await evaluateWatches(neverAborted);
    const [failed] = await listValidations(damaged);
    expect(failed?.watch).toMatchObject({ state: "active", windows: [] });
    expect(failed?.watch?.failure).toMatch(/^The window could not be read\./u);
    expect((await listValidations(params))[0]?.watch?.windows).toMatchObject([{ verdict: "worse" }]);
    for (const one of [damaged, params])
      await send("start-round", { caller, params: one, body: { from: 1, reason: "The test is over" } });
    setServerClock(at(85));
  });

  test("evaluates missed days after a downtime, and a source that does not respond neither ends nor judges it", async () => {
    setServerClock(at(85));
    const params = await openWithFix();
    await store(params);
    setServerClock(at(day(3) + 100));
    // Windows of the test before are in memory.
    for (const name of ["series-reader", "spacing-reader"]) deleteProcessState(name);
    await proxy.set({ kind: "down" });
    await evaluateWatches(neverAborted);
    await proxy.set(null);
    const [waiting] = await listValidations(params);
    expect(waiting?.watch).toMatchObject({ state: "active", dueCount: 3 });
    expect(waiting?.watch).toMatchObject({ windows: [], judgedCount: 0, isUncertain: true });
    expect(waiting?.watch?.failure).toMatch(/\.$/);
    expect(waiting?.watch?.sentence).toMatch(/due windows? (?:is|are) not evaluated yet\.$/);
    // Reads pause for a while after a failure.
    const readFailure = async () => {
      await evaluateWatches(neverAborted);
      return (await listValidations(params))[0]?.watch?.failure;
    };
    await expect.poll(readFailure, { timeout: 60_000 }).toBeNull();
    const [caughtUp] = await listValidations(params);
    expect(caughtUp?.watch).toMatchObject({ state: "active", failure: null, judgedCount: 3 });
    expect(caughtUp?.watch?.windows.map(({ verdict }) => verdict)).toEqual([
      "worse",
      expect.stringMatching(/^(same|better)$/),
      "worse",
    ]);
  });
});

// The last test, because reads pause for a while after a failure.
test("a source that does not respond is a reason, and nothing is stored", async () => {
  setServerClock(at(84));
  const params = await openWithFix();
  const { title } = await resolveDeployment(slug, allSources);
  await proxy.set({ kind: "down" });
  const report = await preview(params);
  const refused = await store(params);
  const { check, failure } = await checkGoalWithFailure({
    investigation: { goal, conditions: [], baseline: null, deployments: [{ slug, title }] },
    hiddenDeploymentCount: 0,
    window: { startMs: at(45), endMs: at(84), isLive: false, basis: "" },
    reader: systemPrincipal,
    requestId: "",
    signal: neverAborted,
  });
  await proxy.set(null);
  expect(check?.verdict).toBe("cannot-tell");
  expect(failure, "the check of the goal alone refuses to be stored").not.toBeNull();
  expect(report.verdict).toBe("cannot-tell");
  expect(report.obstacle).toMatch(/could not be read/);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(await listValidations(params)).toEqual([]);
});
