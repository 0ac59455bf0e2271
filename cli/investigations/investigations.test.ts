/** Tests the command `ridgepoint investigations` with a server whose responses meet the contracts. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { addEvidenceFileContract } from "@/lib/contracts/investigations/evidence-files";
import {
  investigationContract,
  investigationsContract,
  openInvestigationContract,
  type Investigation,
} from "@/lib/contracts/investigations/investigations";
import { goalCheckContract } from "@/lib/contracts/investigations/goal-check";
import { templatesContract } from "@/lib/contracts/investigations/templates";
import { addCommentContract } from "@/lib/contracts/investigations/timeline";
import { openStates } from "@/lib/model/investigation/investigation-state";
import { stepIds } from "@/lib/model/investigation/step-ids";
import { run } from "../run";

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
});

const goalCheck = goalCheckContract.response.parse({
  asOfMs: 60_000,
  check: {
    verdict: "met",
    sentence: "The goal is met. TTFT p95 is 0.3\u202fs.",
    window: { startMs: 0, endMs: 60_000, isLive: true, basis: "From the deploy of the fix to now." },
    checkedAtMs: 60_000,
    deployments: [],
    incompleteReason: null,
  },
});

/** Starts a server that sends the goal check to its endpoint, and one response to every other request. */
async function serve(body: unknown, status = 200) {
  const requests: ReceivedRequest[] = [];
  const started = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      requests.push({
        method: request.method ?? "",
        path: pathname,
        query: Object.fromEntries(searchParams),
        body: request.headers["content-type"] === "application/json" ? JSON.parse(text) : text,
      });
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(pathname.endsWith("/goal-check") ? goalCheck : body));
    });
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, requests };
}

const investigation: Investigation = {
  id: "0199",
  number: 31,
  title: "TTFT p95 \u001b[31mdoubled",
  severity: 2,
  state: "active",
  step: "form-hypotheses",
  round: 2,
  deployments: [{ slug: "chat-70b", title: "Chat 70B" }],
  owner: { id: "p1", name: "Mara Lindqvist" },
  team: null,
  visibility: "open",
  tags: ["prefill"],
  dueOn: "2026-12-01",
  startedAtMs: null,
  detectedAtMs: null,
  mitigatedAtMs: null,
  resolvedAtMs: null,
  author: "p1",
  version: 1,
  createdAtMs: 0,
  updatedAtMs: 60_000,
  opening: { kind: "person", path: null },
  goal: { kind: "at-most", signal: "ttft", statistic: "p95", value: 1 },
  conditions: [{ kind: "stated", text: "Cost per month" }],
  links: [],
  baseline: { id: "b1", name: "Week 46", isOfOtherDeployment: false },
  deploy: null,
};

const detail = investigationContract.response.parse({
  asOfMs: 60_000,
  investigation,
  rights: { canEdit: true, canComment: true, editRefusal: null },
  steps: stepIds.map((step) => ({
    step,
    round: 2,
    state: step === "collect-data" ? "skipped" : "open",
    reason: step === "collect-data" ? "The data exist" : null,
    answers: {},
    checked: [],
    addedItems: [],
    version: 1,
  })),
  earlierRounds: [1],
  earlierFixIds: [],
  evidenceRetention: null,
  experiments: [],
  earlierEvidenceCount: 0,
  hypotheses: [
    {
      id: "h1",
      number: 1,
      statement: "Long prompts fill the KV cache.",
      layer: "infrastructure",
      causeClass: null,
      effect: null,
      status: "supported",
      rank: 1,
      round: 1,
      evidence: [{ evidenceId: "e1", number: 1, direction: "for", weight: "strong" }],
      author: "p1",
      version: 1,
      createdAtMs: 0,
    },
  ],
  evidence: [
    {
      id: "e1",
      number: 1,
      kind: "note",
      title: "KV usage",
      text: "0.98",
      answer: null,
      file: null,
      steps: [],
      hypotheses: [],
      author: "p1",
      createdAtMs: 0,
      removal: null,
    },
  ],
  participants: [],
  relations: [],
  timeline: { entries: [], nextCursor: null },
});

const list = (nextCursor: string | null = null) =>
  investigationsContract.response.parse({
    asOfMs: 60_000,
    investigations: [investigation],
    nextCursor,
    counts: { triage: 0, active: 1, "fix-deployed": 0, monitoring: 0, resolved: 0, ...endCounts },
  });
const endCounts = { invalid: 0, infrastructure: 0, downstream: 0, "wont-fix": 0, duplicate: 0 };

const command = (url: string, ...args: readonly string[]) =>
  run(["investigations", ...args, "--url", url], {});

test("lists open investigations by default, and filters as the options state", async () => {
  const { url, requests } = await serve(list());
  const { exitCode, output } = await command(url, "list");
  expect(exitCode).toBe(0);
  expect(output).toContain("INV-31");
  expect(output).toMatch(
    /Active +2 +4 of 7 +chat-70b +Mara Lindqvist +2026-12-01 +1970-01-01T00:01:00\.000Z/,
  );
  expect(output).not.toContain("\u001b");
  await command(url, "list", "--state", "all", "--severity", "1", "--deployment", "chat-70b", "--tag", "kv");
  await command(url, "list", "--state", "resolved", "--text", "TTFT");
  expect(requests.map(({ query }) => query)).toEqual([
    { limit: "100", states: openStates.join(",") },
    { limit: "100", severities: "1", deployment: "chat-70b", tag: "kv" },
    { limit: "100", states: "resolved", text: "TTFT" },
  ]);
  for (const { query } of requests) expect(investigationsContract.query.safeParse(query).success).toBe(true);
});

test("states that a list is not complete", async () => {
  const { url } = await serve(list("1_1"));
  expect((await command(url, "list")).output).toContain(
    "Only the newest 1 are listed. Use a filter to find others.",
  );
});

test("opens an investigation with a body that the contract accepts, and prints its page", async () => {
  const { url, requests } = await serve({ asOfMs: 0, investigation });
  const args = ["--title", "TTFT doubled", "--severity", "2", "--deployment", "chat-70b", "--tag", "kv"];
  const { output } = await command(url, "open", ...args);
  expect(output).toBe(`INV-31 ${url}/investigations/INV-31`);
  expect(requests[0]).toMatchObject({ method: "POST", path: "/api/v1/investigations" });
  expect(openInvestigationContract.body.parse(requests[0]?.body)).toMatchObject({
    title: "TTFT doubled",
    severity: 2,
    deployments: ["chat-70b"],
    tags: ["kv"],
  });
});

const template = {
  id: "01900000-0000-7000-8000-000000000001",
  name: "Slow tokens",
  team: null,
  canEdit: true,
  author: "Mara",
  lastSave: null,
  version: 1,
  title: "",
  severity: 2,
  tags: [],
  goal: null,
  steps: {},
} as const;

test("opens an investigation with the template that has the name, and leaves its values to the template", async () => {
  const templates = templatesContract.response.parse({ asOfMs: 0, canCreate: true, templates: [template] });
  const { url, requests } = await serve({ ...templates, investigation });
  const args = ["--title", "TTFT doubled", "--template", "slow TOKENS"];
  const { output } = await command(url, "open", ...args);
  expect(output).toBe(`INV-31 ${url}/investigations/INV-31`);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/v1/investigations/templates",
    "POST /api/v1/investigations",
  ]);
  expect(requests[1]?.body).toEqual({ title: "TTFT doubled", deployments: [], templateId: template.id });
  expect(openInvestigationContract.body.safeParse(requests[1]?.body).success).toBe(true);
});

test("a name without a template, or with two, opens nothing", async () => {
  const { url, requests } = await serve({ asOfMs: 0, canCreate: true, templates: [template, template] });
  const open = (name: string) => command(url, "open", "--title", "TTFT", "--template", name);
  expect(JSON.stringify(await open("Fast tokens"))).toContain("no template has the name");
  expect(JSON.stringify(await open("Slow tokens"))).toContain("several teams have a template");
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
});

test("shows goal, steps, hypotheses and evidence of one investigation", async () => {
  const { url, requests } = await serve(detail);
  const { output } = await command(url, "show", "inv-31");
  expect(requests[0]).toMatchObject({ method: "GET", path: "/api/v1/investigations/31" });
  expect(output.split("\n")).toEqual([
    "INV-31 TTFT p95 �[31mdoubled",
    "Active, severity 2, round 2, chat-70b, owner Mara Lindqvist, due 2026-12-01",
    "Goal: TTFT p95 at most 1.00 s",
    "Must not worsen: Cost per month",
    "Baseline: Week 46",
    "Check: The goal is met. TTFT p95 is 0.3 s.",
    "",
    "Steps:",
    "  1 Define and measure the baseline: open",
    "  2 Identify symptoms and scope: open",
    "  3 Instrument and collect data: skipped. The data exist",
    "> 4 Analyse and form hypotheses: open",
    "  5 Isolate and reproduce: open",
    "  6 Optimise and test: open",
    "  7 Monitor and validate: open",
    "",
    "Hypotheses:",
    "- H1 of round 1 supported: Long prompts fill the KV cache. (for E1 strong)",
    "",
    "Evidence:",
    "- E1 KV usage",
    "",
    `${url}/investigations/INV-31`,
  ]);
  const json = await command(url, "show", "31", "--json");
  expect(JSON.parse(json.output)).toEqual(detail);
});

test("states the verdict of each piece, or why its data are missing", async () => {
  const answer = {
    question: { endpoint: "data-check", deployment: "chat-70b" },
    state: "ready",
    message: null,
    window: null,
    verdict: "37 of 49 signals have data.",
    readAtMs: 0,
    byteCount: 1,
    contentHash: "a",
    formatVersion: 1,
    productVersion: "1.0.0",
  };
  const failed = { ...answer, state: "failed", verdict: null, message: "There is no deployment chat." };
  const pieces = [answer, failed, { ...answer, state: "reading", verdict: null }].map((one, index) => ({
    ...detail.evidence[0],
    number: index + 6,
    title: `Check ${index + 1}`,
    answer: one,
  }));
  const { url } = await serve({ ...detail, evidence: pieces });
  const { output } = await command(url, "show", "31");
  expect(output).toContain(
    [
      "Evidence:",
      "- E6 Check 1",
      "  37 of 49 signals have data.",
      "- E7 Check 2",
      "  The data could not be read: There is no deployment chat.",
      "- E8 Check 3",
      "  The server is still reading the data.",
      "",
    ].join("\n"),
  );
});

test("exports the document or Markdown, without changes", async () => {
  const { url, requests } = await serve({ format: "markdown", fileName: "inv-31.md", text: "# INV-31\n" });
  expect((await command(url, "export", "INV-31", "--format", "markdown")).output).toBe("# INV-31\n");
  expect(requests[0]).toMatchObject({
    path: "/api/v1/investigations/31/export",
    query: { format: "markdown" },
  });
  server?.close();
  const json = await serve({ format: "json", fileName: "inv-31.json", document: { schemaVersion: 1 } });
  expect(JSON.parse((await command(json.url, "export", "31")).output)).toEqual({ schemaVersion: 1 });
});

test("adds a comment", async () => {
  const { url, requests } = await serve({ asOfMs: 0, entry: {} });
  const { output } = await command(url, "comment", "INV-31", "--text", "No preemption on the canary.");
  expect(output).toBe("Added the comment to INV-31.");
  expect(requests[0]).toMatchObject({ method: "POST", path: "/api/v1/investigations/31/comments" });
  expect(addCommentContract.body.safeParse(requests[0]?.body).success).toBe(true);
});

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-attach-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeAttachment(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("attaches a file with its size and hash, and prints what was stored", async () => {
  const sha256 = createHash("sha256").update("usage 0.98\n").digest("hex");
  const file = {
    fileName: "kv.log",
    format: "text",
    byteCount: 11,
    contentHash: sha256,
    imageSize: null,
    sameAs: 2,
  };
  const body = addEvidenceFileContract.response.parse({
    asOfMs: 0,
    evidence: {
      ...detail.evidence[0],
      id: "e4",
      number: 4,
      kind: "file",
      title: "KV usage",
      text: null,
      file,
    },
  });
  const { url, requests } = await serve(body);
  const path = writeAttachment("kv.log", "usage 0.98\n");
  const { output } = await command(url, "attach", "INV-31", path, "--title", "KV usage");
  expect(output).toBe(
    `Added E4 to INV-31: kv.log, Text, 11 bytes.\nSHA-256 ${sha256}\nThe content is the same as that of E2.`,
  );
  expect(requests).toEqual([
    {
      method: "POST",
      path: "/api/v1/investigations/31/evidence/files",
      query: { fileName: "kv.log", byteCount: "11", sha256, title: "KV usage" },
      body: "usage 0.98\n",
    },
  ]);
  expect(addEvidenceFileContract.query.safeParse(requests[0]?.query).success).toBe(true);
});

test("does not send a file that cannot be evidence", async () => {
  const { url, requests } = await serve({});
  const large = writeAttachment("large.log", new Uint8Array(5_242_881));
  for (const [path, problem] of [
    [
      large,
      /large\.log has 5\.00\sMiB \(5,242,881 bytes\), and evidence has at most 5\.00\sMiB \(5,242,880 bytes\)/,
    ],
    [writeAttachment("empty.log", ""), /empty\.log is empty/],
    [folder, /is not a file/],
    [join(folder, "gone.log"), /there is no file .*gone\.log/],
  ] as const) {
    const { exitCode, errorOutput } = await command(url, "attach", "INV-31", path);
    expect(exitCode).toBe(1);
    expect(errorOutput).toMatch(problem);
  }
  expect(requests).toEqual([]);
});

test("prints the problem and how to continue for an unknown investigation", async () => {
  const problem = {
    title: "Not found",
    detail: "there is no INV-99",
    next: "Open the list.",
    code: "not-found",
  };
  const { url } = await serve(problem, 404);
  const { exitCode, errorOutput } = await command(url, "show", "INV-99");
  expect(exitCode).toBe(1);
  expect(errorOutput).toBe(
    "error: Not found: there is no INV-99\nfix: npx ridgepoint investigations list --state all",
  );
});

test.each([
  ["open", "--title", "Slow", "--deployment", "nope"],
  ["list", "--deployment", "nope"],
])("%s names the page with the deployments for an unknown deployment", async (...args) => {
  const problem = { title: "Not found", detail: "there is no deployment nope", next: "", code: "not-found" };
  const { url } = await serve(problem, 404);
  const { errorOutput } = await command(url, ...args);
  expect(errorOutput).toBe(
    "error: Not found: there is no deployment nope\nfix: pass a name that Settings › Deployments lists",
  );
});

test.each([
  [[], "the action is missing"],
  [["close"], "unknown action “close”"],
  [["list", "INV-1"], "unexpected argument “INV-1”"],
  [["list", "--state", "done"], "unknown state “done”"],
  [["list", "--severity", "5"], "invalid severity “5”"],
  [["list", "--tag", "a", "--tag", "b"], "pass --deployment and --tag once"],
  [["open"], "the title is missing"],
  [["open", "--title", "x", "--severity", "high"], "invalid severity “high”"],
  [["show"], "the investigation is missing"],
  [["show", "INV-0"], "invalid investigation “INV-0”"],
  [["show", "INV-1", "INV-2"], "unexpected argument “INV-2”"],
  [["comment", "INV-1"], "the comment is missing"],
  [["attach"], "the investigation is missing"],
  [["attach", "INV-1"], "the file is missing"],
  [["attach", "INV-1", "a.log", "b.log"], "unexpected argument “b.log”"],
  [["export", "INV-1", "--format", "pdf"], "invalid format “pdf”"],
  [["show", "INV-1", "--url", "ftp://x"], "invalid URL"],
])("refuses wrong usage %j with exit code 64", async (args, problem) => {
  const { exitCode, errorOutput } = await run(["investigations", ...args], {});
  expect(exitCode).toBe(64);
  expect(errorOutput).toContain(problem);
  expect(errorOutput).toContain("usage: npx ridgepoint investigations list");
});
