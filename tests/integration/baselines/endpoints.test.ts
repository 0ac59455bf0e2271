/** The endpoints of baselines on a real Prometheus and PostgreSQL: a window is assessed, captured, exported and imported. */
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as ASSESS } from "@/app/api/v1/baselines/assessment/route";
import { GET as LIST, POST as CAPTURE } from "@/app/api/v1/baselines/route";
import { DELETE, GET as READ, PATCH } from "@/app/api/v1/baselines/[baselineId]/route";
import {
  DELETE as REMOVE_DEFAULT,
  POST as SET_DEFAULT,
} from "@/app/api/v1/baselines/[baselineId]/default/route";
import { GET as EXPORT } from "@/app/api/v1/baselines/[baselineId]/export/route";
import { GET as ORGANISATION, PATCH as EDIT_ORGANISATION } from "@/app/api/v1/organisation/route";
import { POST as IMPORT } from "@/app/api/v1/baselines/import/route";
import { PATCH as REVIEW } from "@/app/api/v1/deployments/[deploymentId]/route";
import { POST as CREATE_EVENT } from "@/app/api/v1/events/route";
import { GET as COMPARE } from "@/app/api/v1/comparisons/route";
import { POST as CREATE_GATE } from "@/app/api/v1/gates/route";
import type { AnyContract, ResponseOf } from "@/lib/contracts/contract";
import type {
  assessWindowContract,
  BaselineEntry,
  baselineContract,
  baselinesContract,
} from "@/lib/contracts/baselines";
import { assertPresent } from "@/lib/base/assert";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { createSourceScope } from "@/lib/model/sources/source-scope";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { moveDeploymentRecords } from "@/lib/services/deployments/move-records";
import { hashDocument } from "@/lib/services/baselines/hash-document";
import { captureBaseline, listWaitingCaptureIds } from "@/lib/services/captures/capture-baseline";
import { assessWindow } from "@/lib/services/baselines/assess-window";
import { listBaselines } from "@/lib/services/baselines/list-baselines";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { blockTargets, listScrapes, writeBlockHistory } from "@/tests/support/histories/block-history";
import {
  fixtureNowMs,
  fixtureTailMs,
  writeGaugeLines,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
const historyEndMs = fixtureNowMs + fixtureTailMs;
const unknownId = "01900000-0000-7000-8000-000000000000";
let stage: StoredFixture;

beforeAll(async () => {
  const labels = 'model_name="n",job="n",instance="n:1"';
  const other = writeGaugeLines("vllm:num_requests_running", labels, 1).join("\n");
  stage = await openStoredFixture(writeBlockHistory(historyEndMs).replace("# EOF", `${other}\n# EOF`));
  await stage.begin();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 2, isStored: true });
});
afterAll(() => stage.close());

type Endpoint = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;

interface Sent {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

let serial = 0;

function send(endpoint: Endpoint, method: string, { id, query = {}, headers = {}, body }: Sent = {}) {
  const url = `http://localhost:3000/api/v1/baselines?${new URLSearchParams(query).toString()}`;
  const request = new Request(url, {
    method,
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": `baselines-test-${(serial += 1)}`,
      ...headers,
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  return endpoint(request, { params: Promise.resolve(id === undefined ? {} : { baselineId: id }) });
}

async function read<C extends AnyContract>(
  response: Promise<Response>,
  status = 200,
): Promise<ResponseOf<C>> {
  const found = await response;
  const body: unknown = await found.json();
  expect({ status: found.status, body }).toMatchObject({ status });
  return body as ResponseOf<C>;
}

async function problemOf(response: Promise<Response>): Promise<readonly [number, string]> {
  const found = await response;
  const { code } = (await found.json()) as Problem;
  return [found.status, code];
}

type OneBaseline = { readonly baseline: BaselineEntry };

async function captured(name: string, from = "now-28m"): Promise<BaselineEntry> {
  const body = { deployment: "m", from, to: "now", name, load: { users: 10, spawnRatePerSecond: 2 } };
  const { baseline } = (await read(send(CAPTURE, "POST", { body }), 202)) as OneBaseline;
  expect(baseline).toMatchObject({ state: "capturing", progress: 0, summary: null });
  expect(await listWaitingCaptureIds()).toContain(baseline.id);
  await captureBaseline(systemPrincipal, baseline.id);
  return (await readOne(baseline.id)).baseline;
}

const readOne = (id: string) => read<typeof baselineContract>(send(READ, "GET", { id }));
const match = (version: number) => ({ "if-match": `"${version}"` });

test("a captured window has the requests of the generator, its load, environment and provenance", async () => {
  const entry = await captured("Before the upgrade");
  expect(entry).toMatchObject({ state: "ready", progress: 1, message: null, deployment: { slug: "m" } });
  expect(await listWaitingCaptureIds()).not.toContain(entry.id);
  const { measured, document } = await readOne(entry.id);
  const exported = (await read(send(EXPORT, "GET", { id: entry.id }))) as { document: BaselineDocument };
  const { startMs, blockMs, distributions } = exported.document.measured;
  const blocks = distributions.ttft?.blocks ?? [];
  const complete = blocks.flatMap((block, index) => (typeof block === "string" ? [] : [{ block, index }]));
  expect(complete.length).toBeGreaterThanOrEqual(20);
  for (const { block, index } of complete) {
    const from = startMs + index * blockMs;
    const scraped = blockTargets
      .flatMap((target) => listScrapes(target, historyEndMs))
      .filter(({ scrapedAtMs }) => scrapedAtMs > from && scrapedAtMs <= from + blockMs);
    expect(block.count).toBe(scraped.flatMap(({ observed }) => observed).length);
  }
  const ttft = measured?.distributions.find(({ signal }) => signal === "ttft");
  expect(ttft?.n).toBe(complete.reduce((sum, { block }) => sum + block.count, 0));
  const p95 = assertPresent(
    ttft?.quantiles.find(({ quantile }) => quantile === 0.95),
    "TTFT has a p95",
  );
  expect(p95.lower).toBeLessThanOrEqual(p95.value);
  expect(p95.upper ?? Infinity).toBeGreaterThanOrEqual(p95.value);
  expect(document).toMatchObject({
    schemaVersion: 4,
    timeZone: "UTC",
    load: { entered: { users: 10, spawnRatePerSecond: 2 } },
    environment: { "engine.name": { value: "vllm", origin: "observed" } },
    provenance: { author: "operator", source: "prometheus", scrapeIntervalMs: 15_000, stepMs: minuteMs },
  });
});

test("a configuration event with a path is the environment's value from its time on", async () => {
  const path = "engine.flags.max_num_seqs";
  const event = (atMs: number, toValue: string) => ({
    kind: "configuration",
    title: `Batch cap ${toValue}`,
    deployment: "m",
    atMs,
    path,
    toValue,
  });
  for (const one of [event(fixtureNowMs - 90 * minuteMs, "256"), event(fixtureNowMs - 80 * minuteMs, "64")])
    await read(send(CREATE_EVENT, "POST", { body: one }), 201);
  const { document } = await readOne((await captured("With event")).id);
  expect(document?.environment[path]).toEqual({
    value: "64",
    origin: "event",
    atMs: fixtureNowMs - 80 * minuteMs,
  });
});

test("a short window is refused with the length that it needs, and fails when it is captured", async () => {
  const assess = (from: string) =>
    read<typeof assessWindowContract>(
      send(ASSESS, "GET", { query: { deployment: "m", from, to: String(fixtureNowMs) } }),
    );
  const { concerns, proposal, blocks } = await assess(String(fixtureNowMs - 10 * minuteMs));
  expect(concerns).toEqual([
    { kind: "few-blocks", detail: "The window has 10 time blocks. Choose at least 20 min." },
  ]);
  expect({ blocks, proposal }).toEqual({
    blocks: null,
    proposal: { startMs: fixtureNowMs - 21 * minuteMs, endMs: fixtureNowMs },
  });
  const failed = await captured("Too short", "now-10m");
  expect(failed).toMatchObject({
    state: "failed",
    message: "The window has 10 time blocks. Choose at least 20 min.",
  });
});

test("an event in the window is a concern", async () => {
  const atMs = fixtureNowMs - 3 * minuteMs;
  const body = { kind: "deploy", title: "2.4.1", deployment: "m", atMs };
  await read(send(CREATE_EVENT, "POST", { body }), 201);
  const query = { deployment: "m", from: String(fixtureNowMs - 29 * minuteMs), to: String(fixtureNowMs) };
  const { concerns } = await read<typeof assessWindowContract>(send(ASSESS, "GET", { query }));
  expect(concerns).toContainEqual({ kind: "deploy", detail: "The window contains the deploy “2.4.1”." });
});

test("the default has a reason and a history, and protects its baseline from deletion", async () => {
  const [first, second] = [await captured("First"), await captured("Second")];
  const choose = (id: string, reason: string) =>
    read(send(SET_DEFAULT, "POST", { id, body: { reason } }), 201) as Promise<OneBaseline>;
  await choose(first.id, "stable week");
  expect((await choose(second.id, "accepted as the new normal")).baseline.isDefault).toBe(true);
  expect(await readOne(first.id)).toMatchObject({
    baseline: { isDefault: false },
    defaults: [
      { baselineId: second.id, name: "Second", reason: "accepted as the new normal", author: "operator" },
      { baselineId: first.id, name: "First", reason: "stable week", author: "operator" },
    ],
  });
  const remove = (entry: BaselineEntry) =>
    send(DELETE, "DELETE", { id: entry.id, headers: match(entry.version) });
  expect(await problemOf(remove(second))).toEqual([409, "conflict"]);
  expect((await remove(first)).status).toBe(200);
  expect((await readOne(second.id)).defaults).toMatchObject([
    { baselineId: second.id },
    { baselineId: null, name: "First", reason: "stable week" },
  ]);
  expect(await problemOf(send(READ, "GET", { id: first.id }))).toEqual([404, "not-found"]);
  expect(await problemOf(send(SET_DEFAULT, "POST", { id: unknownId, body: { reason: "x" } }))).toEqual([
    404,
    "not-found",
  ]);
});

test("a default is removed with a reason, and the deployment then has none", async () => {
  const [former, present] = [await captured("Former default"), await captured("Removed default")];
  const change = (endpoint: Endpoint, id: string, reason: string, key?: string) =>
    send(endpoint, endpoint === SET_DEFAULT ? "POST" : "DELETE", {
      id,
      body: { reason },
      ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
    });
  for (const { id } of [former, present]) await read(change(SET_DEFAULT, id, "stable"), 201);
  expect(await problemOf(change(REMOVE_DEFAULT, former.id, "too old"))).toEqual([409, "conflict"]);
  expect(await problemOf(change(REMOVE_DEFAULT, present.id, " "))).toEqual([400, "invalid-input"]);
  for (const _attempt of ["first", "repeated"])
    expect(await read(change(REMOVE_DEFAULT, present.id, "other hardware", "remove-once"))).toMatchObject({
      baseline: { id: present.id, isDefault: false },
    });
  const { defaults } = await readOne(former.id);
  expect(defaults.slice(0, 3)).toMatchObject([
    {
      baselineId: present.id,
      isRemoval: true,
      isCurrent: false,
      reason: "other hardware",
      author: "operator",
    },
    { baselineId: present.id, isRemoval: false, isCurrent: false, reason: "stable" },
    { baselineId: former.id, isRemoval: false, isCurrent: false, reason: "stable" },
  ]);
  const { baselines } = await read<typeof baselinesContract>(
    send(LIST, "GET", { query: { deployment: "m" } }),
  );
  expect(baselines.filter(({ isDefault }) => isDefault)).toEqual([]);
  const sides = { before: "deployment:m", after: "window:m:now-28m:now" };
  expect(await problemOf(send(COMPARE, "GET", { query: sides }))).toEqual([409, "conflict"]);
  const gate = { deployment: "m", rules: ["ttft.p95=10%"], window: "30m" };
  expect(await read(send(CREATE_GATE, "POST", { body: gate }), 409)).toMatchObject({
    detail: "m has no default baseline. Set a default, or name a baseline",
  });
  const audited = await getDatabase().$queryRaw`
    select count(*)::int as count from audit_entries where action = 'remove-default-baseline'`;
  expect(audited).toEqual([{ count: 1 }]);
  expect((await send(DELETE, "DELETE", { id: present.id, headers: match(present.version) })).status).toBe(
    200,
  );
});

test("a removed default stays removed after a merge", async () => {
  const entry = await captured("Removed before a merge");
  await read(send(SET_DEFAULT, "POST", { id: entry.id, body: { reason: "stable" } }), 201);
  await read(send(REMOVE_DEFAULT, "DELETE", { id: entry.id, body: { reason: "too old" } }));
  const target = await getDatabase().deployment.findUniqueOrThrow({ where: { slug: "m" } });
  const part = await getDatabase().deployment.findUniqueOrThrow({ where: { slug: "n" } });
  const since = new Date(fixtureNowMs + minuteMs);
  const later = { baselineName: "Of n", reason: "stable", author: "operator", since };
  await getDatabase().baselineDefault.create({
    data: { ...later, deploymentId: part.id, baselineId: entry.id },
  });
  await writeChange(systemPrincipal, "test", async (transaction) => {
    await moveDeploymentRecords(transaction, part.id, target.id);
    return null;
  });
  const { baseline, defaults } = await readOne(entry.id);
  expect(baseline.isDefault).toBe(false);
  expect(defaults[0]).toMatchObject({
    isRemoval: true,
    reason: "The deployment remains without a default after a merge: too old",
  });
});

test("an edit names its version; a pinned baseline does not expire and cannot be deleted", async () => {
  const { id, version } = await captured("Edited");
  const edit = (body: unknown, at: number) => send(PATCH, "PATCH", { id, headers: match(at), body });
  const { baseline } = (await read(edit({ name: "Renamed", isPinned: true }, version))) as OneBaseline;
  expect(baseline).toMatchObject({ name: "Renamed", isPinned: true, version: version + 1 });
  expect(await problemOf(edit({ name: "Lost update" }, version))).toEqual([412, "precondition-failed"]);
  expect(await problemOf(edit({ expiresAtMs: fixtureNowMs }, version + 1))).toEqual([400, "invalid-input"]);
  const removal = send(DELETE, "DELETE", { id, headers: match(version + 1) });
  expect(await problemOf(removal)).toEqual([409, "conflict"]);
});

test("an exported document is imported unchanged; a newer schema and a damaged document are refused", async () => {
  const { id } = await captured("Exported");
  const exported = (await read(send(EXPORT, "GET", { id }))) as {
    readonly contentHash: string;
    readonly document: BaselineDocument;
  };
  const { baseline } = (await read(send(IMPORT, "POST", { body: exported.document }), 201)) as OneBaseline;
  expect(baseline).toMatchObject({
    state: "ready",
    contentHash: exported.contentHash,
    name: "m, imported",
    imported: { importedBy: "operator", atMs: baseline.createdAtMs, isHashVerified: false },
  });
  const complete = (await read(send(IMPORT, "POST", { body: exported }), 201)) as OneBaseline;
  expect(complete.baseline.contentHash).toBe(exported.contentHash);
  expect(complete.baseline).toMatchObject({ name: "m, imported 2", imported: { isHashVerified: true } });
  expect((await readOne(id)).baseline.imported).toBeNull();
  const changed = { ...exported, document: { ...exported.document, timeZone: "Asia/Tokyo" } };
  expect(await read(send(IMPORT, "POST", { body: changed }), 400)).toMatchObject({
    detail:
      "The document does not match its content hash, so it was changed after the export. Export the baseline again.",
    next: "Export the baseline again, then import the new file.",
  });
  const newer = { ...exported.document, schemaVersion: 5 };
  expect(await read(send(IMPORT, "POST", { body: newer }), 400)).toMatchObject({
    detail: "The document has schema version 5, but this release reads at most 4.",
  });
  expect(await problemOf(send(IMPORT, "POST", { body: { schemaVersion: 1 } }))).toEqual([
    400,
    "invalid-input",
  ]);
  const large = { ...exported.document, padding: "x".repeat(10 * 1_024 * 1_024) };
  expect(await problemOf(send(IMPORT, "POST", { body: large }))).toEqual([413, "too-large"]);
});

test("an import with impossible numbers is refused with the path of the number", async () => {
  const { id } = await captured("To be forged");
  const { document } = (await read(send(EXPORT, "GET", { id }))) as { readonly document: BaselineDocument };
  const { ttft } = document.measured.distributions;
  const blocks = (ttft?.blocks ?? []).map((block) =>
    typeof block === "string" ? block : { ...block, counts: block.counts.map((count) => -count) },
  );
  const distributions = { ...document.measured.distributions, ttft: { ...ttft, blocks } };
  const forged = { ...document, measured: { ...document.measured, distributions } };
  const { detail } = (await read(send(IMPORT, "POST", { body: forged }), 400)) as Problem;
  expect(detail).toMatch(
    /^The document has an impossible value: measured\.distributions\.ttft: block 0: .+ is negative\.$/,
  );
});

test("a second baseline of a deployment with one name is refused, also after a rename", async () => {
  await captured("Unique");
  const body = { deployment: "m", from: "now-28m", to: "now", name: "Unique" };
  expect(await read(send(CAPTURE, "POST", { body }), 409)).toMatchObject({
    detail: "the deployment already has a baseline with the name “Unique”",
    next: "Choose another name.",
  });
  const other = await captured("Not unique yet");
  const rename = send(PATCH, "PATCH", {
    id: other.id,
    headers: match(other.version),
    body: { name: "Unique" },
  });
  expect(await problemOf(rename)).toEqual([409, "conflict"]);
});

test("of two simultaneous baselines of a deployment with one name, one is refused", async () => {
  const body = { deployment: "m", from: "now-28m", to: "now", name: "Simultaneous" };
  const responses = await Promise.all([send(CAPTURE, "POST", { body }), send(CAPTURE, "POST", { body })]);
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([202, 409]);
});

test("a document of the first schema keeps its content hash through import and export", async () => {
  const { id } = await captured("Of an earlier release");
  const { document } = (await read(send(EXPORT, "GET", { id }))) as { readonly document: BaselineDocument };
  const { historySpreads: _spreads, instanceRange, load, ...rest } = document;
  // An instance of the history starts later.
  expect(instanceRange).toEqual({ min: 3, max: 4 });
  const { requestCounting: _counting, meanInstanceCount: _count, ...firstLoad } = load;
  const first = { ...rest, load: firstLoad, schemaVersion: 1 };
  const { baseline } = (await read(send(IMPORT, "POST", { body: first }), 201)) as OneBaseline;
  expect(await read(send(EXPORT, "GET", { id: baseline.id }))).toMatchObject({
    contentHash: hashDocument(first),
    document: first,
  });
  expect((await readOne(baseline.id)).document).toMatchObject({
    schemaVersion: 4,
    timeZone: "UTC",
    load: { requestCounting: null },
  });
});

test("Markdown has the load, the results with intervals, and the provenance", async () => {
  const { id } = await captured("Markdown *name*");
  const found = (await read(send(EXPORT, "GET", { id, query: { format: "markdown" } }))) as {
    readonly text: string;
    readonly fileName: string;
  };
  expect(found.fileName).toBe("baseline-markdown-name.md");
  expect(found.text).toMatch(
    /^# Baseline Performance \(Date: 2026-10-01\)\n\n## Load Configuration\n- Users: 10\n/,
  );
  expect(found.text).toMatch(/- TTFT P50: \d\.\d{3}s \(95 % interval: \d\.\d{3}s to \d\.\d{3}s\)/);
  expect(found.text).toMatch(/- Throughput: [\d,.]+ tokens\/sec/);
  expect(found.text).toContain(String.raw`- Name: Markdown \*name\*`);
});

test("a caller of other sources reads no baselines", async () => {
  const sourceScope = createSourceScope(["other"]);
  const { baselines } = await listBaselines({
    params: {},
    query: {},
    body: {},
    principal: { ...systemPrincipal, sourceScope },
    signal: AbortSignal.timeout(10_000),
    requestId: "",
  });
  expect(baselines).toEqual([]);
});

test("a viewer learns from the list and the assessment why captures are not offered", async () => {
  const viewer = { ...systemPrincipal, role: "viewer" as const };
  const call = { params: {}, body: {}, signal: AbortSignal.timeout(10_000), requestId: "" };
  const refusal = "To capture or import a baseline, you need the role “editor”. Ask an admin for the role.";
  const list = (principal: typeof systemPrincipal) => listBaselines({ ...call, query: {}, principal });
  expect((await list(viewer)).captureRefusal).toBe(refusal);
  expect((await list(systemPrincipal)).captureRefusal).toBeNull();
  const query = { deployment: "m", from: "now-28m", to: "now" };
  expect((await assessWindow({ ...call, query, principal: viewer })).captureRefusal).toBe(refusal);
});

test("merging a deployment into another one moves its baselines and gate runs, and leaves the default", async () => {
  const window = { deployment: "n", from: "now-28m", to: "now" };
  const { baseline } = (await read(
    send(CAPTURE, "POST", { body: { ...window, name: "Of n" } }),
    202,
  )) as OneBaseline;
  const rowOf = (slug: string) =>
    getDatabase().deployment.findUniqueOrThrow({ where: { slug }, select: { id: true, version: true } });
  const [part, target] = [await rowOf("n"), await rowOf("m")];
  const times = { startAt: new Date(0), endAt: new Date(0), dueAt: new Date(0), createdAt: new Date(0) };
  const { id: gateId } = await getDatabase().gateRun.create({
    data: { deploymentId: part.id, state: "complete", request: {}, author: "operator", ...times },
  });
  const present = await captured("Default of m");
  const addDefault = (deploymentId: string, { id, name }: Pick<BaselineEntry, "id" | "name">, since: Date) =>
    getDatabase().baselineDefault.create({
      data: {
        deploymentId,
        baselineId: id,
        baselineName: name,
        reason: "Stable.",
        author: "operator",
        since,
      },
    });
  await getDatabase().baselineDefault.deleteMany();
  await addDefault(target.id, present, new Date(fixtureNowMs - 2_000));
  await addDefault(part.id, baseline, new Date(fixtureNowMs - 1_000));
  const request = new Request(`http://localhost:3000/api/v1/deployments/${part.id}`, {
    method: "PATCH",
    headers: { host: "localhost:3000", "content-type": "application/json", ...match(part.version) },
    body: JSON.stringify({ mergedInto: target.id }),
  });
  const merged = await REVIEW(request, { params: Promise.resolve({ deploymentId: part.id }) });
  expect(merged.status).toBe(200);
  expect((await readOne(baseline.id)).baseline).toMatchObject({
    deployment: { slug: "m" },
    isDefault: false,
  });
  expect((await readOne(present.id)).baseline.isDefault).toBe(true);
  const [newest] = await getDatabase().baselineDefault.findMany({
    where: { deploymentId: target.id },
    orderBy: { since: "desc" },
  });
  expect(newest).toMatchObject({
    baselineId: present.id,
    reason: "Remains the default after a merge: Stable.",
  });
  const gate = await getDatabase().gateRun.findUniqueOrThrow({ where: { id: gateId } });
  expect(gate.deploymentId).toBe(target.id);
});

test("the organisation's time zone is recorded in later baselines, and an edit names its version", async () => {
  const read0 = await ORGANISATION(
    new Request("http://localhost:3000/x", { headers: { host: "localhost:3000" } }),
    {
      params: Promise.resolve({}),
    },
  );
  expect(await read0.json()).toMatchObject({ timeZone: "UTC", version: 0 });
  const edit = (timeZone: string, version: number) =>
    send(EDIT_ORGANISATION, "PATCH", { headers: match(version), body: { timeZone } });
  expect(await read(edit("Europe/Berlin", 0))).toMatchObject({ timeZone: "Europe/Berlin", version: 1 });
  expect(await problemOf(edit("Asia/Tokyo", 0))).toEqual([412, "precondition-failed"]);
  expect(await problemOf(edit("Mars/Base", 1))).toEqual([400, "invalid-input"]);
  const { document } = await readOne((await captured("In Berlin")).id);
  expect(document?.timeZone).toBe("Europe/Berlin");
  await read(edit("UTC", 1));
});

test("a failed capture of a deleted deployment stays readable with its title and window", async () => {
  const failed = await captured("Too short, then deleted", "now-10m");
  await getDatabase().baseline.update({ where: { id: failed.id }, data: { deploymentId: null } });
  expect((await readOne(failed.id)).baseline).toMatchObject({
    state: "failed",
    deployment: null,
    formerTitle: "m",
    window: failed.window,
  });
  expect(failed.window).not.toBeNull();
});

test("1,000 baselines are listed newest first with a fixed number of queries", async () => {
  const before = await read<typeof baselinesContract>(send(LIST, "GET", { query: { deployment: "m" } }));
  const summary = before.baselines.find((one) => one.summary !== null)?.summary ?? {};
  const columns = { author: "test", state: "ready", summary };
  const { deploymentId } = assertPresent(
    await getDatabase().baseline.findUnique({
      where: { id: before.baselines[0]?.id ?? "" },
      select: { deploymentId: true },
    }),
    "a baseline is stored",
  );
  await getDatabase().baseline.createMany({
    data: Array.from({ length: 1_000 }, (_, index) => ({
      ...columns,
      deploymentId,
      name: `Bulk ${index}`,
      createdAt: new Date(fixtureNowMs + minuteMs + index),
    })),
  });
  const queries = vi.spyOn(pg.Client.prototype, "query");
  const { baselines, isTruncated } = await read<typeof baselinesContract>(send(LIST, "GET"));
  const baselineQueries = queries.mock.calls.filter(([query]) =>
    /from (?:"public"\.")?baseline/i.test(textOf(query)),
  );
  queries.mockRestore();
  await getDatabase().baseline.deleteMany({ where: { name: { startsWith: "Bulk " } } });
  expect(isTruncated).toBe(true);
  expect(baselines).toHaveLength(1_000);
  expect(baselines.slice(0, 2).map(({ name }) => name)).toEqual(["Bulk 999", "Bulk 998"]);
  // The rows, and the current defaults. Background jobs query other tables at the same time.
  expect(baselineQueries).toHaveLength(2);
  // PostgreSQL sends only the newest default of each deployment.
  expect(baselineQueries.map(([query]) => textOf(query).includes("distinct on (deployment_id)"))).toContain(
    true,
  );
});

test("a document is read from the database once while its content does not change", async () => {
  const { id } = await captured("Read again");
  const readDocuments = async (): Promise<number> => {
    const queries = vi.spyOn(pg.Client.prototype, "query");
    await readOne(id);
    const count = queries.mock.calls.filter(([query]) => textOf(query).includes('."document"')).length;
    queries.mockRestore();
    return count;
  };
  expect(await readDocuments()).toBe(0);
  await getDatabase().baseline.update({ where: { id }, data: { contentHash: "of another content" } });
  expect(await readDocuments()).toBe(1);
  expect(await readDocuments()).toBe(0);
});

/** Returns the text of a query as the driver receives it: as text, or in an object. */
function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  const isConfigured = typeof query === "object" && query !== null && "text" in query;
  return isConfigured && typeof query.text === "string" ? query.text : "";
}

test("deleting a deployment leaves its baselines, which name it", async () => {
  const { id } = await captured("Survives");
  const { deploymentId } = assertPresent(
    await getDatabase().baseline.findUnique({ where: { id }, select: { deploymentId: true } }),
    "the baseline is stored",
  );
  await getDatabase().deployment.delete({ where: { id: deploymentId ?? "" } });
  const { baselines } = await read<typeof baselinesContract>(send(LIST, "GET"));
  expect(baselines.find((one) => one.id === id)).toMatchObject({
    deployment: null,
    summary: { deployment: { slug: "m", title: "m" }, source: "prometheus" },
  });
});
