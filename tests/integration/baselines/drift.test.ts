/** Drift of baselines on a real Prometheus and PostgreSQL, whose history has known changes of TTFT and load. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET } from "@/app/api/v1/baselines/[baselineId]/drift/route";
import { POST as CAPTURE } from "@/app/api/v1/baselines/route";
import { assertPresent } from "@/lib/base/assert";
import type { BaselineDriftResponse } from "@/lib/contracts/baseline-drift";
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { formatWindow } from "@/lib/format/time";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { deleteProcessState } from "@/lib/server/process-state";
import { systemPrincipal } from "@/lib/server/principal";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const [minuteMs, hourMs] = [60_000, 3_600_000];
const spacingMs = 15_000;
const startMs = fixtureNowMs - 6 * hourMs;
/** Baselines end here. */
const baselineEndMs = fixtureNowMs - 3 * hourMs;
const edges = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5] as const;

interface Served {
  readonly model: string;
  /** Requests per scrape, and factor of the TTFT, `sinceMs` after the baseline. */
  readonly requestsOf: (sinceMs: number) => number;
  readonly factorOf: (sinceMs: number) => number;
  /** Requests that arrive per scrape, if more than those that finish. The difference waits. */
  readonly arrivingOf?: (sinceMs: number) => number;
  /** A second instance, which serves nothing, was ready until then, and is down since. */
  readonly secondUntilMs?: number;
}

const lastHour = (sinceMs: number): boolean => sinceMs > 2 * hourMs;
const models: readonly Served[] = [
  { model: "steady", requestsOf: () => 30, factorOf: () => 1 },
  { model: "slow", requestsOf: () => 30, factorOf: (sinceMs) => (lastHour(sinceMs) ? 1.5 : 1) },
  // Twice the requests from the end of the baseline on.
  { model: "busy", requestsOf: (sinceMs) => (sinceMs > 0 ? 60 : 30), factorOf: () => 1 },
  // The last hour has another load, and the hour before was slow.
  {
    model: "peak",
    requestsOf: (sinceMs) => (lastHour(sinceMs) ? 90 : 30),
    factorOf: (sinceMs) => (sinceMs > hourMs ? 1.5 : 1),
  },
  // In the last hour, the same number of requests arrive, but a third fewer finish.
  {
    model: "saturated",
    requestsOf: (sinceMs) => (lastHour(sinceMs) ? 20 : 30),
    arrivingOf: () => 30,
    factorOf: (sinceMs) => (lastHour(sinceMs) ? 1.5 : 1),
  },
  { model: "halved", requestsOf: () => 30, factorOf: () => 1, secondUntilMs: -45 * minuteMs },
];

function linesOf(
  { model, requestsOf, factorOf, arrivingOf = requestsOf, secondUntilMs }: Served,
  seed: number,
): readonly string[] {
  const random = createSeededRandom(seed);
  const labels = `job="${model}",instance="${model}:8000",model_name="${model}"`;
  const counts = edges.map(() => 0);
  let [count, sum, waiting] = [0, 0, 0];
  const lines: string[] = [];
  for (let atMs = startMs; atMs <= fixtureNowMs + fixtureTailMs; atMs += spacingMs) {
    const sinceMs = atMs - baselineEndMs;
    for (let request = 0; request < requestsOf(sinceMs); request += 1) {
      const ttft = factorOf(sinceMs) * (0.1 + 0.5 * random());
      count += 1;
      sum += ttft;
      for (const [index, edge] of edges.entries()) if (ttft <= edge) counts[index] = (counts[index] ?? 0) + 1;
    }
    waiting += arrivingOf(sinceMs) - requestsOf(sinceMs);
    const at = atMs / 1_000;
    const ttft = "vllm:time_to_first_token_seconds";
    lines.push(
      `vllm:num_requests_running{${labels}} 4 ${at}`,
      `vllm:num_requests_waiting{${labels}} ${waiting} ${at}`,
      `up{job="${model}",instance="${model}:8000"} 1 ${at}`,
      `vllm:request_success_total{${labels},finished_reason="stop"} ${count} ${at}`,
      ...edges.map((edge, index) => `${ttft}_bucket{${labels},le="${edge}"} ${counts[index]} ${at}`),
      `${ttft}_bucket{${labels},le="+Inf"} ${count} ${at}`,
      `${ttft}_sum{${labels}} ${sum} ${at}`,
      `${ttft}_count{${labels}} ${count} ${at}`,
    );
    if (secondUntilMs === undefined) continue;
    const isReady = sinceMs <= secondUntilMs;
    const second = `job="${model}",instance="${model}:8001"`;
    lines.push(`up{${second}} ${isReady ? 1 : 0} ${at}`);
    if (isReady) lines.push(`vllm:num_requests_running{${second},model_name="${model}"} 0 ${at}`);
  }
  return lines;
}

let stage: StoredFixture;
let proxy: FaultProxy;

beforeAll(async () => {
  const lines = models.flatMap((served, index) => linesOf(served, index + 1));
  stage = await openStoredFixture([...lines, "# EOF\n"].join("\n"));
  proxy = await startFaultProxy({ targetUrl: stage.prometheusUrl });
  await stage.begin({ PROMETHEUS_URL: proxy.url });
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: models.length, isStored: true });
});
beforeEach(() => {
  for (const name of ["baseline-drifts", "history-loads"]) deleteProcessState(name);
});
afterAll(async () => {
  await stage.close();
  await proxy.close();
});

let serial = 0;

async function capture(deployment: string, endMs = baselineEndMs): Promise<string> {
  const body = {
    deployment,
    from: String(endMs - 90 * minuteMs),
    to: String(endMs),
    name: `${deployment} ${serial}`,
  };
  const request = new Request("http://localhost:3000/api/v1/baselines", {
    method: "POST",
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": `drift-test-${(serial += 1)}`,
    },
    body: JSON.stringify(body),
  });
  const { baseline } = (await (await CAPTURE(request, { params: Promise.resolve({}) })).json()) as {
    readonly baseline: BaselineEntry;
  };
  await captureBaseline(systemPrincipal, baseline.id);
  return baseline.id;
}

async function readDrift(baselineId: string): Promise<BaselineDriftResponse> {
  const request = new Request(`http://localhost:3000/api/v1/baselines/${baselineId}/drift`, {
    headers: { host: "localhost:3000" },
  });
  const response = await GET(request, { params: Promise.resolve({ baselineId }) });
  expect(response.status).toBe(200);
  return (await response.json()) as BaselineDriftResponse;
}

const startedMinutesAgo = ({ window }: BaselineDriftResponse): number =>
  Math.round((fixtureNowMs - (window?.startMs ?? 0)) / minuteMs);

test("an unchanged deployment has no drift in the last hour", async () => {
  const drift = await readDrift(await capture("steady"));
  expect(drift.verdict).toBe("same");
  expect(drift.sentence).toMatch(/^No drift in the last hour \(.+ – .+ UTC\): TTFT p95 is the same within /);
  expect(startedMinutesAgo(drift)).toBe(60);
});

test("a TTFT that is half as long again is worse, with the amount in the interval", async () => {
  const { verdict, sentence } = await readDrift(await capture("slow"));
  expect(verdict).toBe("worse");
  expect(sentence).toMatch(/^In the last hour \(.+ – .+ UTC\), .+ worse /);
  const [, lower, upper] = /\(\+?([\d.]+)\s%? ?(?:to|–) \+?([\d.]+)\s%\)/.exec(sentence) ?? [];
  expect({ isInside: Number(lower) <= 50 && Number(upper) >= 50, sentence }).toMatchObject({
    isInside: true,
  });
});

test("the reason is the load if no hour has that of the baseline", async () => {
  const { verdict, window, sentence } = await readDrift(await capture("busy"));
  expect({ verdict, window }).toEqual({ verdict: "cannot-tell", window: null });
  expect(sentence).toContain("no hour of the last 3\u202fh has the load of the baseline");
  expect(sentence).toContain("the request rate per instance was 2.00 times the earlier rate");
});

test("the newest hour at equal load is compared if the last hour has another load", async () => {
  const drift = await readDrift(await capture("peak"));
  expect(drift.verdict).toBe("worse");
  expect(drift.sentence).toMatch(/^In the hour .+ UTC, .+ worse /);
  const { startMs: hourStartMs = 0, endMs: hourEndMs = 0 } = drift.window ?? {};
  expect(drift.sentence).toContain(formatWindow(hourStartMs, hourEndMs, "UTC"));
  expect(startedMinutesAgo(drift)).toBeGreaterThan(105);
});

test("an hour in which requests queue has the load of the baseline, so that the drift is judged", async () => {
  const drift = await readDrift(await capture("saturated"));
  expect(drift.verdict).toBe("worse");
  expect(drift.sentence).toMatch(/^In the last hour \(.+ UTC\), .+ worse /);
  expect(startedMinutesAgo(drift)).toBe(60);
});

test("the load is per ready instance, on average over the window", async () => {
  const id = await capture("halved");
  const { load } = assertPresent(await readBaselineDocument(id), "the baseline is captured");
  expect(load.requestsPerSecond).toBeCloseTo(2, 1);
  // Two instances in the first half of the window, and one in the second half.
  expect(load.meanInstanceCount).toBeGreaterThan(1.45);
  expect(load.meanInstanceCount).toBeLessThan(1.55);
  expect(load.requestsPerSecondPerInstance).toBeCloseTo(2 / 1.5, 1);
  expect(load.requestCounting).toEqual({ isOnArrival: false, inFlightSignals: ["running", "waiting"] });
});

test("a baseline that just ended is not compared with itself", async () => {
  const { verdict, sentence } = await readDrift(await capture("steady", fixtureNowMs - 30 * minuteMs));
  expect(verdict).toBe("cannot-tell");
  expect(sentence).toContain("less than an hour has passed since the end of the baseline");
});

test("while the source does not respond, the reason is the source", async () => {
  const id = await capture("steady");
  deleteProcessState("series-reader");
  await proxy.set({ kind: "down" });
  const { verdict, sentence } = await readDrift(id);
  await proxy.set(null);
  expect(verdict).toBe("cannot-tell");
  expect(sentence).toMatch(
    /^Cannot tell: prometheus cannot be read \(.+\)\. Drift is judged as soon as the source responds\.$/,
  );
});
