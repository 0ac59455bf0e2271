/** Who may read, change and comment on an investigation, and what concerns a person. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

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

test("an outsider finds a team-only investigation in no list, count, relation or mention", async () => {
  const params = await openInvestigation(editor, { title: "Secret model", teamId, visibility: "team" });
  const shared = await openInvestigation(outsider);
  const body = { kind: "related", related: Number(shared.number) };
  expect((await send("add-relation", { caller: editor, params, body })).status).toBe(200);
  const text = "Can you look?";
  await send("add-comment", { caller: editor, params, body: { text, mentions: [outsider.id, viewer.id] } });
  const find = (caller: SignedInPerson) => send("investigations", { caller, query: { text: "secret" } });
  expect((await find(viewer)).body).toMatchObject({
    investigations: [{ title: "Secret model" }],
    counts: { triage: 1 },
  });
  expect((await find(outsider)).body).toMatchObject({ investigations: [], counts: { triage: 0 } });
  expect((await readInvestigation(editor, shared)).relations).toHaveLength(1);
  expect((await readInvestigation(outsider, shared)).relations).toEqual([]);
  expect((await send("for-you", { caller: viewer })).body.mentions).toMatchObject([
    { text, author: editor.name },
  ]);
  expect((await send("for-you", { caller: outsider })).body.mentions).toEqual([]);
  expect((await send("investigation", { caller: outsider, params })).status).toBe(404);
});

test("“@” and a name in the text of a comment mention the person, without ids in the request", async () => {
  const params = await openInvestigation(editor);
  const text = `@${viewer.name} can you look? ines@example.com and @nobody are no mentions.`;
  const added = await send("add-comment", { caller: editor, params, body: { text } });
  expect(added.body.entry).toMatchObject({
    payload: { mentions: [viewer.id] },
    people: { [viewer.id]: viewer.name },
  });
  const listMentions = async () =>
    (await send("for-you", { caller: viewer })).body.mentions.filter(
      ({ number }: { readonly number: number }) => String(number) === params.number,
    );
  expect(await listMentions()).toMatchObject([{ text, author: editor.name }]);
  const entry = { ...params, entryId: added.body.entry.id };
  const edited = { caller: editor, params: entry, body: { text: "Solved." } };
  expect((await send("edit-comment", edited)).status).toBe(200);
  expect(await listMentions()).toEqual([]);
});

test("a name inside of code mentions no one", async () => {
  const params = await openInvestigation(editor);
  const text = `\`@${viewer.name}\`\n\n\`\`\`\nlogin @${viewer.name}\n\`\`\`\n\n@${outsider.name}`;
  const added = await send("add-comment", { caller: editor, params, body: { text } });
  expect(added.body.entry).toMatchObject({ payload: { mentions: [outsider.id] } });
});

test("of two people with one name, the chosen one is mentioned, and the list names their teams", async () => {
  const name = "Ines Sato";
  const add = (id: string) =>
    getDatabase().person.create({ data: { id, name, email: `${id}@example.com`, role: "viewer" } });
  const [first, second] = [await add(randomUUID()), await add(randomUUID())];
  await getDatabase().member.create({ data: { teamId, personId: second.id } });
  const { people } = (await send("investigation-people", { caller: editor })).body;
  const labels = new Map(
    people.map((one: { readonly id: string; readonly label: string }) => [one.id, one.label]),
  );
  expect([first, second, viewer].map(({ id }) => labels.get(id))).toEqual([
    "Ines Sato (no team)",
    "Ines Sato (Serving)",
    viewer.name,
  ]);
  const params = await openInvestigation(editor);
  const mentionsOf = async (body: object): Promise<readonly string[]> =>
    (await send("add-comment", { caller: editor, params, body })).body.entry.payload.mentions;
  expect(await mentionsOf({ text: `@${name} look`, mentions: [second.id] })).toEqual([second.id]);
  expect((await mentionsOf({ text: `@${name} look` })).toSorted()).toEqual([first.id, second.id].toSorted());
});

test("an edit without ids retains the people whom an earlier request named", async () => {
  const params = await openInvestigation(editor);
  const body = { text: `@${viewer.name} look`, mentions: [outsider.id] };
  const added = await send("add-comment", { caller: editor, params, body });
  const edit = async (version: number, change: object): Promise<readonly string[]> => {
    const sent = {
      caller: editor,
      params: { ...params, entryId: added.body.entry.id },
      version,
      body: change,
    };
    return (await send("edit-comment", sent)).body.entry.payload.mentions;
  };
  expect((await edit(1, { text: `@${viewer.name} look again` })).toSorted()).toEqual(
    [outsider.id, viewer.id].toSorted(),
  );
  expect(await edit(2, { text: "Solved" })).toEqual([outsider.id]);
  expect(await edit(3, { text: "Solved", mentions: [] })).toEqual([]);
});

test("“@” and the name of a service account mention no one", async () => {
  await getDatabase().person.create({ data: { kind: "service", name: "Deploy robot", role: "viewer" } });
  const params = await openInvestigation(editor);
  const body = { text: `@Deploy robot rolled back, @${viewer.name}` };
  const added = await send("add-comment", { caller: editor, params, body });
  expect(added.body.entry).toMatchObject({ payload: { mentions: [viewer.id] } });
});

test("an editor of another team learns why the investigation cannot be edited", async () => {
  const params = await openInvestigation(editor, { teamId });
  const { rights, investigation } = await readInvestigation(outsider, params);
  expect(investigation.team?.name).toBe("Serving");
  expect(rights).toEqual({
    canEdit: false,
    canComment: true,
    editRefusal:
      "Another team owns this investigation. Ask a member of the team or an admin to make the change.",
  });
  expect((await readInvestigation(editor, params)).rights.editRefusal).toBeNull();
});

test("a viewer comments and edits the own comment only", async () => {
  const params = await openInvestigation(editor);
  const added = await send("add-comment", { caller: viewer, params, body: { text: "No preemption" } });
  expect(added.body.entry).toMatchObject({ author: viewer.name, canEdit: true, version: 1 });
  const entry = { ...params, entryId: added.body.entry.id };
  const edit = { params: entry, body: { text: "No preemption so far" } };
  expect((await send("edit-comment", { caller: editor, ...edit })).status).toBe(403);
  expect((await send("edit-comment", { caller: viewer, ...edit })).body.entry).toMatchObject({
    payload: { text: "No preemption so far" },
    version: 2,
  });
  expect((await send("edit-comment", { caller: viewer, ...edit })).status).toBe(412);
  expect(
    (await send("edit-timeline-entry", { caller: editor, params: entry, body: { text: "x", atMs: 0 } }))
      .status,
  ).toBe(404);
  const pin = { params: entry, body: { isPinned: true } };
  expect((await send("pin-timeline-entry", { caller: viewer, ...pin })).status).toBe(403);
  expect((await send("pin-timeline-entry", { caller: editor, ...pin })).status).toBe(200);
  const pinned = await send("timeline", { caller: viewer, params, query: { pinned: "true" } });
  expect(pinned.body.entries).toMatchObject([{ isPinned: true }]);
  const { rights, timeline } = await readInvestigation(viewer, params);
  expect(rights).toEqual({
    canEdit: false,
    canComment: true,
    editRefusal: "To change this investigation, you need the role “editor”. Ask an admin for the role.",
  });
  expect(timeline.entries).toHaveLength(2);
  // The viewer wrote the comment, and the editor opened the investigation.
  expect(timeline.entries.map(({ isCaller = false }) => isCaller)).toEqual([true, false]);
  const ofEditor = await readInvestigation(editor, params);
  expect(ofEditor.timeline.entries.map(({ isCaller = false }) => isCaller)).toEqual([false, true]);
});

test("the timeline has pages without gaps, filters, and manual entries at their time", async () => {
  const params = await openInvestigation(editor);
  const manual = { text: "The import began", atMs: Date.now() - 3_600_000 };
  expect((await send("add-timeline-entry", { caller: editor, params, body: manual })).status).toBe(201);
  const future = { ...manual, atMs: Date.now() + 3_600_000 };
  expect((await send("add-timeline-entry", { caller: editor, params, body: future })).status).toBe(400);
  for (const text of ["one", "two", "three"])
    await send("add-comment", { caller: editor, params, body: { text } });
  const texts: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = {
      topic: "comments",
      limit: "2",
      ...(cursor === null ? {} : { cursor }),
    };
    const { body } = await send("timeline", { caller: viewer, params, query });
    texts.push(...body.entries.map((entry: { payload: { text: string } }) => entry.payload.text));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(texts).toEqual(["three", "two", "one", "The import began"]);
});

test("owned, due and joined investigations are for the person until they are closed", async () => {
  const params = await openInvestigation(editor, { ownerId: viewer.id });
  const edit = { caller: editor, params, body: { dueOn: "2026-12-24" } };
  expect((await send("edit-investigation", edit)).status).toBe(200);
  const joined = await openInvestigation(editor);
  const body = { personId: viewer.id, role: "approver" };
  const set = await send("set-participant", { caller: editor, params: joined, body });
  expect(set.body.participants).toEqual([{ id: viewer.id, name: viewer.name, role: "approver" }]);
  const numbersOf = (list: readonly { readonly number: number }[]) =>
    list.map(({ number }) => String(number));
  const read = (await send("for-you", { caller: viewer })).body;
  expect([read.owned, read.due, read.participating].map(numbersOf)).toEqual([
    [params.number],
    [params.number],
    [joined.number],
  ]);
  const opened = (await send("for-you", { caller: editor })).body.opened;
  expect(numbersOf(opened)).toEqual(expect.arrayContaining([params.number, joined.number]));
  const close = { state: "invalid", from: "triage", reason: "The clock was wrong" };
  await send("change-investigation-state", { caller: editor, params, body: close });
  expect((await send("for-you", { caller: viewer })).body).toMatchObject({ owned: [], due: [] });
});

test("a draft belongs to its writer, is replaced and deleted, and its content is in no audit entry", async () => {
  const params = await openInvestigation(editor);
  const part = "step:1:reproduce";
  const save = (body: object) => send("save-draft", { caller: editor, params, body: { part, ...body } });
  const first = await save({ document: '{"text":"first"}' });
  expect(first.status).toBe(200);
  const second = await save({
    document: '{"text":"unsaved words"}',
    replacedMs: first.body.updatedAtMs,
  });
  expect(second.status).toBe(200);
  const { updatedAtMs } = second.body;
  expect(updatedAtMs).toBeGreaterThan(first.body.updatedAtMs);
  expect((await send("drafts", { caller: editor, params })).body.drafts).toMatchObject([
    { part, document: '{"text":"unsaved words"}', updatedAtMs },
  ]);
  expect((await send("drafts", { caller: viewer, params })).body.drafts).toEqual([]);
  const deleted = { caller: editor, params: { ...params, part }, body: { updatedAtMs } };
  expect((await send("delete-draft", deleted)).status).toBe(200);
  expect((await send("drafts", { caller: editor, params })).body.drafts).toEqual([]);
  const recorded = await getDatabase().auditEntry.findMany({
    where: { objectTable: "drafts" },
    orderBy: { id: "asc" },
  });
  expect(recorded.map(({ operation }) => operation)).toEqual(["created", "deleted"]);
  expect(JSON.stringify(recorded.map(({ payload }) => payload))).not.toContain("unsaved words");
});

test("a draft that the caller has not read is neither replaced nor deleted", async () => {
  const params = await openInvestigation(editor);
  const part = "step:1:reproduce";
  const save = (body: object) => send("save-draft", { caller: editor, params, body: { part, ...body } });
  const listDocuments = async () =>
    (await send("drafts", { caller: editor, params })).body.drafts.map(
      ({ document }: { document: string }) => document,
    );
  const first = await save({ document: "one device" });
  expect((await save({ document: "other device" })).status).toBe(412);
  const { updatedAtMs } = first.body;
  expect((await save({ document: "newer", replacedMs: updatedAtMs })).status).toBe(200);
  expect((await save({ document: "older", replacedMs: updatedAtMs })).status).toBe(412);
  const outdated = { caller: editor, params: { ...params, part }, body: { updatedAtMs } };
  expect((await send("delete-draft", outdated)).status).toBe(412);
  const input = { round: 1, answers: {}, checked: ["minimal"], draftUpdatedAtMs: updatedAtMs };
  const step = { caller: editor, params: { ...params, step: "reproduce" }, body: input, version: 1 };
  expect((await send("save-step", step)).status).toBe(200);
  expect(await listDocuments()).toEqual(["newer"]);
});

test("of two drafts that are stored at once, one is refused", async () => {
  const params = await openInvestigation(editor);
  const save = (document: string) =>
    send("save-draft", { caller: editor, params, body: { part: "comment", document } });
  const statuses = (await Promise.all(["a", "b"].map(save))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 412]));
});

test("removing people and teams keeps their investigations", async () => {
  const leaving = await addSignedInPerson("editor");
  const params = await openInvestigation(leaving, { ownerId: leaving.id });
  await send("save-draft", { caller: leaving, params, body: { part: "comment", document: "{}" } });
  const removed = { caller: admin, params: { personId: leaving.id } };
  expect((await send("remove-person", removed)).status).toBe(200);
  const { investigation } = await readInvestigation(viewer, params);
  expect(investigation.owner).toEqual({ id: leaving.id, name: "Removed person" });
  expect(await getDatabase().draft.count({ where: { writer: leaving.id } })).toBe(0);
  const { id } = await getDatabase().team.create({ data: { name: "Owner" } });
  const owned = await openInvestigation(admin, { teamId: id });
  const refused = await send("delete-team", { caller: admin, params: { teamId: id } });
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: `Owner owns 1 investigation: INV-${owned.number}` },
  });
});

test("a removed person has the name “Removed person” in the timeline, in all exports and in all reports", async () => {
  const [leaving, next] = [await addSignedInPerson("editor"), await addSignedInPerson("editor")];
  const names = { leaving: "Leaving Person", next: "Next Person" };
  for (const [id, name] of [
    [leaving.id, names.leaving],
    [next.id, names.next],
  ] as const)
    await getDatabase().person.update({ where: { id }, data: { name } });
  const params = await openInvestigation(leaving, { ownerId: leaving.id });
  const edited = { caller: leaving, params, body: { ownerId: next.id } };
  expect((await send("edit-investigation", edited)).status).toBe(200);
  await send("add-comment", { caller: next, params, body: { text: "Look.", mentions: [leaving.id] } });
  const texts = { problem: "Slow", cause: "Queue", fix: "More", effect: "Fast", causeClass: null };
  const body = { title: "Slow tokens", ...texts, isPublished: false };
  const saved = await send("edit-case-study", { caller: leaving, params, body, version: 0 });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  // An earlier release stored the names of owners.
  const { id: investigationId } = await getDatabase().investigation.findUniqueOrThrow({
    where: { number: Number(params.number) },
  });
  await getDatabase().timelineEntry.create({
    data: {
      investigationId,
      kind: "edited",
      author: leaving.id,
      at: new Date(),
      payload: { kind: "edited", changes: [{ field: "owner", from: names.leaving, to: null }] },
    },
  });
  expect((await send("remove-person", { caller: admin, params: { personId: leaving.id } })).status).toBe(200);
  const { timeline } = await readInvestigation(viewer, params);
  expect(timeline.entries.map(({ payload }) => payload)).toContainEqual({
    kind: "edited",
    changes: [{ field: "owner", from: "Removed person", to: names.next }],
  });
  const queries = [
    ["export-investigation", ["json", "markdown"], {}],
    ["investigation-report", ["json", "markdown"], { kind: "working" }],
    ["investigation-report", ["json", "markdown"], { kind: "executive" }],
    ["investigation-report", ["json", "markdown"], { kind: "case-study" }],
  ] as const;
  for (const [endpoint, formats, query] of queries)
    for (const format of formats) {
      const answer = await send(endpoint, { caller: viewer, params, query: { ...query, format } });
      const text = JSON.stringify(answer.body);
      expect([answer.status, endpoint, format], text).toEqual([200, endpoint, format]);
      expect(text).not.toContain(names.leaving);
    }
});

test("a draft of a step ends when its writer saves the step", async () => {
  const params = await openInvestigation(editor);
  const times = new Map<string, number>();
  for (const part of ["step:1:reproduce", "step:1:optimise"]) {
    const stored = await send("save-draft", { caller: editor, params, body: { part, document: "{}" } });
    times.set(part, stored.body.updatedAtMs);
  }
  const draftUpdatedAtMs = times.get("step:1:reproduce");
  const body = { round: 1, answers: {}, checked: ["minimal"], draftUpdatedAtMs };
  const old = { caller: editor, params: { ...params, step: "reproduce" }, body, version: 9 };
  const listParts = async () =>
    (await send("drafts", { caller: editor, params })).body.drafts.map(({ part }: { part: string }) => part);
  expect((await send("save-step", old)).status).toBe(412);
  expect(await listParts()).toEqual(["step:1:optimise", "step:1:reproduce"]);
  expect((await send("save-step", { ...old, version: 1 })).status).toBe(200);
  expect(await listParts()).toEqual(["step:1:optimise"]);
});
