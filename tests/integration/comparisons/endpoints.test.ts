/** The comparison endpoints on a real Prometheus and PostgreSQL: baselines, windows, refusals and exports. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { baselineSchemaVersion } from "@/lib/model/baseline/baseline-document";
import { GET as EXPORT } from "@/app/api/v1/comparisons/export/route";
import { GET } from "@/app/api/v1/comparisons/route";
import { POST as IMPORT } from "@/app/api/v1/baselines/import/route";
import { POST as SET_DEFAULT } from "@/app/api/v1/baselines/[baselineId]/default/route";
import { measureFixture, vllmEdges, type WindowPlan } from "@/lib/analysis/comparisons/fixtures";
import { comparisonContract, type ComparisonEntry } from "@/lib/contracts/comparisons";
import type { Problem } from "@/lib/model/problem";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { writeBlockHistory } from "@/tests/support/histories/block-history";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const cap = "engine.flags.max_num_seqs";
const unknownId = "01900000-0000-7000-8000-000000000000";
let stage: StoredFixture;
let serial = 0;

beforeAll(async () => {
  stage = await openStoredFixture(writeBlockHistory(fixtureNowMs + fixtureTailMs));
  await stage.begin();
  await discoverDeployments();
});
afterAll(() => stage.close());

const headers = () => ({
  host: "localhost:3000",
  "content-type": "application/json",
  "idempotency-key": `comparisons-test-${(serial += 1)}`,
});

async function importBaseline(plan: WindowPlan, slug = "m"): Promise<string> {
  const { deployment, ...measured } = measureFixture({ edges: vllmEdges, ...plan });
  const document = {
    schemaVersion: baselineSchemaVersion,
    instanceRange: null,
    historySpreads: [],
    ...measured,
    deployment: { ...deployment, slug },
    provenance: {
      author: "test",
      capturedAtMs: fixtureNowMs,
      productVersion: "1.0.0",
      source: "prometheus",
      sourceVersion: null,
      scrapeIntervalMs: 15_000,
      stepMs: 60_000,
      sampling: "Simulated.",
      queries: ["up"],
    },
  };
  const request = new Request("http://localhost:3000/api/v1/baselines/import", {
    method: "POST",
    headers: headers(),
    body: JSON.stringify(document),
  });
  const response = await IMPORT(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(201);
  return ((await response.json()) as { baseline: { id: string } }).baseline.id;
}

function send(endpoint: typeof GET, query: Readonly<Record<string, string>>): Promise<Response> {
  const url = `http://localhost:3000/api/v1/comparisons?${new URLSearchParams(query).toString()}`;
  return endpoint(new Request(url, { headers: { host: "localhost:3000" } }), {
    params: Promise.resolve({}),
  });
}

async function compare(query: Readonly<Record<string, string>>): Promise<ComparisonEntry> {
  const response = await send(GET, query);
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  return comparisonContract.response.parse(body);
}

async function problemOf(
  query: Readonly<Record<string, string>>,
): Promise<readonly [number, string, string]> {
  const response = await send(GET, query);
  const { code, detail } = (await response.json()) as Problem;
  return [response.status, code, detail];
}

test("two baselines are compared, and a different batch cap is refused unless it is declared", async () => {
  const [before, after] = [
    await importBaseline({ environment: { [cap]: "256" } }),
    await importBaseline({ seed: 2, factor: 1.3, environment: { [cap]: "64" } }),
  ];
  const sides = { before: `baseline:${before}`, after: `baseline:${after}` };
  const refused = await compare(sides);
  expect(refused.result?.environment.refusal).toEqual({ kind: "undeclared", paths: [cap] });
  expect(refused.result?.verdict).toBe("cannot-tell");
  expect(refused.sentence).toContain(`No verdict: ${cap} (256 → 64)`);
  const judged = await compare({ ...sides, factor: `${cap}:256:64` });
  expect(judged.result?.verdict).toBe("worse");
  expect(judged.factor).toBe(`${cap}:256:64`);
  const wrong = await compare({ ...sides, factor: `${cap}:256:128` });
  expect(wrong.result?.environment.refusal).toMatchObject({ kind: "factor-mismatch", found: "64" });
});

test("a window is measured like a capture; a short one has the reason and a longer proposal", async () => {
  const window = (from: string) => `window:m:${from}:now`;
  const { before, result } = await compare({ before: window("now-28m"), after: window("now-28m") });
  expect(before).toMatchObject({
    kind: "window",
    reference: `window:m:${before.window.startMs}:${before.window.endMs}`,
    measured: { blockMs: 60_000, source: "prometheus", timeZone: "UTC" },
  });
  expect(result?.rows.find(({ signal }) => signal === "ttft")?.comparison.change).toBe(0);
  const short = await compare({ before: window("now-28m"), after: window("now-10m") });
  expect(short.result).toBeNull();
  expect(short.after.missingReason).toBe("The window has 10 time blocks. Choose at least 20 min.");
  expect(short.after.proposal).not.toBeNull();
  expect(short.sentence).toBe(
    "Cannot tell: m was not measured. The window has 10 time blocks. Choose at least 20 min.",
  );
});

test("a deployment is its default baseline before, and its last hour after", async () => {
  const query = { before: "deployment:m", after: "window:m:now-28m:now" };
  const [status, code, detail] = await problemOf(query);
  expect([status, code]).toEqual([409, "conflict"]);
  expect(detail).toContain("has no default baseline");
  const baselineId = await importBaseline({});
  const request = new Request("http://localhost:3000/api/v1/baselines/default", {
    method: "POST",
    headers: headers(),
    body: JSON.stringify({ reason: "stable" }),
  });
  await SET_DEFAULT(request, { params: Promise.resolve({ baselineId }) });
  const compared = await compare(query);
  expect(compared.before.reference).toBe(`baseline:${baselineId}`);
});

test("unknown sides and invalid text are refused with their reason", async () => {
  const window = "window:m:now-28m:now";
  expect((await problemOf({ before: `baseline:${unknownId}`, after: window })).slice(0, 2)).toEqual([
    404,
    "not-found",
  ]);
  expect((await problemOf({ before: "window:none:now-1h:now", after: window }))[0]).toBe(404);
  for (const query of [
    { before: "chat", after: window },
    { before: window, after: window, factor: "not a path" },
    { before: window, after: window, strict: "yes" },
  ])
    expect((await problemOf(query)).slice(0, 2)).toEqual([400, "invalid-input"]);
});

test("the export has the document, or Markdown whose names cannot add markup", async () => {
  const id = await importBaseline({ environment: { model: "a|b" } });
  const query = { before: `baseline:${id}`, after: `baseline:${id}` };
  const json = (await (await send(EXPORT, query)).json()) as { readonly document: unknown };
  expect(comparisonContract.response.safeParse(json.document).success).toBe(true);
  const markdown = (await (await send(EXPORT, { ...query, format: "markdown" })).json()) as {
    readonly text: string;
    readonly fileName: string;
  };
  expect(markdown.fileName).toMatch(/^comparison-chat-imported(?:-\d+)?-chat-imported(?:-\d+)?\.md$/);
  expect(markdown.text).toMatch(/^# Comparison\n\n[^\n]+\n\n## Signals\n\n\| Signal \| Before \|/);
});
