/** Experiments of an investigation: plan, start, scores, decision, approval, and their condition of the deployed fix. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { clearVerifiedSessions } from "@/lib/server/sessions/verify-session";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { addDeployment } from "../people/team-objects";
import { openInvestigation, readInvestigation, send, type Answer } from "./investigation-fixture";

let own: TestDatabase;
let mara: SignedInPerson;
let ines: SignedInPerson;

/** Responds without series, because a decision is refused while the source does not respond. */
const emptySource = createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ status: "success", data: { resultType: "matrix", result: [] } }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    emptySource.listen(0, "127.0.0.1", resolve);
  });
  const sourceUrl = `http://127.0.0.1:${(emptySource.address() as AddressInfo).port}`;
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: sourceUrl });
  mara = await addSignedInPerson("editor");
  ines = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
  await addDeployment(null, "chat");
  await getDatabase().source.updateMany({ data: { url: sourceUrl } });
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
  emptySource.close();
});

type Params = { readonly number: string };
type Ids = Params & { readonly experimentId: string };

const arms = [
  {
    role: "reference",
    name: "Old",
    deployment: "chat",
    selector: { label: "instance", value: "a:8000" },
    windows: [],
  },
  {
    role: "changed",
    name: "New",
    deployment: "chat",
    selector: { label: "instance", value: "b:8000" },
    windows: [],
  },
];
const plan = {
  kind: "canary",
  factor: { path: "engine.flags.max_num_seqs", from: "256", to: "64" },
  arms,
  measures: { primary: { signal: "ttft", statistic: "mean" } },
  rollbackPlan: "Set the flag back to 256.",
};

const add = (params: Params, body: object = plan, caller = mara): Promise<Answer> =>
  send("add-experiment", { caller, params, body });
const moveTo = (params: Ids, state: string): Promise<Answer> =>
  send("change-experiment-state", { caller: mara, params, body: { state } });
const approve = (params: Ids, caller: SignedInPerson, body: object = {}): Promise<Answer> =>
  send("approve-experiment", { caller, params, body });
const decide = (params: Ids, decision: string): Promise<Answer> =>
  send("decide-experiment", { caller: mara, params, body: { decision, reason: "Measured" } });

async function openExperiment(): Promise<Ids> {
  const params = await openInvestigation(mara);
  const { body } = await add(params);
  return { ...params, experimentId: String(body.experiment.id) };
}

async function openDecided(decision: string): Promise<Ids> {
  const params = await openExperiment();
  await moveTo(params, "running");
  await moveTo(params, "ended");
  expect((await decide(params, decision)).status).toBe(200);
  return params;
}

describe("the plan", () => {
  test("is deleted before the start only, and its number is not used again", async () => {
    const params = await openExperiment();
    const remove = (ids: Ids): Promise<Answer> => send("remove-experiment", { caller: mara, params: ids });
    expect(await remove(params)).toMatchObject({ status: 200, body: { number: 1 } });
    expect((await remove(params)).status).toBe(404);
    const { number } = params;
    const { timeline, experiments } = await readInvestigation(mara, { number });
    expect(experiments).toEqual([]);
    expect(timeline.entries[0]?.payload).toMatchObject({
      kind: "experiment",
      number: 1,
      action: "removed",
      title: "Canary, engine.flags.max_num_seqs 256 → 64",
    });
    const next = (await add({ number })).body.experiment;
    expect(next).toMatchObject({ number: 2, state: "planned" });
    const running = { number, experimentId: String(next.id) };
    await moveTo(running, "running");
    const refused = await remove(running);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "The experiment is running, so it is part of the record. Only a planned experiment can be deleted.",
    ]);
  });

  test("is deleted in an earlier round too, by an editor of the team", async () => {
    const params = await openExperiment();
    const { number } = params;
    await send("start-round", { caller: mara, params: { number }, body: { from: 1, reason: "Slow again" } });
    const edit = { caller: mara, params, body: { rollbackPlan: "Undo" }, version: 1 };
    expect((await send("edit-experiment", edit)).status).toBe(409);
    const viewer = await addSignedInPerson("viewer");
    expect((await send("remove-experiment", { caller: viewer, params })).status).toBe(403);
    expect(await send("remove-experiment", { caller: mara, params })).toMatchObject({ status: 200 });
    const { timeline, experiments } = await readInvestigation(mara, { number });
    expect(experiments).toEqual([]);
    expect(timeline.entries[0]).toMatchObject({ payload: { number: 1, action: "removed" } });
    const audited = await getDatabase().auditEntry.findFirst({
      where: { objectTable: "experiments", objectId: params.experimentId, operation: "deleted" },
    });
    expect(audited).toMatchObject({ actorId: mara.id, action: "remove-experiment" });
  });

  test("is added, edited with a version, and fixed after the start", async () => {
    const params = await openExperiment();
    const edit = (body: object, version: number): Promise<Answer> =>
      send("edit-experiment", { caller: mara, params, body, version });
    const measures = { ...plan.measures, plannedBlocks: 60 };
    expect((await edit({ measures }, 1)).body.experiment).toMatchObject({
      version: 2,
      measures: { plannedBlocks: 60, marginRatio: 0.1, guards: [{ signal: "errors" }] },
    });
    expect((await edit({ measures }, 1)).status).toBe(412);
    const primary = { signal: "tpot", statistic: "mean" };
    expect((await edit({ measures: { primary } }, 2)).body.experiment.measures).toMatchObject({
      primary,
      plannedBlocks: 60,
    });
    expect((await moveTo(params, "running")).body.experiment).toMatchObject({
      state: "running",
      arms: [{ windows: [{ endMs: null }] }, { windows: [{ endMs: null }] }],
    });
    const refused = await edit({ measures: plan.measures }, 4);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "The experiment is running, so only windows and the rollback plan can be changed. End it, and add another experiment.",
    ]);
    const emptied = await edit({ arms: arms.map((arm) => ({ ...arm, windows: [] })) }, 4);
    expect([emptied.status, emptied.body.detail]).toEqual([
      409,
      expect.stringContaining("Old has no window"),
    ]);
    const hypothesisId = randomUUID();
    expect((await edit({ hypothesisId }, 4)).body.detail).toContain("The experiment is running");
    expect((await edit({ rollbackPlan: "Restart with 256." }, 4)).status).toBe(200);
    expect((await moveTo(params, "running")).status).toBe(409);
    const { timeline } = await readInvestigation(mara, { number: params.number });
    expect(timeline.entries.map(({ payload }) => payload)).toMatchObject([
      { kind: "experiment", number: 1, action: "edited" },
      { action: "started" },
      { action: "edited" },
      { action: "edited" },
      { action: "added", title: "Canary, engine.flags.max_num_seqs 256 → 64" },
      { kind: "opened" },
    ]);
  });

  test("with arms that cannot be distinguished is refused with a sentence", async () => {
    const params = await openInvestigation(mara);
    const windows = [{ startMs: 0, endMs: 3_600_000 }];
    const same = arms.map((arm) => ({ ...arm, selector: null, windows }));
    const refused = await add(params, { ...plan, arms: same });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining("Old and New cannot be distinguished"),
    ]);
    const fromStart = arms.map((arm) => ({ ...arm, selector: null }));
    expect((await add(params, { ...plan, arms: fromStart })).body.detail).toContain(
      "Old and New cannot be distinguished",
    );
    // The window of the first arm includes the start, which is unknown when the plan is saved.
    const [first, second] = fromStart;
    const open = { startMs: 0, endMs: Date.now() + 30 * 86_400_000 };
    const later = await add(params, { ...plan, arms: [{ ...first, windows: [open] }, second] });
    const ids = { ...params, experimentId: String(later.body.experiment.id) };
    expect((await moveTo(ids, "running")).body.detail).toContain("Old and New cannot be distinguished");
    const unknown = await add(params, { ...plan, arms: arms.map((arm) => ({ ...arm, deployment: "gone" })) });
    expect(unknown.status).toBe(404);
  });

  test("ends with its round while it runs, with the reason, and a planned one is read only", async () => {
    const params = await openExperiment();
    const { number } = params;
    await add({ number });
    await moveTo(params, "running");
    const body = { from: 1, reason: "Relapse" };
    expect((await send("start-round", { caller: mara, params: { number }, body })).status).toBe(201);
    const { experiments, timeline } = await readInvestigation(mara, { number });
    expect(experiments).toMatchObject([
      { number: 1, round: 1, state: "ended" },
      { number: 2, round: 1, state: "planned", endedAtMs: null },
    ]);
    const [first] = experiments;
    expect(first?.endedAtMs).not.toBeNull();
    expect(first?.arms.map(({ windows }) => windows.at(-1)?.endMs)).not.toContain(null);
    expect(timeline.entries.slice(0, 2).map(({ payload }) => payload)).toMatchObject([
      { kind: "round", from: 1, to: 2 },
      { kind: "experiment", number: 1, action: "ended", reason: "Round 2 was started." },
    ]);
    expect((await moveTo(params, "ended")).status).toBe(409);
  });

  test("ends with a later round, if an earlier release left it running", async () => {
    const params = await openExperiment();
    const { number } = params;
    const start = (from: number): Promise<Answer> =>
      send("start-round", { caller: mara, params: { number }, body: { from, reason: "Relapse" } });
    await start(1);
    await getDatabase().experiment.update({
      where: { id: params.experimentId },
      data: { state: "running", startedAt: new Date() },
    });
    expect((await start(2)).status).toBe(201);
    const { experiments } = await readInvestigation(mara, { number });
    expect(experiments).toMatchObject([{ round: 1, state: "ended" }]);
  });

  test("can be ended by a person after its round, if an earlier release left it running", async () => {
    const params = await openExperiment();
    const { number } = params;
    const body = { from: 1, reason: "Relapse" };
    expect((await send("start-round", { caller: mara, params: { number }, body })).status).toBe(201);
    await getDatabase().experiment.update({
      where: { id: params.experimentId },
      data: { state: "running", startedAt: new Date() },
    });
    const ended = await moveTo(params, "ended");
    expect([ended.status, ended.body.experiment]).toMatchObject([200, { round: 1, state: "ended" }]);
    const { timeline } = await readInvestigation(mara, { number });
    expect(timeline.entries[0]?.payload).toMatchObject({ kind: "experiment", number: 1, action: "ended" });
    expect((await moveTo(params, "running")).status).toBe(409);
  });

  test("of an ended round does not change", async () => {
    const params = await openExperiment();
    const { number } = params;
    const body = { from: 1, reason: "Relapse" };
    expect((await send("start-round", { caller: mara, params: { number }, body })).status).toBe(201);
    expect((await moveTo(params, "running")).status).toBe(409);
    expect((await readInvestigation(mara, { number })).experiments).toMatchObject([{ round: 1 }]);
  });
});

describe("the decision", () => {
  test("needs the end, stores the result, and is recorded with its reason", async () => {
    const params = await openExperiment();
    const { number } = params;
    expect((await decide(params, "adopt")).body.detail).toContain("End it before the decision");
    await moveTo(params, "running");
    const score = { role: "changed", name: "MMLU", value: 0.8 };
    const scored = await send("add-experiment-score", { caller: mara, params, body: score });
    expect([scored.status, scored.body.experiment.scores]).toMatchObject([201, [score]]);
    await moveTo(params, "ended");
    expect((await decide(params, "repeat")).body.experiment).toMatchObject({
      decision: { decision: "repeat", author: mara.name, result: { verdict: "cannot-tell" } },
    });
    expect((await decide(params, "adopt")).status).toBe(409);
    expect((await send("add-experiment-score", { caller: mara, params, body: score })).status).toBe(409);
    const { timeline, experiments } = await readInvestigation(mara, { number });
    expect(timeline.entries[0]?.payload).toMatchObject({
      action: "decided",
      decision: "repeat",
      reason: "Measured",
    });
    expect(experiments).toMatchObject([{ isProposer: true, approval: null }]);
  });

  test("and each other change has an entry of the audit trail", async () => {
    const { experimentId } = await openDecided("adopt");
    const rows = await getDatabase().auditEntry.findMany({
      where: { objectTable: "experiments", objectId: experimentId },
      orderBy: { id: "asc" },
    });
    expect(rows.length).toBe(4);
  });
});

describe("the approval", () => {
  test("is given by another person, and is a condition of the deployed fix", async () => {
    const params = await openDecided("adopt");
    const { number } = params;
    const data = { kind: "deploy", at: new Date(), title: "v2", origin: "manual" };
    const { id: deployEventId } = await getDatabase().event.create({ data });
    const changeState = (body: object): Promise<Answer> =>
      send("change-investigation-state", { caller: mara, params: { number }, body });
    await changeState({ from: "triage", state: "active" });
    const deployed = { from: "active", state: "fix-deployed", deployEventId };
    expect((await changeState(deployed)).body.detail).toBe(
      "“Fix deployed” requires an approved change. The change of X1 is adopted, but not approved.",
    );
    const refused = await approve(params, mara, { exceptionReason: "urgent" });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "The person who proposed the change cannot approve it. Ask another editor for the approval.",
    ]);
    expect((await approve(params, ines)).body.experiment).toMatchObject({
      approval: { author: ines.name, exceptionReason: null },
    });
    expect((await approve(params, ines)).status).toBe(409);
    expect((await changeState({ from: "active", state: "fix-deployed" })).status).toBe(409);
    expect((await changeState(deployed)).body.investigation).toMatchObject({ state: "fix-deployed" });
  });

  test("is given by any other editor if the named approvers cannot approve", async () => {
    const params = await openDecided("adopt");
    const { number } = params;
    const name = async (personId: string): Promise<void> => {
      const body = { personId, role: "approver" };
      const named = await send("set-participant", { caller: mara, params: { number }, body });
      expect(named.status, JSON.stringify(named.body)).toBeLessThan(300);
    };
    const viewer = await addSignedInPerson("viewer");
    await name(mara.id);
    await name(viewer.id);
    expect((await approve(params, ines)).body.experiment).toMatchObject({
      approval: { author: ines.name },
    });
  });

  test("is a signed exception if all other editors proposed the change", async () => {
    const params = await openExperiment();
    await moveTo(params, "running");
    await moveTo(params, "ended");
    const body = { decision: "adopt", reason: "Measured" };
    await send("decide-experiment", { caller: ines, params, body });
    const unsigned = await approve(params, ines);
    expect(unsigned.body.detail).toContain("Sign the exception with a reason");
    const signed = await approve(params, ines, { exceptionReason: "Both of us proposed it" });
    expect(signed.body.experiment.approval).toMatchObject({ author: ines.name });
  });

  test("of a rejected change does not exist", async () => {
    const params = await openDecided("reject");
    expect((await approve(params, ines)).body.detail).toContain("Only an adopted change can be approved");
  });

  test("in a team of one is a signed exception on record", async () => {
    const params = await openDecided("adopt");
    const { number } = params;
    await getDatabase().person.updateMany({ where: { name: ines.name }, data: { role: "viewer" } });
    const unsigned = await approve(params, mara);
    const signed = await approve(params, mara, { exceptionReason: "On call alone" });
    await getDatabase().person.updateMany({ where: { name: ines.name }, data: { role: "editor" } });
    expect(unsigned.body.detail).toContain("Sign the exception with a reason");
    expect(signed.body.experiment.approval).toMatchObject({
      author: mara.name,
      exceptionReason: "On call alone",
    });
    const { timeline } = await readInvestigation(mara, { number });
    expect(timeline.entries[0]?.payload).toMatchObject({ action: "approved", reason: "On call alone" });
  });
});

test("an adopted change is listed for the people who may approve it, until one of them does", async () => {
  const params = await openDecided("adopt");
  const listFor = async (caller: SignedInPerson): Promise<readonly object[]> => {
    const { body } = await send("for-you", { caller });
    const approvals = body.approvals as readonly { readonly number: number }[];
    return approvals.filter(({ number }) => String(number) === params.number);
  };
  expect(await listFor(ines)).toMatchObject([
    { experiment: 1, experimentId: params.experimentId, factor: plan.factor, author: mara.name },
  ]);
  expect(await listFor(mara)).toEqual([]);
  const viewer = await addSignedInPerson("viewer");
  expect(await listFor(viewer)).toEqual([]);
  const nora = await addSignedInPerson("editor");
  const body = { personId: nora.id, role: "approver" };
  const named = await send("set-participant", { caller: mara, params: { number: params.number }, body });
  expect(named.status, JSON.stringify(named.body)).toBe(200);
  expect([(await listFor(ines)).length, (await listFor(nora)).length]).toEqual([0, 1]);
  expect((await approve(params, nora)).status).toBe(200);
  expect(await listFor(nora)).toEqual([]);
});

test("an adopted change of a team awaits its members and admins, until its round or its investigation ends", async () => {
  const { id: teamId } = await getDatabase().team.create({ data: { name: "Approvers" } });
  const [member, admin] = [await addSignedInPerson("editor"), await addSignedInPerson("admin")];
  for (const personId of [mara.id, member.id])
    await getDatabase().member.create({ data: { teamId, personId } });
  clearVerifiedSessions();
  deleteProcessState(personExistsStateName);
  const decideFor = async (): Promise<Ids> => {
    const params = await openInvestigation(mara, { teamId });
    const { body } = await add(params);
    const ids = { ...params, experimentId: String(body.experiment.id) };
    await moveTo(ids, "running");
    await moveTo(ids, "ended");
    expect((await decide(ids, "adopt")).status).toBe(200);
    return ids;
  };
  const listFor = async (caller: SignedInPerson): Promise<readonly string[]> => {
    const { body } = await send("for-you", { caller });
    return body.approvals.map(({ number }: { readonly number: number }) => String(number));
  };
  const [first, second] = [await decideFor(), await decideFor()];
  for (const caller of [member, admin])
    expect(await listFor(caller)).toEqual(expect.arrayContaining([first.number, second.number]));
  // Ines is an editor who is not in the team, and Mara proposed the changes.
  for (const caller of [ines, mara]) {
    expect(await listFor(caller)).not.toContain(first.number);
    expect((await approve(first, caller)).status).not.toBe(200);
  }
  const round = { from: 1, reason: "Slow again" };
  const ofFirst = { caller: mara, params: { number: first.number }, body: round };
  expect((await send("start-round", ofFirst)).status).toBe(201);
  const end = { state: "invalid", from: "triage", reason: "A load test" };
  const ofSecond = { caller: mara, params: { number: second.number }, body: end };
  const closed = await send("change-investigation-state", ofSecond);
  expect(closed.status).toBe(200);
  for (const caller of [member, admin])
    expect((await listFor(caller)).filter((one) => [first.number, second.number].includes(one))).toEqual([]);
  expect((await approve(first, member)).status).toBe(409);
  // An admin may approve the changes of all teams, also those of other tests.
  await getDatabase().person.update({ where: { id: admin.id }, data: { state: "removed" } });
});

test("many adopted changes of other rounds do not hide the one that waits for a person", async () => {
  const params = await openDecided("adopt");
  await getDatabase().$executeRaw`
    insert into experiments select (jsonb_populate_record(present, jsonb_build_object('id', gen_random_uuid(),
      'number', 100 + n, 'round', present.round + 1, 'decided_at', now() + interval '1 hour'))).*
    from experiments as present, generate_series(1, 60) as n where present.id = ${params.experimentId}::uuid`;
  const { body } = await send("for-you", { caller: ines });
  expect(body.approvals).toContainEqual(expect.objectContaining({ experimentId: params.experimentId }));
});

test("the export contains the plan, the decision and the approval", async () => {
  const params = await openDecided("adopt");
  await approve(params, ines);
  const { number } = params;
  const read = (format: string): Promise<Answer> =>
    send("export-investigation", { caller: mara, params: { number }, query: { format } });
  expect((await read("json")).body.document.experiments).toMatchObject([
    { number: 1, decision: { decision: "adopt" }, approval: { author: ines.name } },
  ]);
  expect((await read("markdown")).body.text).toContain("- Factor: engine.flags.max\\_num\\_seqs 256 → 64");
});
