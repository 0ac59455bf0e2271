/** Reports, case studies and public links through their endpoints, with a real PostgreSQL. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Report } from "@/lib/model/investigation/reports/report";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { deleteEndedReportCopies } from "@/lib/services/investigations/reports/links/delete-copies";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, send, type Answer } from "./investigation-fixture";

let own: TestDatabase;
let admin: SignedInPerson;
let editor: SignedInPerson;
let viewer: SignedInPerson;

const visitor = { cookie: "" };
const dayMs = 86_400_000;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  admin = await addSignedInPerson("admin");
  editor = await addSignedInPerson("editor");
  viewer = await addSignedInPerson("viewer");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  resetServerClock();
  await leaveServerEnvironment();
  await own.drop();
});

const texts = (report: Report): string => JSON.stringify(report.sections);

async function allowLinks(isAllowed: boolean): Promise<void> {
  const { version } = (await send("organisation", { caller: admin })).body;
  const body = { allowsReportLinks: isAllowed };
  const answer = await send("edit-organisation", { caller: admin, version, body });
  expect(answer.body).toMatchObject({ allowsReportLinks: isAllowed, timeZone: "UTC" });
}

function openShared(path: string): Promise<Answer> {
  return send("shared-report", { caller: visitor, params: { token: path.replace("/shared-report/", "") } });
}

test("the executive report names missing parts, and states cause, change and open work of the record", async () => {
  const params = await openInvestigation(editor);
  const query = { kind: "executive" };
  const empty = (await send("investigation-report", { caller: viewer, params, query })).body.report;
  const missing = empty.sections.flatMap(({ blocks }: Report["sections"][number]) =>
    blocks.flatMap((block) => (block.kind === "missing" ? [block.text] : [])),
  );
  expect(missing).toEqual([
    "No goal is set. Set one in step 1.",
    "No hypothesis is marked as supported. Change its status in the section “Hypotheses”.",
    "The change is not described. Enter it in step 6.",
    "No deploy is linked. Link it with “Change state”.",
  ]);
  const statement = { statement: "The cache is full.", layer: "system", causeClass: "memory capacity" };
  const added = await send("add-hypothesis", { caller: editor, params, body: statement });
  const hypothesisId = added.body.hypothesis.id;
  const hypotheses = [{ hypothesisId, direction: "for", weight: "strong" }];
  const note = { kind: "note", title: "Cache in use", text: "100 % since 10:04", steps: [], hypotheses };
  await send("add-note", { caller: editor, params, body: note });
  await send("edit-hypothesis", {
    caller: editor,
    params: { ...params, hypothesisId },
    body: { status: "supported" },
  });
  const answers = { change: "max_num_seqs from 256 to 64" };
  await send("save-step", {
    caller: editor,
    params: { ...params, step: "optimise" },
    body: { round: 1, answers, checked: [] },
  });
  const { report } = (await send("investigation-report", { caller: viewer, params, query })).body;
  expect(texts(report)).toContain("H1: The cache is full.");
  expect(texts(report)).toContain("Class of the cause: memory capacity.");
  expect(texts(report)).toContain("max_num_seqs from 256 to 64");
  expect(texts(report)).toContain("The investigation is not closed.");
  const markdown = await send("investigation-report", {
    caller: viewer,
    params,
    query: { ...query, format: "markdown" },
  });
  expect(markdown.body.fileName).toBe(`inv-${params.number}-executive.md`);
  expect(markdown.body.text).toContain("## Cause\n\nH1: The cache is full.");
});

test("the working report contains the steps, the notes and the timeline with their authors", async () => {
  const params = await openInvestigation(editor);
  const note = { kind: "note", title: "Log", text: "KV usage 0.98" };
  await send("add-note", { caller: editor, params, body: note });
  const { report } = (await send("investigation-report", { caller: viewer, params })).body;
  const titles = report.sections.map(({ title }: { title: string }) => title);
  expect(titles).toContain("E1 Log");
  expect(titles.filter((title: string) => title.startsWith("Round 1, step"))).toHaveLength(7);
  expect(texts(report)).toContain("KV usage 0.98");
  expect(texts(report)).toContain("opened the investigation");
});

test("a case study is proposed from the record, saved with versions, and published after the state is resolved", async () => {
  const params = await openInvestigation(editor, { title: "TTFT of chat doubled" });
  const query = { kind: "case-study" };
  expect((await send("investigation-report", { caller: viewer, params, query })).status).toBe(404);
  const proposal = (await send("case-study", { caller: viewer, params })).body;
  expect(proposal).toMatchObject({
    caseStudy: { version: 0, title: "TTFT of chat doubled" },
    canEdit: false,
  });
  const body = {
    title: "Full KV cache",
    problem: "First tokens were slow.",
    cause: "The KV cache was full.",
    fix: "Fewer sequences per batch.",
    effect: "TTFT p95 fell by 40 %.",
    causeClass: "memory capacity",
    isPublished: false,
  };
  const saved = await send("edit-case-study", { caller: editor, params, version: 0, body });
  expect(saved.body.caseStudy).toMatchObject({ version: 1, publishedAtMs: null });
  expect((await send("edit-case-study", { caller: editor, params, version: 0, body })).status).toBe(412);
  const published = { ...body, isPublished: true };
  const refused = await send("edit-case-study", { caller: editor, params, version: 1, body: published });
  expect(refused.status).toBe(409);
  await getDatabase().investigation.update({
    where: { number: Number(params.number) },
    data: { state: "resolved" },
  });
  const shared = await send("edit-case-study", { caller: editor, params, version: 1, body: published });
  expect(shared.body.caseStudy.publishedAtMs).toBeGreaterThan(0);

  const list = async (filters: Readonly<Record<string, string>>): Promise<readonly number[]> =>
    (await send("case-studies", { caller: viewer, query: filters })).body.caseStudies.map(
      (one: { number: number }) => one.number,
    );
  expect(await list({ text: "SEQUENCES cache" })).toEqual([Number(params.number)]);
  expect(await list({ text: "sequences router" })).toEqual([]);
  expect(await list({ text: "40 %" })).toEqual([Number(params.number)]);
  expect(await list({ text: "4_ %" })).toEqual([]);
  expect(await list({ causeClass: "memory capacity" })).toEqual([Number(params.number)]);
  expect(await list({ causeClass: "network" })).toEqual([]);
  await getDatabase().investigation.update({
    where: { number: Number(params.number) },
    data: { state: "active", round: 2 },
  });
  const { caseStudies } = (await send("case-studies", { caller: viewer })).body;
  expect(caseStudies).toMatchObject([{ state: "active", round: 2 }]);
  await getDatabase().investigation.update({
    where: { number: Number(params.number) },
    data: { visibility: "team" },
  });
  expect(await list({})).toEqual([]);
  const timeline = await send("timeline", { caller: admin, params });
  const kinds = timeline.body.entries.map(
    ({ payload }: { payload: { kind: string; action?: string } }) =>
      `${payload.kind} ${payload.action ?? ""}`,
  );
  expect(kinds).toEqual(["report published", "report saved", "opened "]);
  const { report } = (await send("investigation-report", { caller: admin, params, query })).body;
  expect(report.title).toBe("Full KV cache");
  expect(texts(report)).toContain("TTFT p95 fell by 40 %.");
});

test("a link needs the permission of the organisation, and shows an unchanged copy without names of people", async () => {
  const params = await openInvestigation(editor);
  const create = (body: object = {}): Promise<Answer> =>
    send("create-report-link", { caller: editor, params, body: { kind: "working", ...body } });
  expect((await create()).status).toBe(409);
  await allowLinks(true);
  const { path, link } = (await create()).body;
  expect(link.expiresAtMs - link.createdAtMs).toBe(14 * dayMs);
  expect((await create({ lifetimeDays: 91 })).status).toBe(400);
  await send("add-comment", { caller: editor, params, body: { text: "A later secret" } });
  const shared = await openShared(path);
  expect(shared.status).toBe(200);
  expect(JSON.stringify(shared.body)).not.toContain("A later secret");
  const { name } = await getDatabase().person.findUniqueOrThrow({ where: { id: editor.id } });
  expect(JSON.stringify(shared.body)).not.toContain(name);
  const stored = await getDatabase().reportLink.findUniqueOrThrow({ where: { id: link.id } });
  expect(stored.tokenHash).toBe(hashToken(path.replace("/shared-report/", "")));
  expect(stored.lastUsedAt).not.toBeNull();
  const listed = (await send("report-links", { caller: editor, params })).body;
  expect(listed.links[0]).toMatchObject({ id: link.id, state: "active", kind: "working" });
  expect(JSON.stringify(listed)).not.toContain(path.replace("/shared-report/", ""));
  expect((await send("report-links", { caller: viewer, params })).status).toBe(403);
});

test("a link that is unknown, revoked or expired has the same answer, and links end with the permission", async () => {
  await allowLinks(true);
  const params = await openInvestigation(editor);
  const create = async () =>
    (await send("create-report-link", { caller: editor, params, body: { kind: "executive" } })).body;
  const [revoked, expired, active] = [await create(), await create(), await create()];
  await send("revoke-report-link", { caller: editor, params: { ...params, linkId: revoked.link.id } });
  await getDatabase().reportLink.update({
    where: { id: expired.link.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  const answerOf = async (path: string): Promise<object> => {
    const { status, body } = await openShared(path);
    const { requestId: _requestId, ...problem } = body as Record<string, unknown>;
    return { status, ...problem };
  };
  const unknown = await answerOf("/shared-report/unknown-token");
  expect(unknown).toMatchObject({ status: 404 });
  expect(await answerOf(revoked.path)).toEqual(unknown);
  expect(await answerOf(expired.path)).toEqual(unknown);
  const { links } = (await send("report-links", { caller: editor, params })).body;
  expect(links.map(({ state }: { state: string }) => state).toSorted()).toEqual([
    "active",
    "expired",
    "revoked",
  ]);
  setServerClock(Date.now() + 14 * dayMs - 60_000);
  expect((await openShared(active.path)).status).toBe(200);
  setServerClock(Date.now() + 14 * dayMs + 60_000);
  expect(await answerOf(active.path)).toEqual(unknown);
  resetServerClock();
  expect((await openShared(active.path)).status).toBe(200);
  await allowLinks(false);
  expect(await answerOf(active.path)).toEqual(unknown);
  const states = (await send("report-links", { caller: editor, params })).body.links.map(
    ({ state }: { state: string }) => state,
  );
  expect(states.toSorted()).toEqual(["expired", "revoked", "stopped"]);
  await allowLinks(true);
  expect((await openShared(active.path)).status).toBe(200);
  await getDatabase().person.update({ where: { id: editor.id }, data: { state: "removed" } });
  expect(await answerOf(active.path)).toEqual(unknown);
  await getDatabase().person.update({ where: { id: editor.id }, data: { state: "active" } });
});

const secret = "the prompt of a customer";

async function addSecret(params: { readonly number: string }): Promise<string> {
  const body = { kind: "note", title: "Log", text: secret };
  return (await send("add-note", { caller: editor, params, body })).body.evidence.id;
}

const readCopy = async (id: string): Promise<string> =>
  JSON.stringify((await getDatabase().reportLink.findUniqueOrThrow({ where: { id } })).report);

test("the removal of evidence revokes links to the working report, and deletes the copies", async () => {
  await allowLinks(true);
  const params = await openInvestigation(editor);
  const evidenceId = await addSecret(params);
  const create = async (kind: string) =>
    (await send("create-report-link", { caller: editor, params, body: { kind } })).body;
  const [working, expired, executive] = [
    await create("working"),
    await create("working"),
    await create("executive"),
  ];
  await getDatabase().reportLink.update({
    where: { id: expired.link.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  expect(await readCopy(working.link.id)).toContain(secret);
  const removal = { caller: editor, params: { ...params, evidenceId }, body: { reason: "A secret" } };
  expect((await send("remove-evidence", removal)).status).toBe(200);
  expect((await openShared(working.path)).status).toBe(404);
  expect((await openShared(executive.path)).status).toBe(200);
  expect([await readCopy(working.link.id), await readCopy(expired.link.id)]).toEqual(["null", "null"]);
  const { entries } = (await send("timeline", { caller: editor, params })).body;
  expect(JSON.stringify(entries).match(/link-revoked/g)).toHaveLength(1);
});

test("evidence that is removed while a link is created is not part of the copy", async () => {
  await allowLinks(true);
  const params = await openInvestigation(editor);
  const evidenceId = await addSecret(params);
  const created = await getDatabase().$transaction(async (transaction) => {
    await transaction.$queryRaw`select 1 from investigations where number = ${Number(params.number)} for no key update`;
    const answer = send("create-report-link", { caller: editor, params, body: { kind: "working" } });
    await vi.waitFor(async () => {
      const waiting = await getDatabase().$queryRaw<readonly { readonly count: bigint }[]>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`;
      expect(Number(waiting[0]?.count)).toBe(1);
    });
    await transaction.evidenceItem.update({ where: { id: evidenceId }, data: { text: null } });
    // The request continues after the commit, so it is not awaited here.
    return { answer };
  });
  const { link } = (await created.answer).body;
  expect(await readCopy(link.id)).not.toContain(secret);
});

test("the copies of revoked and expired links are deleted", async () => {
  await allowLinks(true);
  const params = await openInvestigation(editor);
  const create = async () =>
    (await send("create-report-link", { caller: editor, params, body: { kind: "executive" } })).body.link;
  const [revoked, expired, active] = [await create(), await create(), await create()];
  await send("revoke-report-link", { caller: editor, params: { ...params, linkId: revoked.id } });
  expect(await readCopy(revoked.id)).toBe("null");
  await getDatabase().reportLink.update({
    where: { id: expired.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  await deleteEndedReportCopies();
  expect(await readCopy(expired.id)).toBe("null");
  expect(await readCopy(active.id)).toContain("schemaVersion");
});

test("an address that opens too many reports must wait", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 90 }, async () => (await openShared("/shared-report/unknown-token")).status),
  );
  expect(statuses).toContain(404);
  expect(statuses).toContain(429);
});

test("the audit trail records a link without its hash and its copy", async () => {
  const entries = await getDatabase().auditEntry.findMany({ where: { objectTable: "report_links" } });
  expect(entries.length).toBeGreaterThan(0);
  const payloads = entries.map(({ payload }) => payload).join("\n");
  expect(payloads).toContain("executive");
  expect(payloads).not.toContain("token_hash");
  expect(payloads).not.toContain("schemaVersion");
});
