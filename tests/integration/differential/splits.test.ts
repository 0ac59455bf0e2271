/**
 * Compares split answers with a real Prometheus over random windows: the row of each named value and the row of the
 * rest equal the PromQL result for their series. For sums, all rows together equal the total.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, AnswerSeries, SplitRestMethod } from "@/lib/model/answer";
import type { Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import { deleteProcessState } from "@/lib/server/process-state";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { cacheDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { queryRange } from "@/lib/sources/prometheus/client";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import { tenantHistory, writeTenantHistory } from "@/tests/support/histories/tenant-history";
import { createTestUpstream } from "@/tests/support/server/upstream";

const { startMs, endMs, model, tenants } = tenantHistory;
const slug = "shared";
const ttft = "vllm:time_to_first_token_seconds";
let prometheus: FrozenPrometheus;
let upstream: SourceUpstream;

beforeAll(async () => {
  prometheus = await startPrometheus(writeTenantHistory());
  upstream = createTestUpstream(prometheus.url);
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: prometheus.url,
  });
  cacheDeployments({ records: [deployment()], aliases: new Map() });
});
afterAll(async () => {
  await leaveServerEnvironment();
  await upstream.close();
  await prometheus.stop();
});

const deployment = () =>
  createDeploymentRecord(model, {
    id: "00000000-0000-7000-8000-000000000001",
    slug,
    title: "Shared",
    pools: [{ role: "both", selectors: [{ model_name: model, job: "vllm" }] }],
    lastSeenAtMs: endMs,
    instances: ["s:8000"],
    review: "accepted",
  });

/** Builds the PromQL of the expected values, grouped by `by` and limited to the series that match `matchers`. */
type ExpectedQuery = (by: string, matchers: string, window: string) => string;

interface Case {
  readonly signal: Question["signals"][number];
  readonly statistic: Question["statistics"][number];
  readonly expected: ExpectedQuery;
  readonly isSum: boolean;
  readonly rest: SplitRestMethod;
  /**
   * Results for a slightly lower and a slightly higher quantile, a billionth to either side. A quantile's rank may be
   * exactly the count up to an edge. Then both the edge and the start of the next non-empty bucket are correct, and
   * rounding decides.
   */
  readonly around?: readonly [ExpectedQuery, ExpectedQuery];
}

const sumOf =
  (metric: string, call = "rate"): ExpectedQuery =>
  (by, matchers, window) =>
    `sum ${by} (${call}(${metric}{${matchers}}[${window}]))`;
const dividedBy =
  (part: ExpectedQuery, total: ExpectedQuery): ExpectedQuery =>
  (...of) =>
    `${part(...of)} / (${total(...of)} > 0)`;
const quantileOf =
  (q: number): ExpectedQuery =>
  (by, matchers, window) =>
    `histogram_quantile(${q}, sum ${by === "" ? "by (le)" : "by (tenant, le)"} (rate(${ttft}_bucket{${matchers}}[${window}])))`;

const quantileCase = (statistic: "p50" | "p95", q: number): Case => ({
  signal: "ttft",
  statistic,
  expected: quantileOf(q),
  isSum: false,
  rest: "separate-query",
  around: [quantileOf(q - 1e-9), quantileOf(q + 1e-9)],
});

const requestRate: Case = {
  signal: "requests",
  statistic: "rate",
  expected: sumOf("vllm:request_success_total"),
  isSum: true,
  rest: "difference",
};

const cases: readonly Case[] = [
  requestRate,
  {
    signal: "running",
    statistic: "value",
    expected: sumOf("vllm:num_requests_running", "avg_over_time"),
    isSum: true,
    rest: "difference",
  },
  {
    signal: "ttft",
    statistic: "mean",
    expected: dividedBy(sumOf(`${ttft}_sum`), sumOf(`${ttft}_count`)),
    isSum: false,
    rest: "difference",
  },
  quantileCase("p50", 0.5),
  quantileCase("p95", 0.95),
];

async function readAnswer({ signal, statistic }: Case, fromMs: number, toMs: number): Promise<Answer> {
  const question: Question = {
    v: 1,
    signals: [signal],
    statistics: [statistic],
    scope: { deployment: slug, split: "tenant" },
    window: { from: String(fromMs), to: String(toMs) },
  };
  return answerQuestion(question, { sourceScope: allSources, maxPoints: 80 });
}

/** Answers are rounded to seven digits. */
const digits = 1e-6;

function near(actual: number, expected: number, scale = Math.abs(expected)): boolean {
  return Math.abs(actual - expected) <= digits * Math.max(scale, 1e-300);
}

interface ExpectedValues {
  readonly values: Float64Array | undefined;
  /** Bounds within which the value is also correct if the rank is on an edge. */
  readonly around: readonly (Float64Array | undefined)[];
}

function isWithin(actual: number, around: ExpectedValues["around"], index: number): boolean {
  const [from, to] = around.map((values) => values?.[index] ?? Number.NaN);
  if (from === undefined || to === undefined) return false;
  return actual >= from * (1 - digits) && actual <= to * (1 + digits);
}

/** Returns the number of points with numbers on both sides. Throws at the first point that differs. */
function compare(
  series: AnswerSeries,
  { values, around }: ExpectedValues,
  whenEmpty: "absent" | "zero",
): number {
  let compared = 0;
  for (const [index, actual] of series.values.entries()) {
    const value = values?.[index] ?? Number.NaN;
    const isSame = Number.isNaN(value)
      ? // As a difference, the rest is zero where it has no series. As a separate query, it has no value there.
        actual === null || (whenEmpty === "zero" && actual === 0)
      : actual !== null &&
        (near(actual, value, Math.abs(value) + (whenEmpty === "zero" ? 1e-3 : 0)) ||
          isWithin(actual, around, index));
    if (!isSame)
      throw new Error(`${JSON.stringify(series.group)} at ${index}: actual ${actual}, PromQL's ${value}`);
    if (!Number.isNaN(value)) compared += 1;
  }
  return compared;
}

const rowsOf = async (promql: string, answer: Answer): Promise<Matrix["rows"]> =>
  (await queryRange(upstream, { promql, grid: answer })).rows;

test("the rows of named values and of the rest equal those of PromQL, and sums add up to the total", async () => {
  const compared = { named: 0, rest: 0, total: 0, splits: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cases),
      fc.integer({ min: startMs, max: endMs - 600_000 }),
      fc.integer({ min: 600_000, max: endMs - startMs }),
      async (one, fromMs, lengthMs) => {
        const answer = await readAnswer(one, fromMs, Math.min(endMs, fromMs + lengthMs));
        // The choice of named values is cached for a minute. Clearing it keeps the cases independent.
        deleteProcessState("split-choices");
        const { split, series } = answer;
        if (split === undefined) throw new Error("the answer is not split");
        const named = series.flatMap(({ group }) => (group?.kind === "value" ? [group.value] : []));
        const rest = series.find(({ group }) => group?.kind === "rest");
        expect(split.namedCount).toBe(named.length);
        expect(rest?.group).toEqual(
          split.totalCount > 8 ? { kind: "rest", count: split.totalCount - 8, rule: one.rest } : undefined,
        );
        expect(split.totalCount).toBeLessThanOrEqual(tenants);
        const window = `${answer.rateWindowMs / 1_000}s`;
        const allMatchers = `model_name="${model}",job="vllm"`;
        const queryExpected = (by: string, matchers: string) =>
          Promise.all(
            [one.expected, ...(one.around ?? [])].map((each) => rowsOf(each(by, matchers, window), answer)),
          );
        const [byTenant = [], ...tenantsAround] = await queryExpected("by (tenant)", allMatchers);
        for (const row of series) {
          if (row.group?.kind !== "value") continue;
          const { value } = row.group;
          const of = (rows: Matrix["rows"]) => rows.find(({ labels }) => labels["tenant"] === value)?.values;
          const expected = { values: of(byTenant), around: tenantsAround.map(of) };
          compared.named += compare(row, expected, "absent");
        }
        if (rest !== undefined) {
          const restMatchers = `${allMatchers},tenant!~"${named.join("|")}"`;
          const [values, ...around] = (await queryExpected("", restMatchers)).map((rows) => rows[0]?.values);
          compared.rest += compare(rest, { values, around }, one.isSum ? "zero" : "absent");
          compared.splits += 1;
        }
        if (!one.isSum) return;
        const [totalRow] = await rowsOf(one.expected("", allMatchers, window), answer);
        const unnamed = byTenant.filter(({ labels }) => !named.includes(labels["tenant"] ?? ""));
        for (const [index, value] of (totalRow?.values ?? new Float64Array()).entries()) {
          if (Number.isNaN(value)) continue;
          // Values are chosen once a minute. A value that began since then is in no row until the next choice.
          const isLastMinute = index * answer.stepMs > (answer.pointCount - 1) * answer.stepMs - 60_000;
          const hasNewValue = unnamed.some(({ values }) => !Number.isNaN(values[index] ?? Number.NaN));
          if (rest === undefined && isLastMinute && hasNewValue) continue;
          const sum = series.reduce((total, row) => total + (row.values[index] ?? 0), 0);
          if (!near(sum, value)) throw new Error(`all rows at ${index}: actual ${sum}, PromQL's ${value}`);
          compared.total += 1;
        }
      },
    ),
    // In the first example, six tenants begin in the last 15 seconds of the window.
    {
      examples: [
        [requestRate, 1_790_813_903_182, 711_818],
        // They begin just after the first of these two windows ends, and two minutes before the second ends.
        [requestRate, 1_790_814_074_822, 520_743],
        [requestRate, 1_790_814_074_822, 640_743],
        // The rank of p95 is on an edge: nineteen of twenty requests are at or below it.
        [quantileCase("p95", 0.95), 1_790_821_814_995, 600_005],
      ],
    },
  );
  // The comparison proves nothing if both sides are empty.
  expect(compared.named).toBeGreaterThan(10_000);
  expect(compared.rest).toBeGreaterThan(1_000);
  expect(compared.total).toBeGreaterThan(1_000);
  expect(compared.splits).toBeGreaterThan(50);
}, 3_600_000);
