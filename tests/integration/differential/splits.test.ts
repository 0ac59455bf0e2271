/**
 * Split answers against a real Prometheus, over whole random windows: the row of each named value and the row of the rest equal what
 * PromQL says of their series, and where the statistic is a sum, all rows together are the whole.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, AnswerSeries, RestRule } from "@/lib/model/answer";
import type { Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import { forgetProcessMemory } from "@/lib/server/memory";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { cacheDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { queryRange } from "@/lib/sources/prometheus/client";
import { deploymentOf } from "@/tests/support/deployment-record";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server-environment";
import { tenantHistory, writeTenantHistory } from "@/tests/support/tenant-history";
import { upstreamTo } from "@/tests/support/upstream";

const { startMs, endMs, model, tenants } = tenantHistory;
const slug = "shared";
const ttft = "vllm:time_to_first_token_seconds";
let prometheus: FrozenPrometheus;
let upstream: SourceUpstream;

beforeAll(async () => {
  prometheus = await startPrometheus(writeTenantHistory());
  upstream = upstreamTo(prometheus.url);
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
  deploymentOf(model, {
    id: "00000000-0000-7000-8000-000000000001",
    slug,
    title: "Shared",
    pools: [{ role: "both", selectors: [{ model_name: model, job: "vllm" }] }],
    lastSeenAtMs: endMs,
    instances: ["s:8000"],
    review: "accepted",
  });

/** How PromQL says it: of each tenant, or of `only` some of them together. */
type Truth = (by: string, only: string, window: string) => string;

interface Case {
  readonly signal: Question["signals"][number];
  readonly statistic: Question["statistics"][number];
  readonly truth: Truth;
  readonly isSum: boolean;
  readonly rest: RestRule;
  /**
   * A quantile's rank may be exactly the count up to an edge: then the edge, and the beginning of the next bucket that has any, are
   * both true, and rounding decides. These are a billionth of the requests to either side.
   */
  readonly around?: readonly [Truth, Truth];
}

const sumOf =
  (metric: string, call = "rate"): Truth =>
  (by, only, window) =>
    `sum ${by} (${call}(${metric}{${only}}[${window}]))`;
const dividedBy =
  (part: Truth, whole: Truth): Truth =>
  (...of) =>
    `${part(...of)} / (${whole(...of)} > 0)`;
const quantileOf =
  (q: number): Truth =>
  (by, only, window) =>
    `histogram_quantile(${q}, sum ${by === "" ? "by (le)" : "by (tenant, le)"} (rate(${ttft}_bucket{${only}}[${window}])))`;

const quantileCase = (statistic: "p50" | "p95", q: number): Case => ({
  signal: "ttft",
  statistic,
  truth: quantileOf(q),
  isSum: false,
  rest: "separate-query",
  around: [quantileOf(q - 1e-9), quantileOf(q + 1e-9)],
});

const requestRate: Case = {
  signal: "requests",
  statistic: "rate",
  truth: sumOf("vllm:request_success_total"),
  isSum: true,
  rest: "difference",
};

const cases: readonly Case[] = [
  requestRate,
  {
    signal: "running",
    statistic: "value",
    truth: sumOf("vllm:num_requests_running", "avg_over_time"),
    isSum: true,
    rest: "difference",
  },
  {
    signal: "ttft",
    statistic: "mean",
    truth: dividedBy(sumOf(`${ttft}_sum`), sumOf(`${ttft}_count`)),
    isSum: false,
    rest: "difference",
  },
  quantileCase("p50", 0.5),
  quantileCase("p95", 0.95),
];

async function asked({ signal, statistic }: Case, fromMs: number, toMs: number): Promise<Answer> {
  const question: Question = {
    v: 1,
    signals: [signal],
    statistics: [statistic],
    scope: { deployment: slug, split: "tenant" },
    window: { from: String(fromMs), to: String(toMs) },
  };
  return answerQuestion(question, { maxPoints: 80 });
}

/** Answers have seven digits. */
const digits = 1e-6;

function near(mine: number, truth: number, scale = Math.abs(truth)): boolean {
  return Math.abs(mine - truth) <= digits * Math.max(scale, 1e-300);
}

interface Said {
  readonly values: Float64Array | undefined;
  /** Where either side of a tie is true as well. */
  readonly around: readonly (Float64Array | undefined)[];
}

function isWithin(mine: number, around: Said["around"], index: number): boolean {
  const [from, to] = around.map((values) => values?.[index] ?? Number.NaN);
  if (from === undefined || to === undefined) return false;
  return mine >= from * (1 - digits) && mine <= to * (1 + digits);
}

/** At how many points there were numbers to compare. Throws at the first that differs. */
function compare(series: AnswerSeries, { values, around }: Said, silence: "absent" | "nothing"): number {
  let compared = 0;
  for (const [index, mine] of series.values.entries()) {
    const value = values?.[index] ?? Number.NaN;
    const isSame = Number.isNaN(value)
      ? // What a whole leaves is nothing where the others have no series; what is asked of their own series is absent there.
        mine === null || (silence === "nothing" && mine === 0)
      : mine !== null &&
        (near(mine, value, Math.abs(value) + (silence === "nothing" ? 1e-3 : 0)) ||
          isWithin(mine, around, index));
    if (!isSame)
      throw new Error(`${JSON.stringify(series.group)} at ${index}: ours ${mine}, PromQL's ${value}`);
    if (!Number.isNaN(value)) compared += 1;
  }
  return compared;
}

const rowsOf = async (promql: string, answer: Answer): Promise<Matrix["rows"]> =>
  (await queryRange(upstream, { promql, grid: answer })).rows;

test("each named value and the rest are what PromQL says of them, and sums add up", async () => {
  const compared = { named: 0, rest: 0, whole: 0, splits: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cases),
      fc.integer({ min: startMs, max: endMs - 600_000 }),
      fc.integer({ min: 600_000, max: endMs - startMs }),
      async (one, fromMs, lengthMs) => {
        const answer = await asked(one, fromMs, Math.min(endMs, fromMs + lengthMs));
        // A choice of the minutes before serves until the next one has come: no case depends on those before it.
        forgetProcessMemory("split-choices");
        const { split, series } = answer;
        if (split === undefined) throw new Error("nothing was split");
        const named = series.flatMap(({ group }) => (group?.kind === "value" ? [group.value] : []));
        const rest = series.find(({ group }) => group?.kind === "rest");
        expect(split.namedCount).toBe(named.length);
        expect(rest?.group).toEqual(
          split.totalCount > 8 ? { kind: "rest", count: split.totalCount - 8, rule: one.rest } : undefined,
        );
        expect(split.totalCount).toBeLessThanOrEqual(tenants);
        const window = `${answer.rateWindowMs / 1_000}s`;
        const all = `model_name="${model}",job="vllm"`;
        const said = (by: string, only: string) =>
          Promise.all(
            [one.truth, ...(one.around ?? [])].map((each) => rowsOf(each(by, only, window), answer)),
          );
        const [byTenant = [], ...tenantsAround] = await said("by (tenant)", all);
        for (const row of series) {
          if (row.group?.kind !== "value") continue;
          const { value } = row.group;
          const of = (rows: Matrix["rows"]) => rows.find(({ labels }) => labels["tenant"] === value)?.values;
          const truth = { values: of(byTenant), around: tenantsAround.map(of) };
          compared.named += compare(row, truth, "absent");
        }
        if (rest !== undefined) {
          const others = `${all},tenant!~"${named.join("|")}"`;
          const [values, ...around] = (await said("", others)).map((rows) => rows[0]?.values);
          compared.rest += compare(rest, { values, around }, one.isSum ? "nothing" : "absent");
          compared.splits += 1;
        }
        if (!one.isSum) return;
        const [whole] = await rowsOf(one.truth("", all, window), answer);
        const unnamed = byTenant.filter(({ labels }) => !named.includes(labels["tenant"] ?? ""));
        for (const [index, value] of (whole?.values ?? new Float64Array()).entries()) {
          if (Number.isNaN(value)) continue;
          // Values are chosen once a minute: who began since is in no row before the next choice.
          const isLastMinute = index * answer.stepMs > (answer.pointCount - 1) * answer.stepMs - 60_000;
          const hasUnseen = unnamed.some(({ values }) => !Number.isNaN(values[index] ?? Number.NaN));
          if (rest === undefined && isLastMinute && hasUnseen) continue;
          const sum = series.reduce((total, row) => total + (row.values[index] ?? 0), 0);
          if (!near(sum, value)) throw new Error(`all rows at ${index}: ours ${sum}, PromQL's ${value}`);
          compared.whole += 1;
        }
      },
    ),
    // Six tenants begin in this window's last quarter of a minute.
    {
      examples: [
        [requestRate, 1_790_813_903_182, 711_818],
        // They begin two minutes before the end of this one, and not before that of the window that ends two minutes earlier.
        [requestRate, 1_790_814_074_822, 520_743],
        [requestRate, 1_790_814_074_822, 640_743],
        // Nineteen of twenty requests are up to an edge.
        [quantileCase("p95", 0.95), 1_790_821_814_995, 600_005],
      ],
    },
  );
  // Agreement on nothing would prove nothing.
  expect(compared.named).toBeGreaterThan(10_000);
  expect(compared.rest).toBeGreaterThan(1_000);
  expect(compared.whole).toBeGreaterThan(1_000);
  expect(compared.splits).toBeGreaterThan(50);
}, 3_600_000);
