/**
 * Documented differences of Thanos, Mimir and VictoriaMetrics from Prometheus. Each difference has a defined outcome.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { Question } from "@/lib/model/question";
import { describeSurvey } from "@/lib/services/data-check/describe-survey";
import { surveySource } from "@/lib/services/data-check/survey-source";
import { deleteProcessState } from "@/lib/server/process-state";
import {
  discoverDeployments,
  discoverDeploymentsOfSource,
} from "@/lib/services/discovery/discover-deployments";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { checkSource } from "@/lib/services/installation/check-source";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import {
  startPrometheusVariant,
  type VariantBehaviour,
  type Refusal,
  type PrometheusVariant,
} from "@/tests/support/sources/prometheus-variant";
import { writeServedHistory, type ServedModel } from "@/tests/support/histories/served-history";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";

const endMs = Date.UTC(2026, 9, 1, 1);
const copies = ["a", "b"].map((replica): ServedModel => {
  return { model: "twice", instance: "d:1", extraLabels: `prometheus_replica="${replica}"` };
});
/** The models in the store that stays reachable, and the models in all stores. */
const reachableModels: readonly ServedModel[] = [{ model: "chat", instance: "a:1" }, ...copies.slice(0, 1)];
const allModels: readonly ServedModel[] = [
  ...reachableModels,
  ...copies.slice(1),
  { model: "chat", instance: "b:1" },
  { model: "code", instance: "c:1" },
];

let fullStore: FrozenPrometheus;
let partialStore: FrozenPrometheus;
let server: PrometheusVariant;
let plain: VariantBehaviour;

beforeAll(async () => {
  fullStore = await startPrometheus(writeServedHistory(allModels, endMs));
  partialStore = await startPrometheus(writeServedHistory(reachableModels, endMs));
  plain = {
    targetUrl: fullStore.url,
    prefix: "",
    buildInfo: { version: "3.1.0", revision: "r", goVersion: "go1.26" },
    tenantHeader: null,
    extraFields: {},
    refuse: () => undefined,
  };
  server = await startPrometheusVariant(plain);
});
afterAll(async () => {
  resetServerClock();
  server.close();
  await fullStore.stop();
  await partialStore.stop();
});
beforeEach(() => {
  Object.assign(server.behaviour, plain);
  clearCaches();
  connect(server.url);
});
afterEach(() => leaveServerEnvironment());

function clearCaches(): void {
  const caches = ["series-reader", "spacing-reader", "signals-answers", "split-choices"];
  for (const name of [...caches, "query-scheduler:prometheus"]) deleteProcessState(name);
}

function connect(url: string, headers?: string): void {
  setServerClock(endMs);
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: url,
    ...(headers === undefined ? {} : { PROMETHEUS_HEADERS: headers }),
  });
}

const question = (
  deployment: string,
  window: Question["window"] = { from: "now-30m", to: "now" },
): Question => ({
  v: 1,
  signals: ["requests"],
  statistics: ["rate"],
  scope: { deployment },
  window,
});

const middleOf = ({ series: [first] }: Answer): number | null | undefined =>
  first?.values[Math.floor(first.values.length / 2)];

async function failure(promise: Promise<unknown>): Promise<AppError> {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  if (!isAppError(error)) throw new Error("the promise did not reject with an AppError", { cause: error });
  return error;
}

const record = (model: string) => getCachedDeploymentSnapshot().records.find((one) => one.model === model);

const refusal = (status: number, errorType: string, message: string): Refusal => ({
  status,
  body: JSON.stringify({ status: "error", errorType, error: message }),
});

/** The warning that Thanos returns for a store that it cannot reach. */
const storeUnreachable: Partial<VariantBehaviour> = {
  extraFields: {
    warnings: ["receive series from Addr: store-2:10901 MinTime: 0: rpc error: code = Unavailable"],
  },
};

test.each([
  ["Thanos", { version: "0.41.0", revision: "r", goVersion: "go1.26" }, "thanos", "0.41.0"],
  ["Mimir", { version: "3.0.0", revision: "r", application: "Grafana Mimir" }, "mimir", "3.0.0"],
  ["VictoriaMetrics", { version: "2.24.0" }, "victoriametrics", null],
])("detects %s by its build information", async (_name, buildInfo, flavour, version) => {
  server.behaviour.buildInfo = buildInfo;
  expect(await checkSource("prometheus")).toMatchObject({ kind: "up", flavour, version });
});

test("a server without build information is up, and its version is unknown", async () => {
  server.behaviour.buildInfo = null;
  expect(await checkSource("prometheus")).toMatchObject({ kind: "up", flavour: null, version: null });
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 3 });
});

test("uses no API that some of the servers lack: metadata, labels, targets or rules", async () => {
  await checkSource("prometheus");
  await discoverDeployments();
  await answerQuestion(question("chat"), { sourceScope: allSources });
  expect([...server.requestedPaths].toSorted()).toEqual(["query", "query_range", "status/buildinfo"]);
});

test("a partial discovery answer removes no deployment, instance, copy or label", async () => {
  await discoverDeployments();
  const before = ["chat", "code", "twice"].map(record);
  expect(before.map((one) => one?.instances)).toEqual([["a:1", "b:1"], ["c:1"], ["d:1"]]);
  Object.assign(server.behaviour, { ...storeUnreachable, targetUrl: partialStore.url });
  expect(await discoverDeploymentsOfSource("prometheus")).toMatchObject({
    isPartial: true,
    deployments: [{}, {}],
  });
  await discoverDeployments();
  expect(["chat", "code", "twice"].map(record)).toEqual(before);
  const survey = await surveySource("prometheus", AbortSignal.timeout(60_000));
  expect(describeSurvey(survey)[1]).toMatch(/^warning {2}some stores of the source did not respond/);
  // Without the warning, the same answer counts as complete.
  server.behaviour.extraFields = {};
  await discoverDeployments();
  expect(record("chat")).toMatchObject({ instances: ["a:1"], missingSinceMs: null });
  expect(record("code")?.missingSinceMs).toBeGreaterThanOrEqual(endMs);
  // A window may start before one of the copies disappeared.
  expect(record("twice")?.copyLabels).toEqual(["prometheus_replica"]);
});

test.each([
  ["Thanos' warnings", storeUnreachable.extraFields],
  ["VictoriaMetrics' isPartial field", { isPartial: true }],
])(
  "%s make an answer partial, and it is complete as soon as all stores respond again",
  async (_name, extraFields) => {
    await discoverDeployments();
    Object.assign(server.behaviour, { extraFields, targetUrl: partialStore.url });
    const partial = await answerQuestion(question("chat"), { sourceScope: allSources });
    expect(partial).toMatchObject({ completeness: "partial", stale: null });
    expect(partial.warnings).toHaveLength(1);
    expect(middleOf(partial)).toBeCloseTo(1, 6);
    Object.assign(server.behaviour, plain);
    deleteProcessState("signals-answers");
    setServerClock(endMs + 5_000);
    const back = await answerQuestion(question("chat"), { sourceScope: allSources });
    expect(back).toMatchObject({ completeness: "complete", warnings: [] });
    expect(middleOf(back)).toBeCloseTo(2, 6);
  },
);

test("without deduplication, discovery finds both copies and they count once", async () => {
  await discoverDeployments();
  expect(record("twice")?.copyLabels).toEqual(["prometheus_replica"]);
  expect(middleOf(await answerQuestion(question("twice"), { sourceScope: allSources }))).toBeCloseTo(1, 6);
});

test("Mimir without a tenant names the header that it requires, and responds once the header is set", async () => {
  server.behaviour.prefix = "/prometheus";
  server.behaviour.tenantHeader = "X-Scope-OrgID";
  connect(`${server.url}/prometheus`);
  const outcome = await checkSource("prometheus");
  expect(outcome).toMatchObject({
    kind: "down",
    error: { code: "source-auth-failed", message: expect.stringContaining("X-Scope-OrgID") },
  });
  await leaveServerEnvironment();
  connect(`${server.url}/prometheus`, "X-Scope-OrgID: team-a");
  expect(await checkSource("prometheus")).toMatchObject({ kind: "up" });
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 3 });
});

test("an address without Mimir's path prefix is not a Prometheus API, and the message names the prefix", async () => {
  server.behaviour.prefix = "/prometheus";
  expect(await checkSource("prometheus")).toMatchObject({
    kind: "down",
    error: { code: "source-bad-answer", message: expect.stringContaining("/prometheus") },
  });
});

test("splits a query that is too large into several queries", async () => {
  await discoverDeployments();
  server.behaviour.refuse = (promql) =>
    promql.includes(" or on ")
      ? refusal(
          422,
          "execution",
          "the query exceeded the maximum number of chunks (limit: 100 chunks) (err-mimir-max-chunks-per-query)",
        )
      : undefined;
  expect(middleOf(await answerQuestion(question("chat"), { sourceScope: allSources }))).toBeCloseTo(2, 6);
  expect(getSourceConnection(requireReadableSource("prometheus", allSources)).upstream.getState().kind).toBe(
    "closed",
  );
});

test.each([
  [
    "samples",
    "the query hit the aggregated data size limit (limit: 1 bytes) (err-mimir-max-chunks-bytes-per-query)",
  ],
  [
    "series",
    "the query exceeded the maximum number of series (limit: 10 series) (err-mimir-max-series-per-query)",
  ],
  [
    "length",
    "the total query time range exceeds the limit (query length: 720h, limit: 168h) (err-mimir-max-total-query-length)",
  ],
  ["memory", "query processing would load too many samples into memory in query execution"],
  [
    "estimate",
    "the query exceeded the maximum allowed estimated amount of memory consumed by a single query (limit: 1 bytes) (err-mimir-max-estimated-memory-consumption-per-query)",
  ],
  [
    "expression",
    "the raw query size in bytes exceeds the limit (query size: 2000, limit: 1000) (err-mimir-max-query-expression-size-bytes)",
  ],
])(
  "only the query beyond the limit of %s fails, with that error, and the circuit breaker stays closed",
  async (_limit, message) => {
    await discoverDeployments();
    server.behaviour.refuse = (promql) =>
      promql.includes("request_success") ? refusal(422, "execution", message) : undefined;
    const failed = await failure(answerQuestion(question("chat"), { sourceScope: allSources }));
    expect(failed.code).toBe("query-too-large");
    expect(failed.message).toContain(message.slice(0, 60));
    const running: Question = { ...question("chat"), signals: ["running"], statistics: ["value"] };
    expect(middleOf(await answerQuestion(running, { sourceScope: allSources }))).toBe(8);
    expect(
      getSourceConnection(requireReadableSource("prometheus", allSources)).upstream.getState().kind,
    ).toBe("closed");
  },
);

test("a rate-limited request fails with the time to wait before the next one", async () => {
  await discoverDeployments();
  server.behaviour.refuse = () => ({
    ...refusal(
      429,
      "too_many_requests",
      "the request has been rejected because the tenant exceeded the limit",
    ),
    headers: { "retry-after": "7" },
  });
  expect(await failure(answerQuestion(question("chat"), { sourceScope: allSources }))).toMatchObject({
    code: "source-rate-limited",
    retryAfterMs: 7_000,
  });
});

test("returns absent values, not zero, before the server's query lookback", async () => {
  await discoverDeployments();
  const from = endMs - 1_200_000;
  // Like max_query_lookback: the server drops older samples without a warning.
  server.behaviour.refuse = (promql, form) =>
    Number(form.get("end") ?? form.get("time")) * 1_000 < from
      ? {
          status: 200,
          body: JSON.stringify({
            status: "success",
            data: { resultType: form.has("end") ? "matrix" : "vector", result: [] },
          }),
        }
      : undefined;
  const window = { from: String(endMs - 3_000_000), to: String(endMs - 1_500_000) };
  const { series } = await answerQuestion(question("chat", window), { sourceScope: allSources });
  expect(new Set(series[0]?.values)).toEqual(new Set([null]));
  expect(series[0]?.headline.kind).toBe("absent");
});
