/** The exported record of an investigation equals what its page and its endpoints show. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

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

test("a text that another person replaced stays readable in the timeline and in both exports", async () => {
  const params = await openInvestigation(caller);
  const other = await addSignedInPerson("editor");
  const save = (person: SignedInPerson, version: number, text: string) =>
    send("save-step", {
      caller: person,
      version,
      params: { ...params, step: "define-baseline" },
      body: { round: 1, answers: { "present-value": text }, checked: [] },
    });
  expect((await save(other, 1, "0.9 s, read by the other person")).status).toBe(200);
  expect((await save(caller, 2, "0.8 s")).status).toBe(200);
  const [entry] = (await readInvestigation(caller, params)).timeline.entries;
  expect(entry?.payload).toEqual({
    kind: "step-input",
    round: 1,
    step: "define-baseline",
    fields: ["present-value"],
    changes: [{ field: "present-value", from: "0.9 s, read by the other person" }],
  });
  const exported = (await send("export-investigation", { caller, params })).body;
  expect(JSON.stringify(exported.document)).toContain("read by the other person");
  const query = { format: "markdown" };
  const { text } = (await send("export-investigation", { caller, params, query })).body;
  expect(text).toContain("before this edit:\n\n> 0.9 s, read by the other person");
});

test("the page contains the start of a long replaced text, and the export contains all of it", async () => {
  const params = await openInvestigation(caller);
  const long = `${"Queue time. ".repeat(800)}The end.`;
  for (const [index, text] of [long, "0.8 s"].entries())
    await send("save-step", {
      caller,
      version: index + 1,
      params: { ...params, step: "define-baseline" },
      body: { round: 1, answers: { "present-value": text }, checked: [] },
    });
  const change = { field: "present-value", from: `${long.slice(0, 2_000)}…`, isShortened: true };
  const { timeline } = await readInvestigation(caller, params);
  expect(timeline.entries[0]?.payload).toMatchObject({ changes: [change] });
  const [entry] = (await send("timeline", { caller, params })).body.entries;
  expect(entry.payload.changes).toEqual([change]);
  const { document } = (await send("export-investigation", { caller, params })).body;
  expect(document.timeline.at(-1)?.payload).toMatchObject({
    changes: [{ field: "present-value", from: long }],
  });
});

test("contains every part, the steps of all rounds, and the timeline from its start", async () => {
  const params = await openInvestigation(caller, { severity: 1 });
  const body = { round: 1, answers: { "present-value": "0.9 s" }, checked: ["normal-operation"] };
  await send("save-step", { caller, params: { ...params, step: "define-baseline" }, body });
  await send("add-hypothesis", {
    caller,
    params,
    body: { statement: "The cache is full.", layer: "system" },
  });
  await send("add-note", { caller, params, body: { kind: "note", title: "Log", text: "KV usage 0.98" } });
  await send("start-round", { caller, params, body: { from: 1, reason: "It returned." } });
  await send("add-comment", { caller, params, body: { text: "Slow again." } });
  const page = await readInvestigation(caller, params);
  const exported = await send("export-investigation", { caller, params });
  expect(exported.status).toBe(200);
  const { document, fileName } = exported.body;
  expect(fileName).toBe(`inv-${params.number}.json`);
  expect(document.investigation).toEqual(page.investigation);
  expect(document.hypotheses).toEqual(page.hypotheses);
  expect(document.evidence).toEqual(
    page.evidence.map((one) => ({ ...one, data: null, fileContent: null, fileOmission: null })),
  );
  expect(document.omittedAnswerCount).toBe(0);
  expect(document.steps).toHaveLength(14);
  expect(document.steps[0]).toMatchObject({ round: 1, answers: { "present-value": "0.9 s" } });
  expect(document.steps.slice(7)).toEqual(page.steps);
  expect(document.timeline.toReversed()).toEqual(page.timeline.entries);
  expect(document.omittedEntryCount).toBe(0);
  const markdown = await send("export-investigation", { caller, params, query: { format: "markdown" } });
  expect(markdown.body.fileName).toBe(`inv-${params.number}.md`);
  for (const text of [
    "> 0.9 s",
    "H1 of round 1 (open): The cache is full.",
    "> KV usage 0.98",
    "> Slow again.",
  ])
    expect(markdown.body.text).toContain(text);
});

test("an investigation of another team has no export", async () => {
  const other = await addSignedInPerson("viewer");
  const params = { number: "999999" };
  expect((await send("export-investigation", { caller: other, params })).status).toBe(404);
});
