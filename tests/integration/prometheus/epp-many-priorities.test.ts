/**
 * Endpoint pickers during a migration, split by more priorities than have a named row, on a real Prometheus. All
 * priorities of one replica are named, none of another, and a third replica exposes only the old names, without
 * priorities. The rest contains every other request once, and its percentiles are those of its requests.
 */
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { compileLabelRanking, maxNamedValues } from "@/lib/semantic/split/split";
import { createSplitPlans, createUnsplitPlans, type SeriesPlan } from "@/lib/services/signals/series-plans";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";

const endSeconds = Math.floor(Date.now() / 1_000) - 60;
const times = Array.from({ length: 41 }, (_, index) => endSeconds - 600 + index * 15);
const windowMs = 300_000;

const edges = ["0.1", "1", "10", "+Inf"];
const [today, before] = ["llm_d_epp_request", "inference_objective_request"] as const;

interface Replica {
  readonly instance: string;
  /** Empty if the replica exposes only the old names. */
  readonly priorities: readonly number[];
  /** Requests per second of each priority, or in total without priorities. */
  readonly rate: number;
  /** The lowest edge that all its requests are at or below. */
  readonly under: string;
  /** Mean duration of a request. */
  readonly meanSeconds: number;
}

const replicas: readonly Replica[] = [
  { instance: "named", priorities: [0, 1, 2, 3, 4, 5, 6, 7], rate: 2, under: "1", meanSeconds: 0.5 },
  { instance: "unnamed", priorities: [8, 9], rate: 1, under: "10", meanSeconds: 5 },
  { instance: "old", priorities: [], rate: 0.5, under: "1", meanSeconds: 0.5 },
];

function exposition(): string {
  const lines = replicas.flatMap(({ instance, priorities, rate, under, meanSeconds }) => {
    const request = (prefix: string, labels: string, perSecond: number): readonly string[] => {
      const targetLabels = `job="epp",model_name="m",instance="${instance}"${labels}`;
      const counter = (name: string, more: string, each: number): readonly string[] =>
        times.map((at, index) => `${prefix}_${name}{${targetLabels}${more}} ${each * index * 15} ${at}`);
      return [
        ...counter("total", "", perSecond),
        ...edges.flatMap((le) =>
          counter(
            "duration_seconds_bucket",
            `,le="${le}"`,
            edges.indexOf(le) < edges.indexOf(under) ? 0 : perSecond,
          ),
        ),
        ...counter("duration_seconds_count", "", perSecond),
        ...counter("duration_seconds_sum", "", perSecond * meanSeconds),
      ];
    };
    return [
      ...priorities.flatMap((priority) => request(today, `,priority="${priority}"`, rate)),
      ...request(before, "", rate * Math.max(1, priorities.length)),
    ];
  });
  // All samples of a name must be adjacent.
  const byName = Map.groupBy(lines, (line) => line.split("{")[0]);
  return [...[...byName.values()].flat(), "# EOF\n"].join("\n");
}

const frozen = startFrozenSource(exposition);

const queryContext = {
  engine: engineById("epp"),
  deployment: {
    pools: [{ role: "both", selectors: [{ job: "epp", model_name: "m" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  },
  scope: { deployment: "d" },
} as const;

async function vectorOf(promql: string) {
  return queryInstant(frozen.upstream, { promql, atMs: endSeconds * 1_000 });
}

async function valueOf({ windowPlan, selectRows }: SeriesPlan, of: readonly SeriesPlan[]): Promise<number> {
  const queries = [...new Set(of.flatMap((part) => listPlanQueries(part.windowPlan)))];
  const answers = await Promise.all(queries.map(async (promql) => [promql, await vectorOf(promql)] as const));
  const columns = selectRows(columnsFromVectors(new Map(answers)), ({ windowPlan }) => windowPlan);
  return evaluatePlan(windowPlan, columns, windowMs).values[0] ?? Number.NaN;
}

interface Split {
  readonly total: number;
  readonly named: readonly number[];
  readonly rest: number;
}

async function split(signal: SignalId, statistic: Statistic): Promise<Split> {
  const ranking = compileLabelRanking("requests", queryContext, { label: "priority", windowMs });
  const top = await vectorOf(ranking?.topValuesQuery ?? "");
  const values = top.samples.map(({ labels }) => labels["priority"] ?? "");
  expect(values).toHaveLength(maxNamedValues);
  const question = {
    v: 1,
    signals: [signal],
    statistics: [statistic],
    scope: { deployment: "d", split: "priority" },
    window: { from: "now-10m", to: "now" },
  } as const;
  const context = { question, queryContext, rateWindowMs: windowMs };
  const totalParts = createUnsplitPlans(context);
  const parts = createSplitPlans(context, { label: "priority", values });
  const allParts = [...totalParts, ...parts];
  const numbers = async (kind: "value" | "rest"): Promise<readonly number[]> =>
    Promise.all(
      parts.filter(({ splitGroup }) => splitGroup?.kind === kind).map((part) => valueOf(part, allParts)),
    );
  const [total] = await Promise.all(totalParts.map((part) => valueOf(part, allParts)));
  const [rest] = await numbers("rest");
  return { total: total ?? Number.NaN, named: await numbers("value"), rest: rest ?? Number.NaN };
}

test("the named values and the rest add up to the total", async () => {
  const { total, named, rest } = await split("requests", "rate");
  expect(total).toBeCloseTo(18.5, 6);
  expect(named).toHaveLength(maxNamedValues);
  for (const one of named) expect(one).toBeCloseTo(2, 6);
  // Requests without a priority are in the rest.
  expect(rest).toBeCloseTo(2.5, 6);
});

test.each([
  // The median is request 1.25 of 2.5 per second. Half a request is under 1 s, so 0.75 of the two between 1 and 10 s
  // are below the median.
  ["p50", 1 + 9 * 0.375, 0.55],
  ["mean", (2 * 5 + 0.5 * 0.5) / 2.5, 0.5],
] as const)(
  "the %s of the rest is computed from the requests of the rest only",
  async (statistic, ofRest, ofNamed) => {
    const { named, rest } = await split("e2e", statistic);
    for (const one of named) expect(one).toBeCloseTo(ofNamed, 6);
    expect(rest).toBeCloseTo(ofRest, 6);
  },
);
