/** Many people who write to one investigation at the same time, and lists of many investigations. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InvestigationsResponse } from "@/lib/contracts/investigations/investigations";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
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

test("two edits of one step conflict, and the second succeeds after it was merged", async () => {
  const params = await openInvestigation(caller);
  const save = (answers: Readonly<Record<string, string>>, version: number): Promise<Answer> =>
    send("save-step", {
      caller,
      params: { ...params, step: "reproduce" },
      version,
      body: { round: 1, answers, checked: [] },
    });
  const answers = await Promise.all([save({ "test-case": "a" }, 1), save({ differences: "b" }, 1)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412]);
  const { steps } = await readInvestigation(caller, params);
  const stored = steps.find(({ step }) => step === "reproduce");
  expect(stored?.version).toBe(2);
  const merged = { ...stored?.answers, "test-case": "a", differences: "b" };
  expect((await save(merged, 2)).body.step).toMatchObject({
    version: 3,
    answers: { "test-case": "a", differences: "b" },
  });
});

test("a field or checklist item that the step does not have is refused with the known ids", async () => {
  const params = await openInvestigation(caller);
  const save = (body: object): Promise<Answer> =>
    send("save-step", { caller, params: { ...params, step: "reproduce" }, body: { round: 1, ...body } });
  const field = await save({ answers: { testcase: "bench" }, checked: [] });
  expect(field).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/answers/testcase" }] } });
  expect(field.body.detail).toBe(
    "The step has no field “testcase”. Known ids: test-case, run-count, reproduced-count, differences.",
  );
  const item = await save({ answers: {}, checked: ["minimal", "smallest"] });
  expect(item).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/checked" }] } });
  // A field of an earlier version of Ridgepoint stays with the step.
  const { steps } = await readInvestigation(caller, params);
  expect(steps.find(({ step }) => step === "reproduce")).toMatchObject({ version: 1, answers: {} });
  await getDatabase().stepRecord.updateMany({
    where: { investigation: { number: Number(params.number) }, step: "reproduce" },
    data: { answers: { former: "text" } },
  });
  expect((await save({ answers: { former: "text", "test-case": "bench" }, checked: [] })).status).toBe(200);
});

test("50 writers of one investigation lose nothing, and a repeated write is not stored twice", async () => {
  const params = await openInvestigation(caller);
  const write = async (index: number): Promise<void> => {
    for (;;) {
      const [endpoint, sent] = requestOf(index, params);
      const { status } = await send(endpoint, { ...sent, key: `writer-${index}-of-50` });
      if (status === 201) return;
      // A writer that waited too long repeats the change with its key.
      expect([503, 504]).toContain(status);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => write(index)));
  const { hypotheses, evidence } = await readInvestigation(caller, params);
  const inOrder = Array.from({ length: 17 }, (_, index) => index + 1);
  expect(hypotheses.map(({ number }) => number)).toEqual(inOrder);
  expect(new Set(hypotheses.map(({ statement }) => statement)).size).toBe(17);
  expect(evidence.map(({ number }) => number)).toEqual(inOrder);
  expect(new Set(evidence.map(({ title }) => title)).size).toBe(17);
  const entries = await getDatabase().timelineEntry.findMany({
    where: { investigation: { number: Number(params.number) } },
  });
  const countOf = (kind: string): number => entries.filter((entry) => entry.kind === kind).length;
  expect(["hypothesis", "evidence", "comment"].map(countOf)).toEqual([17, 17, 16]);
  const comments = entries.filter(({ kind }) => kind === "comment");
  expect(new Set(comments.map(({ payload }) => JSON.stringify(payload))).size).toBe(16);
}, 120_000);

function requestOf(index: number, params: { readonly number: string }): Parameters<typeof send> {
  const text = `Writer ${index}`;
  if (index % 3 === 0)
    return ["add-hypothesis", { caller, params, body: { statement: text, layer: "system" } }];
  if (index % 3 === 1) return ["add-note", { caller, params, body: { kind: "note", title: text, text } }];
  return ["add-comment", { caller, params, body: { text } }];
}

test("a long record opens with its newest evidence and entries, and the earlier pieces are read on request", async () => {
  const params = await openInvestigation(caller);
  const { investigation } = await readInvestigation(caller, params);
  await getDatabase().$executeRaw`
    insert into evidence_items (id, investigation_id, number, kind, title, text, author, created_at)
    select gen_random_uuid(), ${investigation.id}::uuid, n, 'note', 'Note ' || n, 'Text', 'operator', now()
    from generate_series(1, 200) as n`;
  await getDatabase().$executeRaw`
    insert into timeline_entries (id, investigation_id, kind, at, payload, author)
    select gen_random_uuid(), ${investigation.id}::uuid, 'comment', now() + n * interval '1 second',
      '{"kind": "comment", "text": "Text", "mentions": []}', 'operator'
    from generate_series(1, 2000) as n`;
  const page = await readInvestigation(caller, params);
  const numbersOf = (evidence: readonly { readonly number: number }[]) =>
    evidence.map(({ number }) => number);
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  expect(numbersOf(page.evidence)).toEqual(range(176, 200));
  expect([page.earlierEvidenceCount, page.timeline.entries.length]).toEqual([175, 50]);
  const read = (query: Readonly<Record<string, string>>) =>
    send("investigation-evidence", { caller, params, query });
  expect(numbersOf((await read({ before: "176" })).body.evidence)).toEqual(range(1, 175));
  expect(numbersOf((await read({})).body.evidence)).toEqual(range(1, 200));
  expect((await read({ before: "0" })).status).toBe(400);
});

test("text that the database cannot store is refused, in searches as in names", async () => {
  const params = await openInvestigation(caller);
  for (const text of ["\0", "\uD800"]) {
    const isRefused = async (endpoint: string, sent: Partial<Parameters<typeof send>[1]>) =>
      expect((await send(endpoint, { caller, ...sent })).status, endpoint).toBe(400);
    const selector = { label: "instance", value: text };
    // A URL replaces half of a character pair, so only the null character arrives.
    await isRefused("investigations", { query: { text: "\0" } });
    await isRefused("case-studies", { query: { text: "\0" } });
    await isRefused("case-studies", { query: { causeClass: "\0" } });
    const arm = { name: "A", deployment: "chat", selector, windows: [] };
    const plan = {
      kind: "canary",
      factor: { path: "engine.version", from: text, to: "2" },
      arms: [
        { ...arm, role: "reference" },
        { ...arm, role: "changed" },
      ],
      measures: { primary: { signal: "ttft", statistic: "mean" } },
      rollbackPlan: "None.",
    };
    const refused = await send("add-experiment", { caller, params, body: plan });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid-input" } });
    expect(JSON.stringify(refused.body.errors)).toContain("/factor/from");
    expect(JSON.stringify(refused.body.errors)).toContain("/selector/value");
  }
});

async function list(query: Readonly<Record<string, string>>): Promise<InvestigationsResponse> {
  const { status, body } = await send("investigations", { caller, query });
  expect(status).toBe(200);
  return body as InvestigationsResponse;
}

test("10,000 investigations are filtered, counted, and listed in pages without gaps in every order", async () => {
  for (let first = 1; first <= 10_000; first += 1_000)
    await getDatabase().$executeRaw`
    insert into investigations (id, title, severity, state, tags, opening, due_on, author, created_at, updated_at)
    select gen_random_uuid(), 'Case ' || n || CASE WHEN n % 100 = 0 THEN ' 50%_off' ELSE '' END, 1 + n % 4,
      (ARRAY['triage', 'active', 'monitoring', 'resolved'])[1 + n / 4 % 4],
      CASE WHEN n % 10 = 0 THEN ARRAY['bulk', 'tenth'] ELSE ARRAY['bulk'] END, '{"kind": "person"}',
      CASE WHEN n % 50 = 0 THEN date '2026-12-01' + n / 50 % 7 END, 'operator', now(),
      now() - n % 100 * interval '1 minute'
    from generate_series(${first}::int, ${first}::int + 999) as n`;
  const { investigations, counts } = await list({ tag: "bulk", states: "active,triage", limit: "100" });
  expect(investigations).toHaveLength(100);
  expect(new Set(investigations.map(({ state }) => state))).toEqual(new Set(["active", "triage"]));
  expect([counts.triage, counts.active, counts.monitoring, counts.resolved]).toEqual([
    2_500, 2_500, 2_500, 2_500,
  ]);
  expect((await list({ tag: "tenth", severities: "1" })).counts.triage).toBe(125);
  // Placeholders of the database are ordinary characters.
  expect((await list({ text: "50%_OFF", limit: "100" })).investigations).toHaveLength(100);
  expect((await list({ text: "5__off" })).investigations).toEqual([]);
  for (const sort of ["updated", "number", "severity", "due"]) {
    const numbers: number[] = [];
    let cursor: string | null = null;
    do {
      const query = { tag: "tenth", sort, limit: "100", ...(cursor === null ? {} : { cursor }) };
      const page: InvestigationsResponse = await list(query);
      numbers.push(...page.investigations.map(({ number }) => number));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(numbers).size, sort).toBe(1_000);
    expect(numbers, sort).toHaveLength(1_000);
  }
  const [due] = (await list({ sort: "due" })).investigations;
  expect(due?.dueOn).toBe("2026-12-01");
}, 120_000);
