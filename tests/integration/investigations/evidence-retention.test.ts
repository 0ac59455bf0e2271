/** Removal of the content of evidence: by a person at once, and when the retention of the team has ended. */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { scheduledJobs } from "@/lib/jobs/schedule";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { sealAuditEntries } from "@/lib/services/audit/seal-entries";
import { verifyAuditChain } from "@/lib/services/audit/verify-chain";
import { expireEvidence } from "@/lib/services/investigations/evidence/expire-evidence";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

const dayMs = 86_400_000;
const prompt = "Summarise the contract of Mara Lindqvist";

let own: TestDatabase;
let admin: SignedInPerson;
let editor: SignedInPerson;
let outsider: SignedInPerson;
let teamId: string;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  admin = await addSignedInPerson("admin");
  editor = await addSignedInPerson("editor");
  outsider = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
  teamId = (await getDatabase().team.create({ data: { name: "Serving" } })).id;
  await getDatabase().member.create({ data: { teamId, personId: editor.id } });
});
afterEach(async () => {
  resetServerClock();
  await getDatabase().team.update({ where: { id: teamId }, data: { evidenceRetentionDays: null } });
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

type Params = Readonly<Record<"number", string>>;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

async function addNote(params: Params): Promise<string> {
  const body = { kind: "note", title: "Sample request", text: prompt };
  const { body: added } = await send("add-note", { caller: editor, params, body });
  return added.evidence.id;
}

/** Adds a stored answer and a file, as the job and an upload do. */
async function addData(params: Params): Promise<void> {
  const { id: investigationId } = await getDatabase().investigation.findUniqueOrThrow({
    where: { number: Number(params.number) },
  });
  const item = { investigationId, title: "TTFT", author: editor.id, createdAt: new Date() };
  const data = JSON.stringify({ values: [1, 2, 3] });
  const content = Buffer.from("kv cache usage 0.98");
  await getDatabase().evidenceItem.create({
    data: {
      ...item,
      number: 2,
      kind: "signals",
      text: prompt,
      answer: {
        create: {
          question: {
            endpoint: "signals",
            panel: "ttft",
            v: 1,
            signals: ["ttft"],
            statistics: ["p95"],
            scope: { deployment: "chat" },
            window: { startMs: 1_700_000_000_000, endMs: 1_700_003_600_000 },
          },
          reader: { role: "editor", teamIds: [] },
          state: "ready",
          data,
          byteCount: data.length,
          contentHash: hashOf(data),
          formatVersion: 1,
          productVersion: "1.0.0",
          startAt: new Date(1_700_000_000_000),
          endAt: new Date(1_700_003_600_000),
          requestedAt: new Date(),
          readAt: new Date(),
        },
      },
    },
  });
  await getDatabase().evidenceItem.create({
    data: {
      ...item,
      number: 3,
      kind: "file",
      file: {
        create: {
          fileName: "kv.log",
          format: "text",
          byteCount: content.length,
          contentHash: hashOf("kv cache usage 0.98"),
          content,
        },
      },
    },
  });
}

async function close(params: Params): Promise<void> {
  const body = { state: "invalid", from: "triage", reason: "A load test" };
  expect((await send("change-investigation-state", { caller: editor, params, body })).status).toBe(200);
}

const setRetention = (evidenceRetentionDays: number | null) =>
  getDatabase().team.update({ where: { id: teamId }, data: { evidenceRetentionDays } });

/** Returns whether any row of the database contains the text, such as an entry of the audit trail. */
async function countOccurrences(text: string): Promise<number> {
  const tables = [
    "audit_entries",
    "evidence_items",
    "evidence_answers",
    "timeline_entries",
    "idempotency_keys",
  ];
  const counts = await Promise.all(
    tables.map((table) =>
      getDatabase().$queryRawUnsafe<readonly { readonly count: number }[]>(
        `select count(*)::int as count from ${table} as one where one::text like $1`,
        `%${text}%`,
      ),
    ),
  );
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}

async function expectValidChain(): Promise<void> {
  while ((await sealAuditEntries()) > 0);
  expect((await verifyAuditChain(getDatabase())).faults).toEqual([]);
}

test("a removed note leaves its hash and the reason, and its text is in no row and no entry of the audit trail", async () => {
  const params = await openInvestigation(editor, { teamId });
  const evidenceId = await addNote(params);
  while ((await sealAuditEntries()) > 0);
  expect(await countOccurrences(prompt)).toBeGreaterThan(1);
  const body = { reason: "It contains the text of a customer." };
  const request = { params: { ...params, evidenceId }, body };
  expect((await send("remove-evidence", { ...request, caller: outsider })).status).toBe(403);
  expect((await send("remove-evidence", { ...request, caller: editor })).status).toBe(200);
  expect(await countOccurrences(prompt)).toBe(0);
  const page = await readInvestigation(editor, params);
  expect(page.evidence[0]).toMatchObject({
    title: "Sample request",
    text: null,
    removal: { ...body, author: editor.name, isAutomatic: false, contentHash: hashOf(prompt) },
  });
  const entries = await getDatabase().auditEntry.findMany({
    where: { objectTable: "evidence_items", objectId: evidenceId },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ payload }) => payload !== null)).toEqual([false, false, true]);
  expect(entries[2]?.payload).toContain(body.reason);
  await expectValidChain();
});

test("data are removed when the retention has ended, not earlier, and notes stay", async () => {
  const params = await openInvestigation(editor, { teamId });
  await addNote(params);
  await addData(params);
  await setRetention(30);
  const open = await readInvestigation(editor, params);
  expect(open.evidenceRetention).toEqual({ team: "Serving", retentionDays: 30, removalAtMs: null });
  await close(params);
  const closed = await readInvestigation(editor, params);
  const removalAtMs = closed.evidenceRetention?.removalAtMs ?? 0;
  expect(removalAtMs).toBeGreaterThan(Date.now() + 29.9 * dayMs);

  setServerClock(removalAtMs - 1_000);
  await expireEvidence();
  resetServerClock();
  expect(removalsOf(await readInvestigation(editor, params))).toEqual([null, null, null]);

  setServerClock(removalAtMs + 1_000);
  await expireEvidence();
  resetServerClock();
  const page = await readInvestigation(editor, params);
  const reason =
    "The team Serving retains the data of evidence for 30 days after the end of an investigation.";
  const atMs = expect.any(Number);
  expect(removalsOf(page)).toEqual([
    null,
    { reason, author: "system", isAutomatic: true, atMs, contentHash: hashOf('{"values":[1,2,3]}') },
    { reason, author: "system", isAutomatic: true, atMs, contentHash: hashOf("kv cache usage 0.98") },
  ]);
  expect(page.evidence.map(({ text }) => text)).toEqual([prompt, null, null]);
  expect(page.evidence.map(({ answer, file }) => answer ?? file)).toEqual([null, null, null]);
  expect(page.timeline.entries[0]?.payload).toEqual({
    kind: "evidence-expiry",
    numbers: [2, 3],
    team: "Serving",
    retentionDays: 30,
  });
  const query = { format: "markdown" };
  const { body } = await send("export-investigation", { caller: editor, params, query });
  expect(body.text).toContain(`SHA-256 of the content: ${hashOf("kv cache usage 0.98")}`);
  setServerClock(removalAtMs + 2_000);
  await expireEvidence();
  resetServerClock();
  expect((await readInvestigation(editor, params)).timeline.entries[0]?.id).toBe(
    page.timeline.entries[0]?.id,
  );
  await expectValidChain();
});

test("the scheduled job removes more than a page of pieces, and the copies of reports with them", async () => {
  const params = await openInvestigation(editor, { teamId });
  const { id: investigationId } = await getDatabase().investigation.findUniqueOrThrow({
    where: { number: Number(params.number) },
  });
  const content = Buffer.from("kv cache usage 0.98");
  const contentHash = hashOf("kv cache usage 0.98");
  for (let number = 10; number < 70; number += 1) {
    const file = { fileName: "kv.log", format: "text", byteCount: content.length, contentHash, content };
    const item = { investigationId, number, kind: "file", title: `Log ${number}`, author: editor.id };
    await getDatabase().evidenceItem.create({
      data: { ...item, createdAt: new Date(), file: { create: file } },
    });
  }
  const { version } = (await send("organisation", { caller: admin })).body;
  await send("edit-organisation", { caller: admin, version, body: { allowsReportLinks: true } });
  const open = async (kind: string): Promise<() => Promise<number>> => {
    const { body } = await send("create-report-link", {
      caller: editor,
      params,
      body: { kind, lifetimeDays: 90 },
    });
    const token = String(body.path).replace("/shared-report/", "");
    return async () => (await send("shared-report", { caller: { cookie: "" }, params: { token } })).status;
  };
  const [readWorking, readExecutive] = [await open("working"), await open("executive")];
  expect([await readWorking(), await readExecutive()]).toEqual([200, 200]);
  await setRetention(30);
  await close(params);
  const job = scheduledJobs.find(({ name }) => name === "expire-evidence");
  setServerClock(Date.now() + 31 * dayMs);
  await job?.run(Date.now());
  expect([await readWorking(), await readExecutive()]).toEqual([404, 200]);
  resetServerClock();
  const left = { investigationId, removedAt: null };
  expect(await getDatabase().evidenceItem.count({ where: left })).toBe(0);
  const { entries } = (await send("timeline", { caller: editor, params })).body;
  const kinds = entries.map(({ payload }: { readonly payload: { readonly kind: string } }) => payload.kind);
  expect(kinds.filter((kind: string) => kind === "evidence-expiry")).toHaveLength(2);
  const links = await getDatabase().reportLink.findMany({ where: { investigationId, kind: "working" } });
  expect(links.map(({ report }) => report)).toEqual([null]);
});

const removalsOf = ({ evidence }: InvestigationResponse) => evidence.map(({ removal }) => removal);

test.each([
  ["an open investigation", { isClosed: false, hasTeam: true, days: 1 }],
  ["a team that retains data without limit", { isClosed: true, hasTeam: true, days: null }],
  ["an investigation without a team", { isClosed: true, hasTeam: false, days: 1 }],
] as const)("the data of %s stay", async (_name, { isClosed, hasTeam, days }) => {
  const params = await openInvestigation(editor, hasTeam ? { teamId } : {});
  await addData(params);
  if (isClosed) await close(params);
  await setRetention(days);
  setServerClock(Date.now() + 4_000 * dayMs);
  await expireEvidence();
  resetServerClock();
  expect(removalsOf(await readInvestigation(editor, params))).toEqual([null, null]);
});

test("an investigation that is opened again keeps its data from then on", async () => {
  const params = await openInvestigation(editor, { teamId });
  await addData(params);
  await setRetention(10);
  await close(params);
  const body = { state: "triage", from: "invalid", reason: "It was no load test" };
  const reopened = await send("change-investigation-state", { caller: editor, params, body });
  expect(reopened.status).toBe(200);
  setServerClock(Date.now() + 11 * dayMs);
  await expireEvidence();
  resetServerClock();
  expect(removalsOf(await readInvestigation(editor, params))).toEqual([null, null]);
});

test("an admin sets the retention, an editor may not, and a rename does not change it", async () => {
  const { version } = await getDatabase().team.findUniqueOrThrow({ where: { id: teamId } });
  const body = { evidenceRetentionDays: 90 };
  const request = { params: { teamId }, body, version };
  expect((await send("edit-team", { ...request, caller: editor })).status).toBe(403);
  expect((await send("edit-team", { ...request, caller: admin })).status).toBe(200);
  expect((await send("edit-team", { ...request, caller: admin })).status).toBe(412);
  const renamed = { caller: admin, params: { teamId }, body: { name: "Serving" }, version: version + 1 };
  expect((await send("edit-team", renamed)).status).toBe(200);
  const { teams } = (await send("teams", { caller: editor })).body;
  expect(teams).toMatchObject([{ name: "Serving", evidenceRetentionDays: 90 }]);
  for (const days of [0, 3_651, 1.5, "90"]) {
    const invalid = { caller: admin, params: { teamId }, body: { evidenceRetentionDays: days } };
    expect((await send("edit-team", invalid)).status).toBe(400);
  }
});
