/** Files as evidence on a real PostgreSQL: stored unchanged, refused with the reason, and never read by lists. */
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AddEvidenceFileResponse } from "@/lib/contracts/investigations/evidence-files";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { maxEvidenceFileBytes } from "@/lib/model/investigation/evidence-file";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { countUploadBytes } from "@/lib/server/http/upload-budget";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { contractById, loadHandler } from "../people/endpoints";
import { addSignedInPerson, host, type SignedInPerson } from "../people/people-fixture";
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

type Params = { readonly number: string };
type Query = Readonly<Record<string, string>>;

interface Upload {
  readonly body: BodyInit;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
}

async function upload(params: Params, { body, query = {}, headers = {} }: Upload): Promise<Response> {
  const contract = contractById("add-evidence-file");
  const handler = await loadHandler(contract);
  const search = new URLSearchParams({ fileName: "kv.log", ...query }).toString();
  const request = new Request(`http://${host}${contract.path}?${search}`, {
    method: "POST",
    headers: {
      host,
      cookie: caller.cookie,
      origin: `http://${host}`,
      "content-type": "application/octet-stream",
      "idempotency-key": randomUUID(),
      ...headers,
    },
    body,
    duplex: "half",
  } as RequestInit);
  return handler(request, { params: Promise.resolve(params) });
}

async function add(params: Params, sent: Upload): Promise<EvidenceEntry> {
  const response = await upload(params, sent);
  expect(response.status).toBe(201);
  return ((await response.json()) as AddEvidenceFileResponse).evidence;
}

async function download(params: Params, evidenceId: string): Promise<Response> {
  const contract = contractById("evidence-file");
  const handler = await loadHandler(contract);
  const request = new Request(`http://${host}${contract.path}`, { headers: { host, cookie: caller.cookie } });
  return handler(request, { params: Promise.resolve({ ...params, evidenceId }) });
}

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const png = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d494844520000012c000000c80802000000", "hex"),
  Buffer.from("000000000000000049454e44", "hex"),
]);

test("a file is stored unchanged with its format, size, hash and links, and the timeline records it", async () => {
  const params = await openInvestigation(caller);
  const hypothesis = await send("add-hypothesis", {
    caller,
    params,
    body: { statement: "The cache is full.", layer: "system" },
  });
  const { id: hypothesisId } = hypothesis.body.hypothesis;
  const log = "10:00 KV usage 98 %\r\n\u001b[31mpreempted\u001b[0m größer\n";
  const query = {
    fileName: "logs/größe.log",
    title: "Log of the engine",
    byteCount: String(Buffer.byteLength(log)),
    sha256: sha256(log),
    step: "collect-data",
    hypothesisId,
    direction: "for",
    weight: "strong",
  };
  const item = await add(params, { body: log, query });
  expect(item).toMatchObject({
    number: 1,
    kind: "file",
    title: "Log of the engine",
    text: null,
    answer: null,
    file: {
      fileName: "größe.log",
      format: "text",
      byteCount: Buffer.byteLength(log),
      contentHash: sha256(log),
      imageSize: null,
      sameAs: null,
    },
    steps: [{ round: 1, step: "collect-data" }],
    hypotheses: [{ number: 1, direction: "for", weight: "strong" }],
  });
  const response = await download(params, item.id);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(log));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": "attachment; filename=\"gr__e.log\"; filename*=UTF-8''gr%C3%B6%C3%9Fe.log",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(/^default-src 'none';.*; sandbox$/),
    "cache-control": "private, no-store",
  });
  const page = await readInvestigation(caller, params);
  expect(page.evidence).toEqual([item]);
  expect(page.timeline.entries[0]?.payload).toMatchObject({
    kind: "evidence",
    action: "added",
    title: "Log of the engine",
  });
});

/** The start and the end of images of 300 × 200 pixels. */
const jpeg = Buffer.from("ffd8ffe000040000ffffc000110800c8012c03000000ffd9", "hex");
const webp = Buffer.from(
  "52494646000000005745425056503858 0a000000 00000000 2b0100 c70000".replaceAll(" ", ""),
  "hex",
);

test.each([
  ["jpeg", "image/jpeg", jpeg],
  ["webp", "image/webp", webp],
])("a %s image is stored with its size, and downloaded unchanged", async (format, contentType, body) => {
  const params = await openInvestigation(caller);
  const image = await add(params, { body, query: { fileName: `chart.${format}` } });
  expect(image.file).toMatchObject({ format, imageSize: { widthPx: 300, heightPx: 200 } });
  const response = await download(params, image.id);
  expect(response.headers.get("content-type")).toBe(contentType);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
});

test("the content decides the format, and the name does not", async () => {
  const params = await openInvestigation(caller);
  const image = await add(params, { body: png, query: { fileName: "page.html" } });
  expect(image.file).toMatchObject({ format: "png", imageSize: { widthPx: 300, heightPx: 200 } });
  const response = await download(params, image.id);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("content-disposition")).toContain("attachment");
  const stacks = await add(params, { body: "main;decode 42\n", query: { fileName: "a.png" } });
  expect(stacks.file).toMatchObject({ format: "collapsed-stacks", imageSize: null });
});

test.each<readonly [string, Upload, number, RegExp]>([
  ["an empty file", { body: "" }, 400, /The file is empty\./],
  [
    "an archive",
    { body: Buffer.from("PK\u0003\u0004\u0000\u0000", "latin1") },
    400,
    /ZIP archive\. Extract it/,
  ],
  ["invalid UTF-8", { body: Buffer.from("caf\u00e9 au lait", "latin1") }, 400, /not valid UTF-8 text/],
  ["a scalable image", { body: "<svg onload='alert(1)'/>" }, 400, /SVG image, which can contain scripts/],
  [
    "a truncated file",
    { body: "usage", query: { byteCount: "9" } },
    400,
    /should have 9 bytes, but the server received 5/,
  ],
  ["a changed file", { body: "usage", query: { sha256: sha256("usagE") } }, 400, /should have the SHA-256/],
  ["half a link", { body: "usage", query: { direction: "for" } }, 400, /must be given together/],
  ["a name of two lines", { body: "usage", query: { fileName: "a\nb" } }, 400, /one line of text/],
  [
    "a form of another site",
    { body: "usage", headers: { "content-type": "text/plain" } },
    400,
    /octet-stream/,
  ],
  ["a file over the limit", { body: new Uint8Array(maxEvidenceFileBytes + 1) }, 413, /at most 5 MiB/],
])("%s is refused with the reason, and nothing is stored", async (_name, sent, status, detail) => {
  const params = await openInvestigation(caller);
  const response = await upload(params, sent);
  const problem = (await response.json()) as Problem;
  expect(problem.detail).toMatch(detail);
  expect([response.status, problem.next]).toEqual([status, expect.stringMatching(/./)]);
  expect((await readInvestigation(caller, params)).evidence).toEqual([]);
});

test("a body without a length is refused as soon as it exceeds the limit, and is not held any more", async () => {
  const params = await openInvestigation(caller);
  let sentBytes = 0;
  const chunk = new Uint8Array(65_536).fill(97);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sentBytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  expect((await upload(params, { body })).status).toBe(413);
  expect(sentBytes).toBeLessThan(2 * maxEvidenceFileBytes);
  expect(countUploadBytes()).toBe(0);
});

test("a file of 5 MiB is stored, and its repetition with the same key is stored once", async () => {
  const params = await openInvestigation(caller);
  const body = new Uint8Array(maxEvidenceFileBytes).fill(97);
  const headers = { "idempotency-key": randomUUID() };
  const first = await add(params, { body, headers });
  expect(await add(params, { body, headers })).toEqual(first);
  const other = await upload(params, { body: body.subarray(1), headers });
  expect(other.status).toBe(409);
  expect((await readInvestigation(caller, params)).evidence).toEqual([first]);
});

test("the same content in one investigation is stated, except for a removed file", async () => {
  const params = await openInvestigation(caller);
  const first = await add(params, { body: "usage 0.98" });
  const second = await add(params, { body: "usage 0.98", query: { fileName: "copy.log" } });
  expect(second.file).toMatchObject({ sameAs: 1 });
  expect((await readInvestigation(caller, params)).evidence).toEqual([first, second]);
  const elsewhere = await add(await openInvestigation(caller), { body: "usage 0.98" });
  expect(elsewhere.file).toMatchObject({ sameAs: null });
  await send("remove-evidence", {
    caller,
    params: { ...params, evidenceId: first.id },
    body: { reason: "Wrong host" },
  });
  const { evidence } = await readInvestigation(caller, params);
  expect(evidence).toMatchObject([
    { title: "kv.log", file: null, removal: { reason: "Wrong host" } },
    { file: { sameAs: null } },
  ]);
  expect((await download(params, first.id)).status).toBe(404);
  expect(await getDatabase().evidenceFile.count({ where: { evidenceId: first.id } })).toBe(0);
});

test("the audit trail records the file by its hash, without its content", async () => {
  const params = await openInvestigation(caller);
  const { id } = await add(params, { body: "a secret in a log" });
  const entries = await getDatabase().auditEntry.findMany({
    where: { objectTable: "evidence_files", objectId: id },
  });
  expect(entries).toMatchObject([{ operation: "created", action: "add-evidence-file", actorId: caller.id }]);
  expect(entries[0]?.payload).toContain(sha256("a secret in a log"));
  expect(entries[0]?.payload).not.toContain('"content"');
});

test("the database refuses a size or a hash that is not that of the content", async () => {
  const params = await openInvestigation(caller);
  const { id: evidenceId } = await add(params, { body: "usage" });
  for (const data of [{ byteCount: 4 }, { contentHash: sha256("usagE") }, { content: Buffer.from("usagE") }])
    await expect(getDatabase().evidenceFile.update({ where: { evidenceId }, data })).rejects.toThrow(/check/);
});

test("the JSON export contains the content, and states the reason above its size limit", async () => {
  const params = await openInvestigation(caller);
  await add(params, { body: png, query: { fileName: "chart.png" } });
  const { body } = await send("export-investigation", { caller, params });
  const [item] = body.document.evidence;
  expect(item).toMatchObject({ data: null, fileOmission: null });
  expect(Buffer.from(item.fileContent, "base64")).toEqual(png);
  expect(sha256(Buffer.from(item.fileContent, "base64"))).toBe(item.file.contentHash);
  const markdown = await send("export-investigation", { caller, params, query: { format: "markdown" } });
  expect(markdown.body.text).toContain(`File chart.png, PNG image, 41 bytes, SHA-256 ${sha256(png)}`);
  // Five files of 5 MiB are 33.3 MiB in Base64, and the export contains 32 MiB.
  for (const letter of [97, 98, 99, 100, 101])
    await add(params, { body: new Uint8Array(maxEvidenceFileBytes).fill(letter) });
  const large = await send("export-investigation", { caller, params });
  const evidence: readonly { readonly fileContent: string | null; readonly fileOmission: string | null }[] =
    large.body.document.evidence;
  expect(evidence.map(({ fileContent }) => fileContent !== null)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(evidence[5]?.fileOmission).toMatch(/would exceed 32 MiB\. Download the file/);
}, 60_000);

test("lists and the page of an investigation do not read contents", async () => {
  const params = await openInvestigation(caller);
  await add(params, { body: "usage" });
  await getDatabase().$executeRaw`alter table evidence_files rename column content to hidden`;
  try {
    expect((await readInvestigation(caller, params)).evidence).toHaveLength(1);
    expect((await send("investigations", { caller })).status).toBe(200);
    expect((await send("timeline", { caller, params })).status).toBe(200);
  } finally {
    await getDatabase().$executeRaw`alter table evidence_files rename column hidden to content`;
  }
});
