/** The life of an investigation: states, steps, rounds, hypotheses and evidence, with its timeline. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { refreshDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { addDeployment } from "../people/team-objects";
import { openInvestigation, readInvestigation, send, type Answer } from "./investigation-fixture";

let own: TestDatabase;
let caller: SignedInPerson;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  caller = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

type Params = { readonly number: string };

const changeState = (params: Params, body: object): Promise<Answer> =>
  send("change-investigation-state", { caller, params, body });
const goTo = (params: Params, from: string, step: string): Promise<Answer> =>
  send("go-to-step", { caller, params, body: { from, step } });
const changeStep = (params: Params, step: string, body: object): Promise<Answer> =>
  send("change-step-state", { caller, params: { ...params, step }, body: { round: 1, ...body } });

async function addDeploy(kind = "deploy"): Promise<string> {
  const data = { kind, at: new Date(), title: "v2", origin: "manual" };
  return (await getDatabase().event.create({ data })).id;
}

test("an investigation goes from triage to resolved, and each change has an entry in the timeline", async () => {
  const params = await openInvestigation(caller, { tags: ["kv-cache", "kv-cache"], severity: 2 });
  expect((await changeState(params, { from: "triage", state: "active" })).status).toBe(200);
  const refused = await changeState(params, { from: "active", state: "fix-deployed" });
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    "“Fix deployed” requires a linked event. Link the deploy that contains the fix.",
  ]);
  const comment = await addDeploy("comment");
  const wrong = { from: "active", state: "fix-deployed", deployEventId: comment };
  expect((await changeState(params, wrong)).status).toBe(400);
  const deployed = { ...wrong, deployEventId: await addDeploy() };
  expect((await changeState(params, deployed)).body.investigation).toMatchObject({
    state: "fix-deployed",
    deploy: { title: "v2" },
    version: 2,
  });
  expect((await changeState(params, { from: "fix-deployed", state: "monitoring" })).status).toBe(200);
  const unsigned = await changeState(params, { from: "monitoring", state: "resolved" });
  expect(unsigned.body.detail).toContain("“Resolved” requires a goal that is met");
  const signed = { from: "monitoring", state: "resolved", overrideReason: "Traffic moved away" };
  expect((await changeState(params, signed)).body.investigation.resolvedAtMs).toBeTypeOf("number");
  const { timeline, investigation } = await readInvestigation(caller, params);
  expect(investigation).toMatchObject({ tags: ["kv-cache"], severity: 2, author: caller.name });
  expect(timeline.entries.map(({ payload }) => payload)).toMatchObject([
    { kind: "state", to: "resolved", isOverride: true, reason: "Traffic moved away" },
    { kind: "state", to: "monitoring" },
    { kind: "state", to: "fix-deployed" },
    { kind: "state", to: "active" },
    { kind: "opened", from: "person" },
  ]);
});

test("a state that another person changed meanwhile, and one that may not follow, are refused", async () => {
  const params = await openInvestigation(caller);
  expect((await changeState(params, { from: "active", state: "monitoring" })).status).toBe(409);
  const skipped = await changeState(params, { from: "triage", state: "resolved", overrideReason: "Done" });
  expect(skipped.body.detail).toContain("“Resolved” cannot follow “Triage”");
  expect((await changeState(params, { from: "triage", state: "wont-fix" })).status).toBe(409);
  expect((await changeState(params, { from: "triage", state: "duplicate" })).status).toBe(409);
});

test("a duplicate names the investigation that stays open, and can be opened again with a reason", async () => {
  const original = await openInvestigation(caller);
  const params = await openInvestigation(caller);
  const body = { from: "triage", state: "duplicate", duplicateOf: Number(original.number) };
  expect((await changeState(params, body)).status).toBe(200);
  expect((await readInvestigation(caller, params)).relations).toMatchObject([
    { kind: "duplicate-of", isInverse: false, number: Number(original.number) },
  ]);
  expect((await readInvestigation(caller, original)).relations).toMatchObject([{ isInverse: true }]);
  expect((await changeState(params, { from: "duplicate", state: "active" })).status).toBe(409);
  const reopened = { from: "duplicate", state: "active", reason: "Another cause" };
  expect((await changeState(params, reopened)).status).toBe(200);
});

test("step 6 needs a baseline and a hypothesis with evidence, and going back is recorded", async () => {
  const params = await openInvestigation(caller);
  const first = await goTo(params, "define-baseline", "optimise");
  expect([first.status, first.body.detail]).toEqual([
    409,
    "Step 6 needs a baseline. Choose a baseline in step 1, or skip step 1 and give a reason.",
  ]);
  expect((await changeStep(params, "define-baseline", { action: "skip" })).status).toBe(409);
  const skip = { action: "skip", reason: "No window without the symptom" };
  expect((await changeStep(params, "define-baseline", skip)).body.step).toMatchObject({
    state: "skipped",
    reason: "No window without the symptom",
  });
  expect((await goTo(params, "define-baseline", "optimise")).body.detail).toContain(
    "hypothesis of this round with evidence for it",
  );
  const { body: added } = await send("add-hypothesis", {
    caller,
    params,
    body: { statement: "The KV cache is full", layer: "application" },
  });
  const { body: note } = await send("add-note", {
    caller,
    params,
    body: {
      kind: "note",
      title: "Cache in use",
      text: "100 % since 10:04",
      steps: ["form-hypotheses"],
      hypotheses: [{ hypothesisId: added.hypothesis.id, direction: "for", weight: "strong" }],
    },
  });
  expect((await goTo(params, "define-baseline", "optimise")).body.investigation.step).toBe("optimise");
  expect((await goTo(params, "optimise", "form-hypotheses")).status).toBe(200);
  const removal = {
    caller,
    params: { ...params, evidenceId: note.evidence.id },
    body: { reason: "Wrong host" },
  };
  expect((await send("remove-evidence", removal)).body.evidence).toMatchObject({
    text: null,
    removal: { reason: "Wrong host", author: caller.name },
  });
  expect((await send("remove-evidence", removal)).status).toBe(409);
  expect((await goTo(params, "form-hypotheses", "optimise")).status).toBe(409);
  const { timeline, hypotheses } = await readInvestigation(caller, params);
  expect(hypotheses).toMatchObject([{ number: 1, evidence: [] }]);
  expect(timeline.entries.map(({ payload }) => payload)).toMatchObject([
    { kind: "evidence", action: "removed", reason: "Wrong host" },
    { kind: "step-move", to: "form-hypotheses", isBack: true },
    { kind: "step-move", to: "optimise", isBack: false },
    {
      kind: "evidence",
      action: "added",
      hypotheses: [{ hypothesis: 1, direction: "for", weight: "strong" }],
    },
    { kind: "hypothesis", action: "added" },
    { kind: "step-state", action: "skip" },
    { kind: "opened" },
  ]);
});

test("a stored baseline of another deployment satisfies neither step 6 nor step 1", async () => {
  const deploymentIds = [
    await addDeployment(null, "measured"),
    await addDeployment(null, "different"),
  ] as const;
  await refreshDeploymentSnapshot();
  const params = await openInvestigation(caller, { deployments: ["measured"] });
  const { id: baselineId } = await getDatabase().baseline.create({
    data: {
      name: "Of the different one",
      state: "ready",
      deploymentId: deploymentIds[1],
      author: caller.id,
      createdAt: new Date(),
    },
  });
  // An earlier release accepted the baseline.
  const where = { number: Number(params.number) };
  await getDatabase().investigation.update({ where, data: { baselineId } });
  const skip = { action: "skip", reason: "The cause is known" };
  await changeStep(params, "form-hypotheses", skip);

  expect((await goTo(params, "define-baseline", "optimise")).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining("the present baseline is of another deployment"),
  });
  expect((await changeStep(params, "optimise", { action: "finish", acceptsMissing: true })).status).toBe(409);
  expect((await changeStep(params, "define-baseline", { action: "finish" })).body.detail).toContain(
    "baseline of a deployment of this investigation",
  );
  const { investigation } = await readInvestigation(caller, params);
  expect(investigation.baseline).toMatchObject({ id: baselineId, isOfOtherDeployment: true });
  const edit = { caller, params, body: { deployments: ["different"] }, version: investigation.version };
  expect((await send("edit-investigation", edit)).body).toMatchObject({
    investigation: { baseline: { isOfOtherDeployment: false } },
  });
  expect((await goTo(params, "define-baseline", "optimise")).status).toBe(200);
});

test("a step with missing parts is finished only if the person accepts it, and the timeline lists the parts", async () => {
  const params = await openInvestigation(caller);
  const refused = await changeStep(params, "define-baseline", { action: "finish" });
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain("Step 1 is not complete. Missing: baseline, goal, “Present value");
  const goal = { kind: "at-most", signal: "ttft", statistic: "p95", value: 1 };
  await send("edit-investigation", { caller, params, body: { goal } });
  const body = {
    round: 1,
    answers: { "present-value": "0.9 s" },
    checked: ["limits-listed", "normal-operation"],
  };
  await send("save-step", { caller, params: { ...params, step: "define-baseline" }, body });
  const accepted = { action: "finish", acceptsMissing: true };
  expect((await changeStep(params, "define-baseline", accepted)).body.step.state).toBe("done");
  expect((await readInvestigation(caller, params)).timeline.entries[0]?.payload).toEqual({
    kind: "step-state",
    round: 1,
    step: "define-baseline",
    action: "finish",
    reason: null,
    missing: ["baseline"],
  });
});

test("evidence is linked to a hypothesis, the link is changed and removed, and a change based on older links is refused", async () => {
  const params = await openInvestigation(caller);
  const sent = { statement: "The cache is full.", layer: "system" };
  const { hypothesis } = (await send("add-hypothesis", { caller, params, body: sent })).body;
  const note = { kind: "note", title: "Usage", text: "98 %" };
  const { evidence } = (await send("add-note", { caller, params, body: note })).body;
  const link = { hypothesisId: hypothesis.id, direction: "for", weight: "strong" };
  const change = (hypotheses: readonly object[], from: readonly object[]) =>
    send("link-evidence", {
      caller,
      params: { ...params, evidenceId: evidence.id },
      body: { hypotheses, from },
    });
  expect((await change([link], [])).body).toMatchObject({ evidence: { hypotheses: [link] } });
  const weaker = { ...link, weight: "weak" };
  expect(await change([weaker], [])).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await readInvestigation(caller, params)).hypotheses[0]?.evidence).toMatchObject([
    { number: 1, direction: "for", weight: "strong" },
  ]);
  expect((await change([weaker], [link])).body).toMatchObject({ evidence: { hypotheses: [weaker] } });
  expect((await change([], [weaker])).body).toMatchObject({ evidence: { hypotheses: [] } });
  const { timeline } = await readInvestigation(caller, params);
  expect(timeline.entries.slice(0, 3).map(({ payload }) => payload)).toMatchObject([
    { kind: "evidence", action: "linked", hypotheses: [] },
    { kind: "evidence", action: "linked", hypotheses: [{ hypothesis: 1, weight: "weak" }] },
    { kind: "evidence", action: "linked", hypotheses: [{ hypothesis: 1, weight: "strong" }] },
  ]);
});

test("evidence is moved to other steps of the round, and a change based on older steps is refused", async () => {
  const params = await openInvestigation(caller);
  const note = { kind: "note", title: "Usage", text: "98 %", steps: ["define-baseline"] };
  const { evidence } = (await send("add-note", { caller, params, body: note })).body;
  const change = (steps: readonly string[], fromSteps: readonly string[]) =>
    send("link-evidence", {
      caller,
      params: { ...params, evidenceId: evidence.id },
      body: { steps, fromSteps },
    });
  expect((await change(["reproduce", "collect-data"], ["define-baseline"])).status).toBe(200);
  expect(await change([], ["define-baseline"])).toMatchObject({ status: 409, body: { code: "conflict" } });
  const stepsOf = async () => (await readInvestigation(caller, params)).evidence[0]?.steps;
  expect(await stepsOf()).toEqual([
    { round: 1, step: "collect-data" },
    { round: 1, step: "reproduce" },
  ]);
  expect((await change([], ["collect-data", "reproduce"])).status).toBe(200);
  expect(await stepsOf()).toEqual([]);
});

test("a new round starts at step 2 in the state active, and the steps of the old round stay as they are", async () => {
  const params = await openInvestigation(caller);
  const step = { ...params, step: "identify-symptoms" };
  const save = (round: number, text: string, version: number): Promise<Answer> =>
    send("save-step", {
      caller,
      params: step,
      version,
      body: {
        round,
        answers: { symptom: text },
        checked: ["serving-checked", "compute-checked", "compute-checked"],
      },
    });
  expect((await save(1, "TTFT doubled", 1)).body.step).toMatchObject({
    version: 2,
    checked: ["compute-checked", "serving-checked"],
  });
  const round = { caller, params, body: { from: 1, reason: "The symptom is back" } };
  expect((await send("start-round", round)).body.investigation).toMatchObject({
    round: 2,
    step: "identify-symptoms",
    state: "active",
  });
  expect((await readInvestigation(caller, params)).timeline.entries[0]?.payload).toEqual({
    kind: "round",
    from: 1,
    to: 2,
    reason: "The symptom is back",
    fromState: "triage",
  });
  expect((await send("start-round", round)).status).toBe(409);
  const late = await save(1, "Changed", 2);
  expect(late.body).toMatchObject({ code: "read-only" });
  expect((await changeStep(params, "validate", { action: "finish" })).body).toMatchObject({
    code: "read-only",
    title: "This round has ended",
  });
  const future = await changeStep(params, "validate", { action: "finish", round: 9 });
  expect(future.body).toMatchObject({ code: "read-only", title: "This round has not started" });
  const read = await send("investigation-round", { caller, params: { ...params, round: "1" } });
  expect(read.body).toMatchObject({ isReadOnly: true });
  expect(read.body.steps[1]).toMatchObject({ round: 1, answers: { symptom: "TTFT doubled" } });
  const now = await readInvestigation(caller, params);
  expect([now.earlierRounds, now.steps.length, now.steps[1]?.answers]).toEqual([[1], 7, {}]);
  expect((await send("investigation-round", { caller, params: { ...params, round: "3" } })).status).toBe(404);
});

test("step 6 and the status “supported” need evidence for a hypothesis of this round", async () => {
  const params = await openInvestigation(caller);
  await changeStep(params, "define-baseline", { action: "skip", reason: "No window without the symptom" });
  const body = { statement: "The cache is full.", layer: "system" };
  const { hypothesis } = (await send("add-hypothesis", { caller, params, body })).body;
  const support = () =>
    send("edit-hypothesis", {
      caller,
      params: { ...params, hypothesisId: hypothesis.id },
      body: { status: "supported" },
    });
  const addNote = (direction: string) =>
    send("add-note", {
      caller,
      params,
      body: {
        kind: "note",
        title: "Cache in use",
        text: "100 % since 10:04",
        steps: ["form-hypotheses"],
        hypotheses: [{ hypothesisId: hypothesis.id, direction, weight: "strong" }],
      },
    });
  expect((await addNote("against")).status).toBe(201);
  expect((await goTo(params, "define-baseline", "optimise")).status).toBe(409);
  expect((await support()).status).toBe(409);
  expect((await addNote("for")).status).toBe(201);
  expect((await support()).body.hypothesis).toMatchObject({ status: "supported" });
  expect((await goTo(params, "define-baseline", "optimise")).status).toBe(200);

  await send("start-round", { caller, params, body: { from: 1, reason: "The symptom is back" } });
  await send("change-step-state", {
    caller,
    params: { ...params, step: "define-baseline" },
    body: { round: 2, action: "skip", reason: "As in round 1" },
  });
  const refused = await goTo(params, "identify-symptoms", "optimise");
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("of this round")]);
});

test("the timeline is filtered by kind and by person", async () => {
  const params = await openInvestigation(caller);
  await changeStep(params, "define-baseline", { action: "skip", reason: "No window without the symptom" });
  const kindsOf = async (query: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const { status, body } = await send("timeline", { caller, params, query });
    expect(status).toBe(200);
    return body.entries.map((one: { readonly payload: { readonly kind: string } }) => one.payload.kind);
  };
  expect(await kindsOf({ topic: "steps" })).toEqual(["step-state"]);
  expect(await kindsOf({ topic: "evidence" })).toEqual([]);
  expect(await kindsOf({ author: caller.id })).toEqual(["step-state", "opened"]);
  expect(await kindsOf({ author: "11111111-1111-4111-8111-111111111111" })).toEqual([]);
});

test("a hypothesis of an earlier round cannot be changed", async () => {
  const params = await openInvestigation(caller);
  const body = { statement: "The cache is full.", layer: "system" };
  const { hypothesis } = (await send("add-hypothesis", { caller, params, body })).body;
  await send("start-round", { caller, params, body: { from: 1, reason: "The symptom is back" } });
  const edited = await send("edit-hypothesis", {
    caller,
    params: { ...params, hypothesisId: hypothesis.id },
    body: { status: "parked" },
  });
  expect([edited.status, edited.body.detail]).toEqual([
    409,
    "Round 1 cannot be changed, because the investigation is in round 2.",
  ]);
});

test("the links of a hypothesis of an earlier round can be neither added, changed nor removed", async () => {
  const params = await openInvestigation(caller);
  const add = async (statement: string): Promise<string> => {
    const body = { statement, layer: "system" };
    return (await send("add-hypothesis", { caller, params, body })).body.hypothesis.id as string;
  };
  const earlier = { hypothesisId: await add("The cache is full."), direction: "for", weight: "strong" };
  const note = { kind: "note", title: "Usage", text: "98 %" };
  const { evidence } = (await send("add-note", { caller, params, body: { ...note, hypotheses: [earlier] } }))
    .body;
  await send("start-round", { caller, params, body: { from: 1, reason: "The symptom is back" } });
  const current = { hypothesisId: await add("The hosts are shared."), direction: "for", weight: "weak" };
  const link = (hypotheses: readonly object[]) =>
    send("link-evidence", {
      caller,
      params: { ...params, evidenceId: evidence.id },
      body: { hypotheses },
    });

  const detail =
    "The links of H1 cannot be changed, because H1 is a hypothesis of round 1 and the investigation is in round 2.";
  const refusal = {
    status: 409,
    body: { code: "read-only", detail, next: "Link the evidence to a hypothesis of round 2." },
  };
  expect(await send("add-note", { caller, params, body: { ...note, hypotheses: [earlier] } })).toMatchObject(
    refusal,
  );
  expect(await link([{ ...earlier, direction: "against" }])).toMatchObject(refusal);
  expect(await link([current])).toMatchObject(refusal);
  // The page sends the unchanged links too.
  expect((await link([earlier, current])).body).toMatchObject({
    evidence: { hypotheses: [earlier, current] },
  });
  expect((await link([earlier])).body).toMatchObject({ evidence: { hypotheses: [earlier] } });
});

test("hypotheses have the round in which they were added, and exports name it", async () => {
  const params = await openInvestigation(caller);
  const add = (statement: string): Promise<Answer> =>
    send("add-hypothesis", { caller, params, body: { statement, layer: "system" } });
  expect((await add("The cache is full.")).body.hypothesis).toMatchObject({ number: 1, round: 1 });
  await send("start-round", { caller, params, body: { from: 1, reason: "The symptom is back" } });
  expect((await add("The hosts are shared.")).body.hypothesis).toMatchObject({ number: 2, round: 2 });
  const { hypotheses } = await readInvestigation(caller, params);
  expect(hypotheses.map(({ number, round }) => [number, round])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  const exported = await send("export-investigation", { caller, params, query: { format: "markdown" } });
  expect(exported.body.text).toContain("- H1 of round 1 (open): The cache is full.");
  expect(exported.body.text).toContain("- H2 (open): The hosts are shared.");
});

test("an edit changes only what it names, and the timeline shows values before and after", async () => {
  const params = await openInvestigation(caller);
  const goal = { kind: "at-most", signal: "ttft", statistic: "p95", value: 1 };
  const edit = (body: object, version: number): Promise<Answer> =>
    send("edit-investigation", { caller, params, body, version });
  const body = { title: "Slow tokens", goal, dueOn: "2026-12-01", ownerId: caller.id };
  expect((await edit(body, 1)).body.investigation).toMatchObject({
    title: "Slow tokens",
    goal,
    dueOn: "2026-12-01",
    version: 2,
    owner: { name: caller.name },
  });
  expect((await edit({ title: "Slow tokens" }, 2)).body.investigation.version).toBe(2);
  expect((await edit({ title: "Late" }, 1)).status).toBe(412);
  expect((await edit({ goal: { ...goal, statistic: "rate" } }, 2)).status).toBe(400);
  expect((await edit({ startedAtMs: 2_000, detectedAtMs: 1_000 }, 2)).status).toBe(400);
  const { timeline } = await readInvestigation(caller, params);
  expect(timeline.entries[0]?.payload).toEqual({
    kind: "edited",
    changes: [
      { field: "title", from: "Slow first tokens", to: "Slow tokens" },
      { field: "owner", from: null, to: caller.name },
      { field: "dueOn", from: null, to: "2026-12-01" },
      { field: "goal", from: null, to: "TTFT p95 at most 1.00 s" },
    ],
  });
  expect(timeline.entries).toHaveLength(2);
});

test("the filter by tag selects the tags that start with it", async () => {
  const numbers = [];
  for (const tags of [["prefix-cache"], ["prefix-cold", "a"], ["a-prefix"]])
    numbers.push(Number((await openInvestigation(caller, { tags })).number));
  const find = async (tag: string): Promise<readonly number[]> =>
    (await send("investigations", { caller, query: { tag } })).body.investigations
      .map(({ number }: { readonly number: number }) => number)
      .toSorted((one: number, other: number) => one - other);
  expect(await find("prefix")).toEqual(numbers.slice(0, 2));
  expect(await find("prefix-cold")).toEqual([numbers[1]]);
  expect(await find("prefix-x")).toEqual([]);
});

test("the deploy of a deployment is refused as the fix of an investigation without deployments", async () => {
  const deploymentId = await addDeployment(null, "chat");
  await refreshDeploymentSnapshot();
  const data = { kind: "deploy", at: new Date(), title: "v3", origin: "manual", deploymentId };
  const { id: deployEventId } = await getDatabase().event.create({ data });
  const params = await openInvestigation(caller);
  await changeState(params, { from: "triage", state: "active" });
  const deployed = { from: "active", state: "fix-deployed", deployEventId };
  const refused = await changeState(params, deployed);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      {
        pointer: "#/deployEventId",
        detail:
          "This investigation has no deployment, so this deploy cannot be checked. Add the deployment to the investigation first.",
      },
    ],
  ]);
  const edit = { caller, params, body: { deployments: ["chat"] }, version: 1 };
  expect((await send("edit-investigation", edit)).status).toBe(200);
  expect((await changeState(params, deployed)).body.investigation).toMatchObject({ state: "fix-deployed" });
});
