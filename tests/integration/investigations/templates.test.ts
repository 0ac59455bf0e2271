/** Templates of teams: who may change and use them, and what an investigation takes over from its template. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { readInvestigation, send, type Answer } from "./investigation-fixture";

let own: TestDatabase;
let admin: SignedInPerson;
let editor: SignedInPerson;
let viewer: SignedInPerson;
let outsider: SignedInPerson;
let teamId: string;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  admin = await addSignedInPerson("admin");
  editor = await addSignedInPerson("editor");
  viewer = await addSignedInPerson("viewer");
  outsider = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
  teamId = (await getDatabase().team.create({ data: { name: "Serving" } })).id;
  const members = [editor, viewer].map(({ id }) => ({ teamId, personId: id }));
  await getDatabase().member.createMany({ data: members });
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

const goal = { kind: "at-most", signal: "ttft", statistic: "p95", value: 0.5 } as const;

const content = (name: string): object => ({
  name,
  teamId,
  title: "TTFT is high",
  severity: 2,
  tags: ["ttft"],
  goal,
  steps: {
    "identify-symptoms": {
      answers: { scope: "Interactive traffic only" },
      items: ["The on-call channel knows of the symptom.", "The router was checked."],
    },
  },
});

const create = (name: string, caller = editor, change: object = {}): Promise<Answer> =>
  send("create-template", { caller, body: { ...content(name), ...change } });

const open = (templateId: string, change: object = {}, caller = editor): Promise<Answer> =>
  send("open-investigation", { caller, body: { title: "Slow first tokens", templateId, ...change } });

test("an investigation starts with the values of its template, and belongs to the team", async () => {
  const { template } = (await create("First tokens")).body;
  const opened = await open(template.id);
  expect(opened.status).toBe(201);
  expect(opened.body.investigation).toMatchObject({
    title: "Slow first tokens",
    severity: 2,
    tags: ["ttft"],
    goal,
    team: { name: "Serving" },
  });
  const params = { number: String(opened.body.investigation.number) };
  const { steps, timeline } = await readInvestigation(editor, params);
  expect(steps[1]).toMatchObject({
    step: "identify-symptoms",
    answers: { scope: "Interactive traffic only" },
    checked: [],
    addedItems: [
      { id: "template-1", text: "The on-call channel knows of the symptom." },
      { id: "template-2", text: "The router was checked." },
    ],
    version: 1,
  });
  expect(steps[0]).toMatchObject({ answers: {}, addedItems: [] });
  expect(timeline.entries[0]?.payload).toEqual({ kind: "opened", from: "person", template: "First tokens" });
  const markdown = await send("export-investigation", {
    caller: editor,
    params,
    query: { format: "markdown" },
  });
  expect(markdown.body.text).toContain("- [ ] The router was checked.");
});

test.each([
  ["a team", {}],
  ["every editor", { teamId: null }],
])("one of two templates of %s that get a name at once is refused", async (_owner, change) => {
  const name = `At once ${JSON.stringify(change)}`;
  const answers = await Promise.all([create(name, editor, change), create(name, editor, change)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  const created = await getDatabase().investigationTemplate.deleteMany({ where: { name } });
  expect(created.count).toBe(1);
});

test("a template names the person who saved its version last", async () => {
  const { template } = (await create("Saved twice")).body;
  expect(template.lastSave).toEqual({ author: editor.name, isCaller: true, atMs: expect.any(Number) });
  const params = { templateId: template.id as string };
  const body = content("Saved twice");
  const edited = await send("edit-template", { caller: admin, params, version: 1, body });
  expect(edited.body.template).toMatchObject({
    author: editor.name,
    lastSave: { author: admin.name, atMs: edited.body.asOfMs },
    version: 2,
  });
  const { templates } = (await send("templates", { caller: editor })).body;
  const found = templates.find(({ id }: { readonly id: string }) => id === params.templateId);
  expect(found.lastSave).toEqual({ author: admin.name, atMs: edited.body.asOfMs });
});

test("values of the request replace those of the template", async () => {
  const { template } = (await create("Replaced values")).body;
  const opened = await open(template.id, { severity: 4, tags: [], goal: null });
  expect(opened.body.investigation).toMatchObject({ severity: 4, tags: [], goal: null });
});

test("a new round repeats the checklist of the template, without the ticks and the fields", async () => {
  const { template } = (await create("Second round")).body;
  const { number } = (await open(template.id)).body.investigation;
  const params = { number: String(number) };
  await send("save-step", {
    caller: editor,
    params: { ...params, step: "identify-symptoms" },
    body: { round: 1, answers: {}, checked: ["template-2"] },
  });
  const started = await send("start-round", { caller: editor, params, body: { from: 1, reason: "Relapse" } });
  expect(started.status).toBe(201);
  const { steps } = await readInvestigation(editor, params);
  expect(steps[1]).toMatchObject({ round: 2, answers: {}, checked: [] });
  expect(steps[1]?.addedItems).toHaveLength(2);
});

test("an edit and a deletion of a template change no open investigation", async () => {
  const { template } = (await create("Changed later")).body;
  const { number } = (await open(template.id)).body.investigation;
  const params = { templateId: template.id };
  const edited = await send("edit-template", { caller: editor, params, body: { name: "Empty", teamId } });
  expect(edited.body.template).toMatchObject({ name: "Empty", steps: {}, goal: null, version: 2 });
  const outdated = await send("edit-template", { caller: editor, params, body: { name: "Late", teamId } });
  expect(outdated.status).toBe(412);
  const deleted = await send("delete-template", { caller: editor, params, version: 2 });
  expect(deleted.status).toBe(200);
  const page = await readInvestigation(editor, { number: String(number) });
  expect(page.steps[1]?.addedItems).toHaveLength(2);
});

test("a deleted template and one of another team open nothing, and name the field", async () => {
  const { template } = (await create("Deleted")).body;
  const before = await getDatabase().investigation.count();
  const foreign = await open(template.id, {}, outsider);
  await send("delete-template", { caller: editor, params: { templateId: template.id } });
  const unknown = await open(template.id);
  for (const { status, body } of [foreign, unknown]) {
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/templateId" }]);
  }
  expect(foreign.body.detail).toBe(unknown.body.detail);
  expect(await getDatabase().investigation.count()).toBe(before);
});

test("members see the templates of the team, others only those of every editor", async () => {
  await create("Of the team");
  await create("Of every editor", outsider, { teamId: null });
  const names = async (caller: SignedInPerson): Promise<readonly string[]> => {
    const { body } = await send("templates", { caller });
    return body.templates.map(({ name }: { readonly name: string }) => name);
  };
  expect(await names(viewer)).toEqual(expect.arrayContaining(["Of every editor", "Of the team"]));
  expect(await names(admin)).toEqual(expect.arrayContaining(["Of every editor", "Of the team"]));
  expect(await names(outsider)).toEqual(["Of every editor"]);
  expect((await send("templates", { caller: viewer })).body.canCreate).toBe(false);
  expect((await create("Foreign", outsider)).status).toBe(403);
});

test("a team has no two templates with one name, and keeps its templates while it exists", async () => {
  await create("Unique");
  const repeated = await create("unique");
  expect(repeated.status).toBe(400);
  expect(repeated.body.errors).toMatchObject([{ pointer: "#/name" }]);
  const deleted = await send("delete-team", { caller: admin, params: { teamId } });
  expect(deleted.status).toBe(409);
  expect(deleted.body.detail).toContain("template");
});

test.each([
  ["an unknown field id", { steps: { reproduce: { answers: { "Not an id": "x" }, items: [] } } }],
  ["an unknown step", { steps: { guess: { answers: {}, items: [] } } }],
  ["a repeated item", { steps: { reproduce: { answers: {}, items: ["Twice", "Twice"] } } }],
  ["too many items", { steps: { reproduce: { items: Array.from({ length: 21 }, (_, i) => `Item ${i}`) } } }],
  ["an invalid goal", { goal: { ...goal, value: "fast" } }],
])("%s is refused", async (_name, change) => {
  expect((await create("Invalid", editor, change)).status).toBe(400);
});

test("the audit trail records creation, edit and deletion with their author", async () => {
  const { template } = (await create("Recorded")).body;
  const params = { templateId: template.id };
  await send("edit-template", { caller: editor, params, body: { name: "Recorded twice", teamId } });
  await send("delete-template", { caller: editor, params, version: 2 });
  const entries = await getDatabase().auditEntry.findMany({
    where: { objectTable: "investigation_templates", objectId: template.id },
    orderBy: { id: "asc" },
    select: { action: true, operation: true, actorId: true },
  });
  const actorId = editor.id;
  expect(entries).toEqual([
    { action: "create-template", operation: "created", actorId },
    { action: "edit-template", operation: "edited", actorId },
    { action: "delete-template", operation: "deleted", actorId },
  ]);
});
