/**
 * Baselines of a training job and of a deployment with a database, from the simulator's history on a real Prometheus: their
 * capture, page, Markdown, comparison, drift and gate are those of a serving deployment.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as CAPTURE } from "@/app/api/v1/baselines/route";
import { GET as DRIFT } from "@/app/api/v1/baselines/[baselineId]/drift/route";
import { GET as EXPORT } from "@/app/api/v1/baselines/[baselineId]/export/route";
import { GET as READ } from "@/app/api/v1/baselines/[baselineId]/route";
import { GET as COMPARE } from "@/app/api/v1/comparisons/route";
import { POST as CREATE_GATE } from "@/app/api/v1/gates/route";
import { assertPresent } from "@/lib/base/assert";
import type { baselineDriftContract } from "@/lib/contracts/baseline-drift";
import type { BaselineEntry, baselineContract } from "@/lib/contracts/baselines";
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import type { ResponseOf } from "@/lib/contracts/contract";
import type { createGateContract } from "@/lib/contracts/gates";
import { allSources } from "@/lib/model/sources/source-scope";
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
let stage: StoredFixture;

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: ["training", "postgres"],
    fromMs: fixtureNowMs - 150 * minuteMs,
    toMs: fixtureNowMs + fixtureTailMs,
    spacingMs: 15_000,
  });
  stage = await openStoredFixture(writeBlocks);
  await stage.begin();
  await discoverDeployments();
  await discoverDeployments();
});
afterAll(() => stage.close());

type Endpoint = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;

interface Sent {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

let serial = 0;

/** Returns the body of a response that is not an error. */
async function send<T>(endpoint: Endpoint, { id, query = {}, body }: Sent): Promise<T> {
  const request = new Request(`http://localhost:3000/api/v1/x?${new URLSearchParams(query).toString()}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": `families-test-${(serial += 1)}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await endpoint(request, {
    params: Promise.resolve(id === undefined ? {} : { baselineId: id }),
  });
  const text = await response.text();
  expect({ ok: response.ok, text }).toMatchObject({ ok: true });
  return JSON.parse(text) as T;
}

/** Captures the half hour before the last two, and returns the slug of its deployment and the id of the baseline. */
async function capture(engine: string) {
  const { deployments } = await readKnownDeployments(allSources);
  const { slug } = assertPresent(
    deployments.find((one) => one.engine === engine),
    `the ${engine} deployment was discovered`,
  );
  const body = { deployment: slug, from: "now-140m", to: "now-105m", name: `${slug} ${(serial += 1)}` };
  const { baseline } = await send<{ readonly baseline: BaselineEntry }>(CAPTURE, { body });
  await captureBaseline(systemPrincipal, baseline.id);
  const document = await readBaselineDocument(baseline.id);
  return { slug, id: baseline.id, document: assertPresent(document, "the window was captured") };
}

/** Uses the baseline in the same ways as one of a serving deployment, with the rules of a gate. */
async function use(slug: string, id: string, rules: readonly string[]) {
  const after = `window:${slug}:now-31m:now`;
  const [page, markdown, comparison, drift, gate] = await Promise.all([
    send<ResponseOf<typeof baselineContract>>(READ, { id }),
    send<{ readonly text: string }>(EXPORT, { id, query: { format: "markdown" } }),
    send<ComparisonEntry>(COMPARE, { query: { before: `baseline:${id}`, after } }),
    send<ResponseOf<typeof baselineDriftContract>>(DRIFT, { id }),
    send<ResponseOf<typeof createGateContract>>(CREATE_GATE, {
      body: { deployment: slug, baseline: id, rules, window: "30m" },
    }),
  ]);
  return { page, markdown: markdown.text, comparison, drift, gate: gate.gate };
}

test("a training job has blocks of its batches, and no concern about requests", async () => {
  const { slug, id, document } = await capture("ray-data");
  const { measured, concerns } = document;
  const batches =
    measured.counters["train-batches"]?.blocks.filter((block) => typeof block === "number") ?? [];
  expect(batches.length).toBeGreaterThanOrEqual(20);
  expect(Math.min(...batches)).toBeGreaterThan(0);
  expect(concerns.map(({ kind }) => kind)).not.toContain("few-requests");
  const { page, markdown, comparison, drift, gate } = await use(slug, id, ["train-batches.rate=20%"]);
  expect(page.measured?.rates).toMatchObject([{ signal: "train-batches" }]);
  expect(page.measured?.gauges.map(({ signal }) => signal)).toContain("train-data-wait");
  expect(markdown).toMatch(/^## Results\n- Batches: 0\.69\d*.per s\n- Waiting for data: 0\.14.%$/m);
  // Training steps do not arrive as requests.
  expect(markdown).not.toContain("Arrivals");
  expect(comparison.result).toMatchObject({
    verdict: "same",
    decisive: [{ signal: "train-batches", statistic: "rate" }],
  });
  expect(comparison.sentence).toBe("Batches rate is the same within 10\u202f%.");
  expect(drift.verdict).toBe("same");
  expect(gate).toMatchObject({ state: "complete", verdict: "pass" });
});

test("a deployment with a database has the database's signals", async () => {
  const { slug, id, document } = await capture("vllm");
  const { measured } = document;
  const measuredIds = Object.keys({ ...measured.distributions, ...measured.counters, ...measured.gauges });
  expect(measuredIds.filter((signal) => signal.startsWith("db-"))).toHaveLength(7);
  expect(measuredIds).toContain("db-pool-wait");
  const { page, markdown, comparison, gate } = await use(slug, id, [
    "db-query-time.value=20%",
    "db-pool-wait.value=50%",
  ]);
  expect(page.measured?.gauges.map(({ signal }) => signal)).toContain("db-query-time");
  expect(markdown).toMatch(/^- Transactions: \d.*$/m);
  expect(markdown).toMatch(/^- Query time: 33\.8.ms$/m);
  const rows = comparison.result?.rows ?? [];
  expect(rows.find(({ signal }) => signal === "db-query-time")).toMatchObject({ verdict: "same" });
  expect(gate).toMatchObject({ state: "complete", verdict: "pass" });
});
