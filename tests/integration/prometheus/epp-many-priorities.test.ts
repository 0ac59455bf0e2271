/**
 * Pickers that migrate, split by more priorities than are named, on a real Prometheus: of one replica all priorities are named, of
 * another none, a third sends old names alone and tells none. The others are what is not named, each request once, and their
 * percentiles are those of their own requests.
 */
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals";
import { instantColumns } from "@/lib/semantic/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { queriesOf } from "@/lib/semantic/plan";
import { compileRanking, maxNamedValues } from "@/lib/semantic/split";
import { splitParts, unsplitParts, type QuestionPart } from "@/lib/services/signals/question-parts";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { frozenSource } from "@/tests/support/frozen-source";

const endSeconds = Math.floor(Date.now() / 1_000) - 60;
const times = Array.from({ length: 41 }, (_, index) => endSeconds - 600 + index * 15);
const windowMs = 300_000;

const edges = ["0.1", "1", "10", "+Inf"];
const [today, before] = ["llm_d_epp_request", "inference_objective_request"] as const;

interface Replica {
  readonly instance: string;
  /** None: it sends the old names alone. */
  readonly priorities: readonly number[];
  /** Requests a second of each priority, or of all. */
  readonly rate: number;
  /** The first edge that all its requests are under. */
  readonly under: string;
  /** How long one takes on average. */
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
      const all = `job="epp",model_name="m",instance="${instance}"${labels}`;
      const counter = (name: string, more: string, each: number): readonly string[] =>
        times.map((at, index) => `${prefix}_${name}{${all}${more}} ${each * index * 15} ${at}`);
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
  // All samples of one name stand together.
  const byName = Map.groupBy(lines, (line) => line.split("{")[0]);
  return [...[...byName.values()].flat(), "# EOF\n"].join("\n");
}

const frozen = frozenSource(exposition);

const place = {
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

async function valueOf({ plan, narrow }: QuestionPart, of: readonly QuestionPart[]): Promise<number> {
  const queries = [...new Set(of.flatMap((part) => queriesOf(part.plan)))];
  const answers = await Promise.all(queries.map(async (promql) => [promql, await vectorOf(promql)] as const));
  const columns = narrow(instantColumns(new Map(answers)), ({ plan: picked }) => picked);
  return evaluatePlan(plan, columns, windowMs).values[0] ?? Number.NaN;
}

interface Split {
  readonly whole: number;
  readonly named: readonly number[];
  readonly others: number;
}

async function split(signal: SignalId, statistic: Statistic): Promise<Split> {
  const ranking = compileRanking("requests", place, { label: "priority", windowMs });
  const top = await vectorOf(ranking?.top ?? "");
  const values = top.samples.map(({ labels }) => labels["priority"] ?? "");
  expect(values).toHaveLength(maxNamedValues);
  const question = {
    v: 1,
    signals: [signal],
    statistics: [statistic],
    scope: { deployment: "d", split: "priority" },
    window: { from: "now-10m", to: "now" },
  } as const;
  const asking = { question, queryContext: place, rateWindowMs: windowMs };
  const wholes = unsplitParts(asking);
  const parts = splitParts(asking, { label: "priority", values });
  const all = [...wholes, ...parts];
  const numbers = async (kind: "value" | "rest"): Promise<readonly number[]> =>
    Promise.all(parts.filter(({ group }) => group?.kind === kind).map((part) => valueOf(part, all)));
  const [whole] = await Promise.all(wholes.map((part) => valueOf(part, all)));
  const [others] = await numbers("rest");
  return { whole: whole ?? Number.NaN, named: await numbers("value"), others: others ?? Number.NaN };
}

test("the named and the others are the whole", async () => {
  const { whole, named, others } = await split("requests", "rate");
  expect(whole).toBeCloseTo(18.5, 6);
  expect(named).toHaveLength(maxNamedValues);
  for (const one of named) expect(one).toBeCloseTo(2, 6);
  // What was told of no priority is among the others.
  expect(others).toBeCloseTo(2.5, 6);
});

test.each([
  // Of two and a half a second half of one is under 1 s: 0.75 of the two between 1 and 10 s lie below.
  ["p50", 1 + 9 * 0.375, 0.55],
  ["mean", (2 * 5 + 0.5 * 0.5) / 2.5, 0.5],
] as const)("the others' %s is of their own requests", async (statistic, ofOthers, ofNamed) => {
  const { named, others } = await split("e2e", statistic);
  for (const one of named) expect(one).toBeCloseTo(ofNamed, 6);
  expect(others).toBeCloseTo(ofOthers, 6);
});
