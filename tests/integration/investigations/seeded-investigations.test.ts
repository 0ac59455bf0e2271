/**
 * The scenario “investigations” on a real Prometheus and PostgreSQL, with the demo's history: its investigations are
 * complete, their numbers equal those of the endpoints, and a second run writes nothing.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults, healthyConditions } from "@/demo/simulator/faults/faults";
import { listDeploysUntil, currentProblem } from "@/demo/simulator/scenario";
import { investigationsScenario } from "@/demo/scenarios/investigations/investigations";
import type { ScenarioLink } from "@/demo/scenarios/scenario";
import { assertPresent } from "@/lib/base/assert";
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { demoAdmin, demoEditor } from "@/lib/model/person";
import { signalDefinition } from "@/lib/model/signals/signals";
import { getDatabase } from "@/lib/server/db/client";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { addDemoPeople } from "@/lib/services/people/add-demo-people";
import { writeFleetHistory } from "@/tests/support/histories/fleet-history";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";
import { readInvestigation, send } from "./investigation-fixture";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The demo started two minutes ago. */
const scenarioStartMs = fixtureNowMs - 2 * minuteMs;
const fineFromMs = scenarioStartMs - dayMs;
const demo = { RIDGEPOINT_DEMO: "1", RIDGEPOINT_DEMO_SECRET: "a".repeat(43), HOSTNAME: "127.0.0.1" };

let stage: StoredFixture;
/** A visitor of the demo, who is its editor. */
const caller = { cookie: "" };
let links: readonly ScenarioLink[];

beforeAll(async () => {
  stage = await openStoredFixture(writeHistory);
  await stage.begin(demo);
  await discoverDeployments();
  await addDemoPeople();
  await recordDeploys();
  await chooseModel();
  links = await writeScenario();
}, 480_000);
afterAll(() => stage.close());

/**
 * Two weeks of the deployments with the release and with the incidents, and the last day of those with the fault and
 * with the experiment.
 */
function writeHistory(dataFolder: string): void {
  const range = { scenarioStartMs, toMs: fixtureNowMs + fixtureTailMs };
  writeFleetHistory(dataFolder, {
    ...range,
    deployments: ["code-32b", "search-30b"],
    fromMs: scenarioStartMs - 14 * dayMs,
    spacingMs: 120_000,
  });
  writeFleetHistory(dataFolder, {
    ...range,
    deployments: ["assist-8b"],
    fromMs: fineFromMs,
    spacingMs: 30_000,
  });
  const squeezed = assertPresent(
    faults.find(({ id }) => id === "kv-cache-squeezed"),
    "the fault exists",
  );
  const faultFromMs = scenarioStartMs - currentProblem.beforeStartMs;
  writeFleetHistory(dataFolder, {
    ...range,
    deployments: ["chat-70b"],
    fromMs: fineFromMs,
    spacingMs: 30_000,
    faults: [
      {
        deploymentName: "chat-70b",
        fromMs: faultFromMs,
        conditions: squeezed.apply(healthyConditions, squeezed.defaultStrength, faultFromMs),
      },
    ],
  });
}

/** Records the deploys as the demo does. */
async function recordDeploys(): Promise<void> {
  for (const deploy of listDeploysUntil(fixtureNowMs, scenarioStartMs)) {
    const recorded = await send("create-event", { caller, body: deploy });
    expect(recorded.status).toBe(201);
  }
}

/** Chooses the model as the demo does, so that the roofline has a point. */
async function chooseModel(): Promise<void> {
  const { body } = await send("deployments", { caller });
  const found = body.deployments.find(({ slug }: { slug: string }) => slug === "code-32b");
  const setting = { model: "qwen2.5-32b", stepTokenBudget: 2_048 };
  const params = { deploymentId: found.id as string };
  const chosen = await send("edit-roofline-setting", { caller, params, body: setting, version: 0 });
  expect(chosen.status).toBe(200);
}

function writeScenario(): Promise<readonly ScenarioLink[]> {
  return investigationsScenario.write({ scenarioStartMs, simulatorUrl: "", log: () => undefined });
}

function read(link: number): Promise<InvestigationResponse> {
  const { path } = assertPresent(links[link], "the scenario has this link");
  return readInvestigation(caller, { number: path.replace("/investigations/", "") });
}

/** Returns the data of all answers that are kept as evidence, by kind. */
async function readAnswers({ evidence, investigation }: InvestigationResponse) {
  return Promise.all(
    evidence
      .filter(({ kind }) => kind !== "file")
      .map(async ({ id, kind, answer }) => {
        const params = { number: String(investigation.number), evidenceId: id };
        const { body } = await send("evidence-answer", { caller, params });
        return { kind, state: answer?.state, data: body.data, question: answer?.question };
      }),
  );
}

test("the first investigation is at step 4 of round 1, with the dates of the release", async () => {
  const detail = await read(0);
  const deploy = assertPresent(
    listDeploysUntil(fixtureNowMs, scenarioStartMs).find(({ title }) => title.includes("release")),
    "the history has a deploy",
  );
  expect(detail.investigation).toMatchObject({
    state: "active",
    severity: 2,
    step: "form-hypotheses",
    round: 1,
    owner: { id: demoEditor.id },
    startedAtMs: deploy.atMs,
    goal: { signal: "tpot", statistic: "mean" },
    baseline: { name: "code-32b before the release" },
    tags: ["regression", "slow-release"],
  });
  expect(detail.investigation.detectedAtMs).toBeGreaterThan(deploy.atMs);
  expect(detail.participants).toMatchObject([{ id: demoAdmin.id }]);
  expect(detail.steps.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 3 }, () => "done"),
    ...Array.from({ length: 4 }, () => "open"),
  ]);
  const written = detail.timeline.entries.toReversed();
  expect(written[0]).toMatchObject({ atMs: deploy.atMs, isPinned: true, payload: { kind: "manual" } });
  const opened = written.find(({ payload }) => payload.kind === "opened");
  expect(opened?.atMs).toBeGreaterThan(deploy.atMs);
  expect(opened?.atMs).toBeLessThan(deploy.atMs + dayMs);
});

test("one hypothesis is supported and one refuted, each with evidence, and every answer is stored", async () => {
  const detail = await read(0);
  expect(detail.hypotheses).toMatchObject([
    { status: "supported", evidence: [{ direction: "for" }, { direction: "for" }] },
    { status: "refuted", evidence: [{ direction: "against" }, { direction: "against" }] },
    { status: "open", evidence: [{ direction: "against" }] },
  ]);
  const answers = await readAnswers(detail);
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["ready"]));
  expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(["comparison", "signals", "roofline"]));
  for (const { kind, data } of answers) expect(data).toMatchObject({ endpoint: kind });
  const { page } = answers.find(({ kind }) => kind === "roofline")?.data ?? {};
  expect(page.pools[0].whatIf.batch).toBeGreaterThan(1);
});

test("the texts contain the sentences and numbers of the endpoints", async () => {
  const detail = await read(0);
  const answers = await readAnswers(detail);
  const [day] = answers.flatMap(({ kind, data }) => (kind === "comparison" ? [data.comparison] : []));
  const { before, after, statistic } = day;
  const query = { before: before.reference, after: after.reference, statistic };
  const live = await send("comparison", { caller, query });
  const stepOf = (step: string) => detail.steps.find((one) => one.step === step)?.answers ?? {};
  expect(stepOf("identify-symptoms")["symptom"]).toBe(live.body.sentence);
  expect(live.body).toMatchObject({ result: { verdict: "worse" } });
  const check = await send("data-check", { caller, query: { deployment: "code-32b" } });
  const { rows, attachments } = check.body as DataCheckResponse;
  // Signals of an exporter that the deployment does not have are not missing.
  const families = new Set<string>(["engine", ...attachments.map(({ family }) => family)]);
  const joined = rows.filter(({ signal }) => families.has(signalDefinition(signal).family));
  const present = joined.filter(({ outcome }) => outcome === "with-data");
  expect(joined.length).toBeLessThan(rows.length);
  expect(stepOf("collect-data")["measured"]).toContain(
    `${present.length} of ${joined.length} signals have data.`,
  );
  const goal = await send("investigation", {
    caller,
    params: { number: String(detail.investigation.number) },
  });
  const mean = live.body.result.rows.find(
    (row: { signal: string; statistic: string }) => row.signal === "tpot" && row.statistic === "mean",
  );
  expect(goal.body.investigation.goal.value / mean.before.value).toBeCloseTo(1.05, 1);
});

test("the report of the first day is a text file, and equals the export of its comparison", async () => {
  const detail = await read(0);
  const file = assertPresent(
    detail.evidence.find(({ kind }) => kind === "file"),
    "the investigation has a file",
  );
  expect(file).toMatchObject({
    title: "Report of the first day of the release of code-32b",
    file: { format: "text", fileName: expect.stringMatching(/\.md$/) },
    steps: [{ round: 1, step: "form-hypotheses" }],
  });
  const stored = await getDatabase().evidenceFile.findUniqueOrThrow({ where: { evidenceId: file.id } });
  const answers = await readAnswers(detail);
  const [day] = answers.flatMap(({ kind, data }) => (kind === "comparison" ? [data.comparison] : []));
  const { before, after, statistic } = day;
  const query = { before: before.reference, after: after.reference, statistic, format: "markdown" };
  const exported = await send("export-comparison", { caller, query });
  expect(Buffer.from(stored.content).toString()).toBe(exported.body.text);
});

test("the second investigation is just opened from a gate run that did not pass", async () => {
  const detail = await read(1);
  const { opening, state, step } = detail.investigation;
  expect({ state, step }).toEqual({ state: "triage", step: "define-baseline" });
  const gateId = assertPresent(opening.path, "the opening has a page").replace("/gates/", "");
  const { body } = await send("gate", { caller, params: { gateId } });
  expect(opening.kind).toBe("gate");
  expect(["fail", "cannot-tell"]).toContain(body.gate.verdict);
  expect(detail.evidence).toMatchObject([
    { kind: "gate", text: body.gate.sentence, answer: { state: "ready" } },
  ]);
});

test("an investigation in triage is at its first step", async () => {
  const written = await Promise.all(links.map((_link, index) => read(index)));
  const inTriage = written.filter(({ investigation }) => investigation.state === "triage");
  expect(inTriage.map(({ investigation }) => investigation.step)).toEqual(["define-baseline"]);
});

test("the third investigation has a running experiment on both instances, which is not decided by its first minutes", async () => {
  const detail = await read(2);
  expect(detail.investigation).toMatchObject({
    state: "active",
    step: "optimise",
    baseline: { name: "assist-8b with two hosts" },
  });
  const [experiment] = detail.experiments;
  expect(experiment).toMatchObject({ kind: "ab", state: "running", decision: null });
  const [one, other] = experiment?.arms ?? [];
  expect(one?.selector?.label).toBe("instance");
  expect(other?.selector?.value).not.toBe(one?.selector?.value);
  const params = { number: String(detail.investigation.number), experimentId: experiment?.id ?? "" };
  const { body } = await send("experiment-result", { caller, params });
  expect(body).toMatchObject({ isLive: true, result: { verdict: "cannot-tell" } });
  expect(body.result.sentence).toMatch(
    /^Cannot tell: the first interim analysis needs 20 complete blocks in each arm/,
  );
});

test("the fourth investigation was resolved, reopened by a relapse, and resolved again with a goal check on the history", async () => {
  const detail = await read(3);
  const moves = listDeploysUntil(fixtureNowMs, scenarioStartMs).filter(({ title }) =>
    title.includes("moved"),
  );
  expect(detail.investigation).toMatchObject({
    state: "resolved",
    round: 2,
    goal: { kind: "at-most", signal: "tpot" },
    deploy: { atMs: moves[1]?.atMs },
  });
  const states = detail.timeline.entries
    .toReversed()
    .flatMap(({ atMs, payload }) =>
      payload.kind === "state" && payload.to !== "active" ? [{ atMs, ...payload }] : [],
    );
  expect(states.map(({ to }) => to)).toEqual(["fix-deployed", "resolved", "fix-deployed", "resolved"]);
  for (const { to, atMs, ...payload } of states.filter((one) => one.to === "resolved")) {
    expect(payload).toMatchObject({ isOverride: false, goalCheck: { verdict: "met" } });
    expect(
      moves.some((move) => move.atMs < atMs && atMs - move.atMs < 1.5 * dayMs),
      to,
    ).toBe(true);
  }
});

test("the watch of the first fix reopened it as round 2 at step 2, after the second of two worse afternoons", async () => {
  const { investigation, timeline } = await read(3);
  const { body } = await send("validations", { caller, params: { number: String(investigation.number) } });
  expect(body.validations).toMatchObject([
    { round: 1, verdict: "met" },
    { round: 2, verdict: "met" },
  ]);
  const [{ watch }] = body.validations;
  expect(watch).toMatchObject({ state: "relapsed", dueCount: 5, judgedCount: 5, isUncertain: false });
  expect(watch.windows.slice(0, 2)).toMatchObject([{ verdict: "worse" }, { verdict: "worse" }]);
  expect(watch.windows.filter(({ verdict }: { verdict: string }) => verdict === "worse")).toHaveLength(2);
  for (const window of watch.windows) expect(window.evaluatedAtMs).toBeGreaterThan(window.endMs);

  const relapse = timeline.entries.find(({ payload }) => payload.kind === "round");
  const [, move] = listDeploysUntil(fixtureNowMs, scenarioStartMs).filter(({ title }) =>
    title.includes("moved"),
  );
  expect(relapse).toMatchObject({ author: "system", payload: { from: 1, to: 2 } });
  expect(relapse?.payload).toMatchObject({ reason: expect.stringContaining("mean TPOT worse") as string });
  expect(relapse?.atMs).toBe(watch.windows[0].evaluatedAtMs);
  expect(relapse?.atMs).toBeLessThan(move?.atMs ?? 0);
});

test("the validation of round 2 explains why the history gives no verdict of the comparison", async () => {
  const { investigation } = await read(3);
  const { body } = await send("validations", { caller, params: { number: String(investigation.number) } });
  // The earlier windows contain days of different load, so the throughput differs too much for a verdict.
  const params = { number: String(investigation.number), validationId: body.validations[1].id };
  const [{ sentence, notes }] = (await send("validation", { caller, params })).body.validation.report
    .deployments;
  expect(sentence).toMatch(
    /Throughput differs by \d+.% \(two standard deviations\) between earlier windows/u,
  );
  expect(notes.join(" ")).toContain(
    "These windows include the time of the problem, which adds to the variation.",
  );
});

test("its experiments are better on the history with the fault removed, and another person approved each", async () => {
  const { experiments } = await read(3);
  expect(experiments.map(({ round, state }) => [round, state])).toEqual([
    [1, "ended"],
    [2, "ended"],
  ]);
  for (const { decision, approval } of experiments) {
    expect(decision?.result?.sentence).toMatch(/^Better: Mean TPOT is \d+.% lower: /u);
    expect([decision?.author, approval?.author]).toEqual([demoEditor.name, demoAdmin.name]);
    expect(approval?.exceptionReason).toBeNull();
  }
});

test("its case study is published, with the cause and the effect of its record", async () => {
  const detail = await read(3);
  const { body } = await send("case-studies", { caller, query: { text: "shared hosts" } });
  expect(body.caseStudies).toMatchObject([
    {
      number: detail.investigation.number,
      state: "resolved",
      causeClass: "Neighbour",
      cause: expect.stringContaining(detail.hypotheses[0]?.statement ?? "a hypothesis") as string,
      effect: expect.stringMatching(/^The goal is met\. /) as string,
      deployments: [{ slug: "search-30b" }],
    },
  ]);
  const [{ publishedAtMs }] = body.caseStudies;
  const resolved = detail.timeline.entries.find(
    ({ payload }) => payload.kind === "state" && payload.to === "resolved",
  );
  expect(publishedAtMs).toBeGreaterThan(resolved?.atMs ?? Number.POSITIVE_INFINITY);
});

test("the Overview names the release before the running problem, and the affected requests", async () => {
  const readContext = async () => {
    const { body } = await send("overview", { caller, query: { deployment: "chat-70b" } });
    const { onset, affected } = body.deployments[0].context;
    return JSON.stringify({ onset, affected });
  };
  // The first answers do not wait for the history.
  await expect.poll(readContext).toMatch(/after.*chat-70b release 2.*waited longer than/);
});

test("a second run writes nothing", async () => {
  const count = async () => ({
    audit: await getDatabase().auditEntry.count(),
    investigations: await getDatabase().investigation.count(),
    baselines: await getDatabase().baseline.count(),
  });
  const before = await count();
  expect(await writeScenario()).toEqual(links);
  expect(await count()).toEqual(before);
});

test("an investigation whose writer ended too early ends as invalid, and is written again", async () => {
  const { investigation } = await read(1);
  const params = { number: String(investigation.number) };
  const body = { tags: [...investigation.tags, "unfinished"] };
  await send("edit-investigation", { caller, params, body, version: investigation.version });
  const [, again] = await writeScenario();
  expect(again?.path).not.toBe(links[1]?.path);
  expect(await read(1)).toMatchObject({ investigation: { state: "invalid" } });
});
