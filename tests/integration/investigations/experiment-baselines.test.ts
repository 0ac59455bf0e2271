/**
 * Experiments with a stored baseline as an arm, on a real Prometheus and PostgreSQL, with known changes of the TTFT: the
 * deployment `tuned` is faster in the last 70 minutes, and `steady` does not change.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExperimentResultResponse } from "@/lib/contracts/investigations/experiments";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { systemPrincipal } from "@/lib/server/principal";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { allSources, createSourceScope } from "@/lib/model/sources/source-scope";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { findBaselineReadFailure } from "@/lib/services/investigations/experiments/read-baseline-arm";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { writeServedLines } from "@/tests/support/histories/arm-history";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, readInvestigation, send, type Answer } from "./investigation-fixture";

const minuteMs = 60_000;
const at = (minutes: number): number => fixtureNowMs + minutes * minuteMs;
/** Time of the fix of `tuned`. */
const fixMinutes = -70;

let stage: StoredFixture;
let mara: SignedInPerson;
let outsider: SignedInPerson;
let teamId: string;

beforeAll(async () => {
  const ttftFactor = (minutes: number): number => (minutes > fixMinutes ? 0.6 : 1);
  const lines = [
    ...writeServedLines({ model: "tuned", seed: 1, finishedPerScrape: () => 30, ttftFactor }),
    ...writeServedLines({ model: "steady", seed: 2, finishedPerScrape: () => 30, ttftFactor: () => 1 }),
    // After the fix, twice the requests arrive. Half of them wait.
    ...writeServedLines({
      model: "busy",
      seed: 3,
      finishedPerScrape: () => 30,
      arrivedPerScrape: (minutes) => (minutes > fixMinutes ? 60 : 30),
      ttftFactor,
    }),
  ];
  lines.push(
    ...writeServedLines({
      model: "sparse",
      seed: 4,
      spacingMs: minuteMs,
      finishedPerScrape: () => 30,
      ttftFactor,
    }),
  );
  stage = await openStoredFixture([...lines, "# EOF\n"].join("\n"));
  await stage.begin();
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 4 });
  mara = await addSignedInPerson("editor");
  outsider = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
  teamId = (await getDatabase().team.create({ data: { name: "Serving" } })).id;
  await getDatabase().member.create({ data: { teamId, personId: mara.id } });
});
afterAll(() => stage.close());

type Ids = { readonly number: string; readonly experimentId: string };

/** Captures the hour before the fix, or a part of it. Returns the id of the baseline. */
let captureCount = 0;

async function capture(deployment: string, fromMinutes = -140, toMinutes = -80): Promise<string> {
  const window = { from: String(at(fromMinutes)), to: String(at(toMinutes)) };
  const body = { deployment, ...window, name: `Before the fix of ${deployment}, ${(captureCount += 1)}` };
  const { baseline } = (await send("capture-baseline", { caller: mara, body })).body;
  await captureBaseline(systemPrincipal, String(baseline.id));
  return String(baseline.id);
}

const since = (minutes: number, toMinutes: number | null = null) => ({
  windows: [{ startMs: at(minutes), endMs: toMinutes === null ? null : at(toMinutes) }],
});

interface Plan {
  readonly deployment: string;
  readonly reference: object;
  readonly changed?: object;
  readonly measures?: object;
}

/** Adds an experiment to a new investigation. */
async function add(
  { deployment, reference, changed = since(-65), measures = {} }: Plan,
  caller = mara,
): Promise<{ readonly params: { readonly number: string }; readonly answer: Answer }> {
  const params = await openInvestigation(mara, { deployments: [deployment] });
  const answer = await send("add-experiment", {
    caller,
    params,
    body: {
      kind: "config-change",
      factor: { path: "tokenizer.mode", from: "slow", to: "fast" },
      arms: [
        { role: "reference", name: "Slow", deployment, ...reference },
        { role: "changed", name: "Fast", deployment, ...changed },
      ],
      measures: { primary: { signal: "ttft", statistic: "mean" }, ...measures },
      rollbackPlan: "Set the tokenizer mode to slow.",
    },
  });
  return { params, answer };
}

async function start(plan: Plan): Promise<Ids> {
  const { params, answer } = await add(plan);
  expect(answer.body).toMatchObject({ experiment: { state: "planned" } });
  const ids = { ...params, experimentId: String(answer.body.experiment.id) };
  const started = await send("change-experiment-state", {
    caller: mara,
    params: ids,
    body: { state: "running" },
  });
  expect(started.body).toMatchObject({ experiment: { state: "running", arms: [{ windows: [] }, {}] } });
  return ids;
}

async function readResult(params: Ids, caller = mara): Promise<ExperimentResultResponse["result"]> {
  const answer = await send("experiment-result", { caller, params });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as ExperimentResultResponse).result;
}

/** Changes parts of the stored document of a baseline. */
async function changeDocument(id: string, change: (document: BaselineDocument) => object): Promise<void> {
  const document = await readBaselineDocument(id);
  if (document === null) throw new Error("the baseline was captured");
  await getDatabase().baseline.update({
    where: { id },
    data: {
      document: JSON.parse(JSON.stringify({ ...document, ...change(document) })),
      contentHash: null,
    },
  });
}

/** Changes the stored blocks of a baseline. */
async function changeBlocks(id: string, change: (measured: MeasuredBlocks) => MeasuredBlocks): Promise<void> {
  await changeDocument(id, ({ measured }) => ({ measured: change(measured) }));
}

/** Merges each two blocks of the TTFT and the requests into one of twice the length. */
function mergePairs(measured: MeasuredBlocks): MeasuredBlocks {
  const { blockMs, blockCount, distributions, counters } = measured;
  const pairsOf = <T>(blocks: readonly T[]): readonly (readonly [T | undefined, T | undefined])[] =>
    Array.from({ length: Math.floor(blockCount / 2) }, (_, pair) => [blocks[2 * pair], blocks[2 * pair + 1]]);
  const { ttft } = distributions;
  const { requests } = counters;
  if (ttft === undefined || requests === undefined) throw new Error("both signals were measured");
  return {
    ...measured,
    blockMs: 2 * blockMs,
    blockCount: Math.floor(blockCount / 2),
    distributions: {
      ttft: {
        ...ttft,
        blocks: pairsOf(ttft.blocks).map(([one, other]) =>
          typeof one !== "object" || typeof other !== "object"
            ? "not-scraped"
            : {
                counts: one.counts.map((count, index) => count + (other.counts[index] ?? 0)),
                count: one.count + other.count,
                sum: one.sum + other.sum,
                weight: one.weight + other.weight,
              },
        ),
      },
    },
    counters: {
      requests: {
        ...requests,
        blocks: pairsOf(requests.blocks).map(([one, other]) =>
          typeof one === "number" && typeof other === "number" ? one + other : "not-scraped",
        ),
      },
    },
    gauges: {},
  };
}

describe("the result", () => {
  test("has blocks as long as those of the baseline", async () => {
    const baselineId = await capture("tuned");
    await changeBlocks(baselineId, mergePairs);
    const reference = { baselineId };
    const { verdict, sentence, notes, measures } = await readResult(
      await start({ deployment: "tuned", reference, measures: { guards: [] } }),
    );
    expect(verdict, sentence).toBe("better");
    expect(notes.join(" ")).toMatch(/Blocks are 2.min long, as those of the baseline\./u);
    // The fix was an hour ago.
    expect(measures[0]?.blockCount).toBeLessThanOrEqual(33);
  });

  test("of a faster fix is better, and states that the arms are not interleaved", async () => {
    const baselineId = await capture("tuned");
    const ids = await start({ deployment: "tuned", reference: { baselineId } });
    const { verdict, sentence, notes, measures } = await readResult(ids);
    expect(verdict, sentence).toBe("better");
    expect(sentence).toMatch(/^Better: Mean TTFT is (?:3[89]|4[012]).% lower: /u);
    expect(measures[0]?.blockCount).toBeGreaterThanOrEqual(20);
    expect(notes.join(" ")).toContain("Slow is a baseline, so the arms are not interleaved.");
    expect(notes.join(" ")).toMatch(/120 blocks per arm are planned, but the baseline has only \d\d with/);
    const { experiments } = await readInvestigation(mara, { number: ids.number });
    expect(experiments[0]?.arms[0].baseline).toMatchObject({
      id: baselineId,
      name: expect.stringContaining("Before the fix of tuned, ") as string,
      blockMs: minuteMs,
      requestCount: expect.any(Number) as number,
    });
  });

  test("without a verdict does not advise more blocks than the baseline has", async () => {
    const reference = { baselineId: await capture("steady", -140, -119) };
    const measures = { marginRatio: 0.05, guards: [] };
    const {
      verdict,
      sentence,
      measures: judged,
    } = await readResult(await start({ deployment: "steady", reference, measures }));
    expect(verdict, sentence).toBe("cannot-tell");
    expect(sentence).toContain("The baseline has no more blocks with this measure.");
    expect(judged[0]?.additionalBlocks).toBeNull();
  });

  test("without an effect is not better", async () => {
    const reference = { baselineId: await capture("steady") };
    const { verdict, sentence } = await readResult(await start({ deployment: "steady", reference }));
    expect(["same", "cannot-tell"], sentence).toContain(verdict);
  });

  test("is refused if more requests arrive than in the baseline, although as many finish", async () => {
    const reference = { baselineId: await capture("busy") };
    const { sentence } = await readResult(await start({ deployment: "busy", reference }));
    expect(sentence).toContain(
      "No verdict: in the changed arm, the request rate was 2.00 times that of the reference arm",
    );
  });

  test("is refused at another load too if an earlier release did not store how requests are counted", async () => {
    const baselineId = await capture("busy", -65, -5);
    await changeDocument(baselineId, ({ load }) => ({
      schemaVersion: 2,
      // Absent in JSON.
      instanceRange: undefined,
      load: { ...load, requestCounting: undefined, meanInstanceCount: undefined },
    }));
    const plan = { deployment: "busy", reference: { baselineId }, changed: since(-140, -80) };
    const { sentence } = await readResult(await start(plan));
    expect(sentence).toMatch(/^No verdict: in the changed arm, the request rate was 0\.50/u);
  });

  test("is refused if an event changed the environment between the arms, or within the baseline", async () => {
    const database = getDatabase();
    const { id: deploymentId } = await database.deployment.findFirstOrThrow({ where: { slug: "tuned" } });
    const change = (minutes: number, fromValue: string | null, toValue: string) => ({
      kind: "configuration",
      title: "driver",
      origin: "manual",
      deploymentId,
      path: "driver",
      at: new Date(at(minutes)),
      fromValue,
      toValue,
    });
    await database.event.create({ data: change(-145, null, "550") });
    const reference = { baselineId: await capture("tuned") };
    await database.event.create({ data: change(-72, "550", "570") });
    const between = await readResult(await start({ deployment: "tuned", reference }));
    expect(between.sentence).toMatch(/^No verdict: driver \(550 → 570\) differs and is not declared/);
    await database.event.deleteMany({ where: { toValue: "570" } });
    const undone = [change(-100, "550", "570"), change(-90, "570", "550")];
    await database.event.createMany({ data: undone });
    const within = await readResult(await start({ deployment: "tuned", reference }));
    await database.event.deleteMany({ where: { path: "driver" } });
    expect(within.sentence).toMatch(/^No verdict: driver changed within the arm Slow\./);
  });

  test("is refused if an event changed the environment exactly at the end of the baseline", async () => {
    const database = getDatabase();
    const { id: deploymentId } = await database.deployment.findFirstOrThrow({ where: { slug: "tuned" } });
    const change = (minutes: number, fromValue: string | null, toValue: string) => ({
      kind: "configuration",
      title: "driver",
      origin: "manual",
      deploymentId,
      path: "driver",
      at: new Date(at(minutes)),
      fromValue,
      toValue,
    });
    await database.event.createMany({ data: [change(-145, null, "550"), change(-80, "550", "570")] });
    const baselineId = await capture("tuned");
    const plan = { deployment: "tuned", reference: { baselineId } };
    const captured = await readResult(await start(plan));
    const later = { value: "570", origin: "event", atMs: at(-80) };
    await changeDocument(baselineId, ({ environment }) => ({
      environment: { ...environment, driver: later },
    }));
    const ofEarlierRelease = await readResult(await start(plan));
    await database.event.deleteMany({ where: { path: "driver" } });
    for (const { sentence } of [captured, ofEarlierRelease])
      expect(sentence).toMatch(/^No verdict: driver \(550 → 570\) differs and is not declared/);
  });

  test("of a measure that the baseline does not contain is cannot tell, with the reason", async () => {
    const baselineId = await capture("tuned");
    const measures = {
      primary: { signal: "tpot", statistic: "mean" },
      guards: [{ signal: "ttft", statistic: "mean" }],
    };
    const missing = await readResult(
      await start({ deployment: "tuned", reference: { baselineId }, measures }),
    );
    expect(missing.verdict).toBe("cannot-tell");
    expect(missing.sentence).toMatch(/^Cannot tell: the baseline of Slow does not contain mean TPOT\./);
    const guards = { guards: [{ signal: "tpot", statistic: "mean" }] };
    const guarded = await readResult(
      await start({ deployment: "tuned", reference: { baselineId }, measures: guards }),
    );
    expect(guarded.verdict).toBe("better");
    expect(guarded.notes.join(" ")).toContain(
      "Mean TPOT was not compared: the baseline of Slow does not contain mean TPOT.",
    );
  });
});

describe("a plan", () => {
  const detailOf = async (plan: Plan): Promise<readonly [number, string]> => {
    const { answer } = await add(plan);
    return [answer.status, String(answer.body.detail)];
  };

  test("with a baseline of another deployment, or of the same time, is refused", async () => {
    const reference = { baselineId: await capture("tuned") };
    expect(await detailOf({ deployment: "steady", reference })).toEqual([
      409,
      expect.stringMatching(
        /^The baseline Before the fix of tuned, \d+ is not one of steady, the deployment of Slow\. Choose a baseline of this deployment\.$/,
      ) as string,
    ]);
    const [status, detail] = await detailOf({ deployment: "tuned", reference, changed: since(-100) });
    expect([status, detail]).toEqual([409, expect.stringContaining("cannot be distinguished") as string]);
    expect(detail).toContain("Choose a window that does not overlap the window of the baseline");
    const rejected = await detailOf({
      deployment: "tuned",
      reference: { ...reference, ...since(-140, -80) },
    });
    expect(rejected[0]).toBe(400);
  });

  test("with a baseline whose blocks the other arm cannot have is refused", async () => {
    const baselineId = await capture("tuned");
    await changeBlocks(baselineId, (measured) => ({ ...measured, blockMs: 20_000 }));
    expect(await detailOf({ deployment: "tuned", reference: { baselineId } })).toEqual([
      409,
      "The blocks of the baseline of Slow are 20 s long, and Ridgepoint cannot measure the other arm in such blocks. Choose a baseline that Ridgepoint captured.",
    ]);
    await changeBlocks(baselineId, (measured) => ({ ...measured, blockCount: 12 }));
    expect(await detailOf({ deployment: "tuned", reference: { baselineId } })).toEqual([
      409,
      "The baseline of Slow has 12 blocks, and an experiment needs at least 20 per arm. Choose a baseline with a longer window.",
    ]);
    const sparseId = await capture("sparse");
    await changeBlocks(sparseId, (measured) => ({ ...measured, blockMs: minuteMs }));
    expect(await detailOf({ deployment: "sparse", reference: { baselineId: sparseId } })).toEqual([
      409,
      "The blocks of the baseline are 1 min long, but the samples of sparse are so far apart that its blocks must be 2 min long. Choose a baseline with blocks of 2 min, or a window instead of the baseline.",
    ]);
  });
});

describe("a baseline that allows no verdict", () => {
  const deploy = { concerns: [{ kind: "deploy", detail: "The window contains a deploy." }] };
  const scaled = ({ load }: BaselineDocument) => ({ load: { ...load, meanInstanceCount: 3.5 } });
  const swapped = ({ load }: BaselineDocument) => ({
    load: { ...load, meanInstanceCount: 2 },
    instanceRange: { min: 1, max: 3 },
  });

  test.each([
    ["a deploy", () => deploy, "A concern about the baseline of Slow prevents a verdict"],
    [
      "another number of instances",
      scaled,
      "The number of ready instances changed within the baseline of Slow: 3.50 on average",
    ],
    [
      "a number of instances whose mean is an integer",
      swapped,
      "The number of ready instances changed within the baseline of Slow: between 1 and 3",
    ],
  ])("because of %s is refused in a plan, at the start, and in a result", async (_name, change, text) => {
    const baselineId = await capture("tuned");
    const plan = { deployment: "tuned", reference: { baselineId } };
    const running = await start(plan);
    const planned = await add(plan);
    await changeDocument(baselineId, change);
    const detail = expect.stringContaining(text) as string;
    expect((await add(plan)).answer.body).toMatchObject({ status: 409, detail });
    const params = { ...planned.params, experimentId: String(planned.answer.body.experiment.id) };
    const body = { state: "running" };
    const started = await send("change-experiment-state", { caller: mara, params, body });
    expect(started.body).toMatchObject({ status: 409, detail });
    const { verdict, sentence } = await readResult(running);
    expect([verdict, sentence]).toEqual(["cannot-tell", detail]);
  });

  test("because it expired or was deleted is refused in a plan and at the start", async () => {
    const baselineId = await capture("tuned");
    const plan = { deployment: "tuned", reference: { baselineId } };
    const planned = await add(plan);
    const params = { ...planned.params, experimentId: String(planned.answer.body.experiment.id) };
    const startAgain = async () =>
      (await send("change-experiment-state", { caller: mara, params, body: { state: "running" } })).body;
    const data = { expiresAt: new Date(at(-1)), isPinned: false };
    await getDatabase().baseline.update({ where: { id: baselineId }, data });
    const expired = { status: 409, detail: expect.stringContaining("of Slow expired.") as string };
    expect((await add(plan)).answer.body).toMatchObject(expired);
    expect(await startAgain()).toMatchObject(expired);
    await getDatabase().baseline.delete({ where: { id: baselineId } });
    expect(await startAgain()).toMatchObject({
      status: 409,
      detail: "The baseline of Slow was deleted. Choose another baseline first.",
    });
  });
});

describe("a baseline that only a team may read", () => {
  const decision = { decision: "adopt", reason: "First tokens are faster" };
  const restrict = (model: "investigation" | "baseline", where: object, visibility: string) => {
    const change = { where, data: { visibility, teamId } };
    return model === "baseline"
      ? getDatabase().baseline.updateMany(change)
      : getDatabase().investigation.updateMany(change);
  };

  test("is refused as an arm if more people may read the investigation", async () => {
    const baselineId = await capture("tuned");
    const plan = { deployment: "tuned", reference: { baselineId } };
    const ids = await start(plan);
    await restrict("baseline", { id: baselineId }, "team");
    expect((await add(plan, outsider)).answer.status).toBe(404);
    const detail = expect.stringContaining("more people may read this investigation") as string;
    expect((await add(plan)).answer.body).toMatchObject({ status: 409, detail });
    await send("change-experiment-state", { caller: mara, params: ids, body: { state: "ended" } });
    const decided = await send("decide-experiment", { caller: mara, params: ids, body: decision });
    expect(decided.body).toMatchObject({
      status: 409,
      detail: expect.stringMatching(
        /more people may read .*, or add an experiment with another baseline\.$/,
      ) as string,
    });
  });

  test("is hidden from others, and a baseline of a source that they may not read is unreadable", async () => {
    const baselineId = await capture("tuned");
    const reader = { role: "editor", teamIds: [], sourceScope: allSources } as const;
    const withoutSources = { ...reader, sourceScope: createSourceScope([]) };
    expect(await findBaselineReadFailure(baselineId, reader)).toBeNull();
    expect(await findBaselineReadFailure(baselineId, withoutSources)).toBe("unreadable");
    await restrict("baseline", { id: baselineId }, "team");
    expect(await findBaselineReadFailure(baselineId, reader)).toBe("hidden");
  });

  test("is measured only for its team, and its stored result is hidden from others", async () => {
    const baselineId = await capture("tuned");
    const ids = await start({ deployment: "tuned", reference: { baselineId } });
    await restrict("baseline", { id: baselineId }, "team");
    expect((await readResult(ids)).verdict).toBe("better");
    expect((await readResult(ids, outsider)).sentence).toBe(
      "Cannot tell: the baseline of Slow is visible only to its team. Ask a member of the team that owns the baseline for the result.",
    );
    await send("change-experiment-state", { caller: mara, params: ids, body: { state: "ended" } });
    const refused = await send("decide-experiment", { caller: outsider, params: ids, body: decision });
    expect(refused.body).toMatchObject({
      status: 409,
      detail: expect.stringContaining("Ask a member of the team that owns the baseline to decide.") as string,
    });
    await restrict("baseline", { id: baselineId }, "open");
    const decided = await send("decide-experiment", { caller: mara, params: ids, body: decision });
    expect(decided.body).toMatchObject({ experiment: { decision: { result: { verdict: "better" } } } });
    await restrict("baseline", { id: baselineId }, "team");
    expect(await readResult(ids, outsider)).toMatchObject({
      verdict: "cannot-tell",
      measures: [],
      basis: null,
    });
    const { experiments } = await readInvestigation(outsider, { number: ids.number });
    expect(experiments[0]).toMatchObject({
      arms: [{ baseline: { name: null } }, {}],
      decision: { result: { verdict: "cannot-tell", measures: [] } },
    });
    expect((await readResult(ids)).verdict).toBe("better");
  });

  test("stays hidden from others after it is deleted, with its name, its stored result and its defaults", async () => {
    const baselineId = await capture("tuned");
    const database = getDatabase();
    const { name, deploymentId } = await database.baseline.findUniqueOrThrow({ where: { id: baselineId } });
    const ids = await start({ deployment: "tuned", reference: { baselineId } });
    await send("change-experiment-state", { caller: mara, params: ids, body: { state: "ended" } });
    await send("decide-experiment", { caller: mara, params: ids, body: decision });
    const entry = { deploymentId: deploymentId ?? "", reason: "Stable.", author: "operator" };
    await database.baselineDefault.createMany({
      data: [
        { ...entry, baselineId, baselineName: name, since: new Date(0) },
        { ...entry, baselineName: "The present default", since: new Date(1) },
      ],
    });
    await restrict("baseline", { id: baselineId }, "team");
    const deleted = await send("delete-baseline", { caller: mara, params: { baselineId } });
    expect(deleted.status).toBe(200);
    expect(await readResult(ids, outsider)).toMatchObject({
      verdict: "cannot-tell",
      sentence: "The result is hidden, because the baseline of Slow is visible only to its team.",
      measures: [],
    });
    const { experiments } = await readInvestigation(outsider, { number: ids.number });
    expect(experiments[0]).toMatchObject({
      arms: [{ baseline: { name: null } }, {}],
      decision: { result: { verdict: "cannot-tell", measures: [] } },
    });
    expect(JSON.stringify(experiments)).not.toMatch(/onlyTeamId/u);
    expect((await readResult(ids)).verdict).toBe("better");
    expect((await readInvestigation(mara, { number: ids.number })).experiments[0]).toMatchObject({
      arms: [{ baseline: { name } }, {}],
    });
    const former = await database.baselineDefault.findMany({
      where: { deploymentId: deploymentId ?? "", since: new Date(0) },
    });
    expect(former).toMatchObject([
      {
        baselineId: null,
        baselineName: "Baseline of a team",
        reason: "Hidden, because only a team could read the baseline.",
      },
    ]);
  });
});

test("a baseline names the experiments that its deletion affects, and counts those of hidden investigations", async () => {
  const baselineId = await capture("tuned");
  const { number, experimentId } = await start({ deployment: "tuned", reference: { baselineId } });
  const { params } = await add({ deployment: "tuned", reference: { baselineId } });
  const hidden = { where: { number: Number(params.number) }, data: { visibility: "team", teamId } };
  await getDatabase().investigation.updateMany(hidden);
  const ids = { number, experimentId };
  await send("change-experiment-state", { caller: mara, params: ids, body: { state: "ended" } });
  const usesOf = async (caller: SignedInPerson) =>
    (await send("baseline", { caller, params: { baselineId } })).body.uses as unknown;
  const first = { investigation: Number(number), number: 1, state: "ended", hasDecision: false };
  const second = { ...first, investigation: Number(params.number), state: "planned" };
  const empty = { waitingGateCount: 0, investigations: [], hiddenInvestigationCount: 0 };
  expect(await usesOf(outsider)).toEqual({ ...empty, experiments: [first], hiddenExperimentCount: 1 });
  expect(await usesOf(mara)).toEqual({ ...empty, experiments: [first, second], hiddenExperimentCount: 0 });
});

test("a deleted baseline leaves the plan and the stored result, and can no longer be measured", async () => {
  const [decidedId, openId] = [await capture("tuned"), await capture("tuned")];
  const decided = await start({ deployment: "tuned", reference: { baselineId: decidedId } });
  const open = await start({ deployment: "tuned", reference: { baselineId: openId } });
  await send("change-experiment-state", { caller: mara, params: decided, body: { state: "ended" } });
  const body = { decision: "adopt", reason: "First tokens are faster" };
  await send("decide-experiment", { caller: mara, params: decided, body });
  for (const baselineId of [decidedId, openId])
    expect((await send("delete-baseline", { caller: mara, params: { baselineId } })).status).toBe(200);
  expect((await readResult(decided)).verdict).toBe("better");
  const { experiments } = await readInvestigation(mara, { number: decided.number });
  expect(experiments[0]?.arms[0].baseline).toMatchObject({
    name: expect.stringContaining("Before the fix of tuned, ") as string,
  });
  expect((await readResult(open)).sentence).toContain("the baseline of Slow was deleted");
  // The window of the other arm can still be edited.
  const { arms, version } = (await readInvestigation(mara, { number: open.number })).experiments[0] ?? {};
  const edited = await send("edit-experiment", {
    caller: mara,
    params: open,
    ...(version === undefined ? {} : { version }),
    body: {
      arms: [
        { role: "reference", name: "Slow", deployment: "tuned", baselineId: openId },
        { role: "changed", name: "Fast", deployment: "tuned", ...since(-60) },
      ],
    },
  });
  expect(edited.body).toMatchObject({ experiment: { arms: [arms?.[0], { windows: [{ endMs: null }] }] } });
});
