/** One deployment's row: headline readings, the status they add up to and since when, its sentence and its sparklines. */
import type { JudgedRow } from "@/lib/contracts/overview";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { Question, Statistic } from "@/lib/model/question";
import type { DownSince, Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals";
import { isLive, resolveWindow, type WindowExpression } from "@/lib/model/time-window";
import { assertPresent } from "@/lib/base/assert";
import { engineOf } from "@/lib/engines";
import { instantColumns } from "@/lib/semantic/columns";
import { targetsOfSelected } from "@/lib/semantic/no-series";
import { absenceSentences } from "@/lib/semantic/readings";
import { deploymentSentence } from "@/lib/semantic/sentences";
import { isFrozen, judgeStatus, type StatusEvidence, type Targets } from "@/lib/semantic/status";
import {
  planStatusQueries,
  readStatusNumbers,
  statusQueryList,
  type StatusNumbers,
} from "@/lib/semantic/status-queries";
import { statusSinceMs } from "@/lib/semantic/status-since";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readInstant } from "@/lib/services/series/read-series";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { engineSpacing, headlineTime } from "@/lib/services/signals/answer-times";
import { toWire } from "@/lib/services/signals/read-signals";
import { describeRow } from "./describe-row";

const sparklinePoints = 120;
const lane = "overview";

const asked = {
  ttft: ["ttft", ["p95", "mean"]],
  tpot: ["tpot", ["p95", "mean"]],
  requests: ["requests", ["rate"]],
  "output-tokens": ["output-tokens", ["rate"]],
  running: ["running", ["value"]],
  waiting: ["waiting", ["value"]],
  "kv-usage": ["kv-usage", ["value"]],
  errors: ["errors", ["ratio-to-requests"]],
} as const satisfies Partial<Record<SignalId, readonly [SignalId, readonly Statistic[]]>>;

type Asked = keyof typeof asked;

export async function readRow(
  deployment: KnownDeployment,
  window: WindowExpression,
  signal: AbortSignal,
): Promise<JudgedRow> {
  const ask = (id: Asked): Promise<Answer> => {
    const [signalId, statistics] = asked[id];
    const question: Question = {
      v: 1,
      signals: [signalId],
      statistics,
      scope: { deployment: deployment.slug },
      window,
    };
    return answerQuestion(question, { maxPoints: sparklinePoints, signal, lane });
  };
  const ids = Object.keys(asked) as Asked[];
  const [{ numbers, warnings }, pairs] = await Promise.all([
    readNumbers(deployment, window, signal),
    Promise.all(ids.map(async (id) => [id, await ask(id)] as const)),
  ]);
  const answers = Object.fromEntries(pairs) as Record<Asked, Answer>;
  const series = (id: Asked, statistic: Statistic): AnswerSeries | undefined =>
    answers[id].series.find((one) => one.statistic === statistic);
  const reading = (id: Asked, statistic: Statistic): Reading => series(id, statistic)?.headline ?? unknown;
  const percentile = (id: "ttft" | "tpot"): Reading =>
    answers[id].doubts === undefined ? reading(id, "p95") : ofMixedEdges;
  const readings = {
    ttftP95: percentile("ttft"),
    ttftMean: reading("ttft", "mean"),
    tpotP95: percentile("tpot"),
    tpotMean: reading("tpot", "mean"),
    requestRate: withCount(reading("requests", "rate"), reading("errors", "ratio-to-requests")),
    outputTokenRate: reading("output-tokens", "rate"),
    running: reading("running", "value"),
    waiting: reading("waiting", "value"),
    kvUsage: reading("kv-usage", "value"),
    errorRatio: reading("errors", "ratio-to-requests"),
  };
  const targets = tellsOfNoSeries(readings) ? "none" : targetsOf(numbers, deployment);
  const judgedBy = { ...numbers, targets };
  const evidence: StatusEvidence = { ...readings, ...judgedBy };
  const judgement = judgeStatus(evidence);
  const column = (id: Asked, statistic: Statistic): readonly (number | null)[] =>
    series(id, statistic)?.values ?? [];
  const { startMs, stepMs, pointCount } = answers.ttft;
  const since = isLive(window) ? downSinceOf(Object.values(readings)) : undefined;
  const heldSinceMs = statusSinceMs(judgement.id, {
    grid: { startMs, stepMs, pointCount },
    ttftP95: column("ttft", "p95"),
    tpotMean: column("tpot", "mean"),
    errorRatio: column("errors", "ratio-to-requests"),
    waiting: column("waiting", "value"),
    kvUsage: column("kv-usage", "value"),
    running: column("running", "value"),
  });
  const stale = ids.map((id) => answers[id].stale).find((one) => one !== null) ?? null;
  const facts = {
    slug: deployment.slug,
    title: deployment.title,
    status: judgement.id,
    isFrozen: isFrozen(evidence),
    trains: numbers.steps !== null,
    readings,
    sourceTrouble: null,
    judgedBy,
    ...(since === undefined ? {} : { downSince: since }),
  };
  const sinceMs = judgement.id === "source-down" ? beginningOf(since) : heldSinceMs;
  return {
    ...describeRow(deployment),
    state: "judged",
    status: { id: judgement.id, sinceMs, holding: [...judgement.holding] },
    sentence: [...deploymentSentence(facts)],
    sourceTrouble: null,
    readings,
    sparklines: { ttftP95: only(answers.ttft, "p95"), tpotP95: only(answers.tpot, "p95") },
    asOfMs: Math.min(...ids.map((id) => answers[id].asOfMs)),
    warnings: [...new Set([...ids.flatMap((id) => answers[id].warnings), ...warnings])],
    stale,
  };
}

function tellsOfNoSeries(readings: Readonly<Record<string, Reading>>): boolean {
  return Object.values(readings).some((one) => one.kind === "absent" && one.reason === "no-series");
}

/** A training job has no readings that would tell that its selectors find nothing. */
function targetsOf({ targets, steps }: StatusNumbers, deployment: KnownDeployment): Targets {
  return steps === null ? targets : targetsOfSelected(targets, deployment);
}

/** A row has no room for a doubt, and a status must not rest on one. */
const ofMixedEdges: Reading = {
  kind: "absent",
  reason: "wrong-edges",
  detail: `${absenceSentences["wrong-edges"]} Signals shows them split by instance.`,
};

const unknown: Reading = { kind: "absent", reason: "not-yet-known", detail: "Not read yet." };

/** As the readings that are missing for it tell it; undefined while none is. */
function downSinceOf(readings: readonly Reading[]): DownSince | undefined {
  return readings.flatMap((one) => (one.kind === "absent" ? (one.downSince ?? []) : []))[0];
}

/** Null where it was so before the window begins. */
function beginningOf(since: DownSince | undefined): number | null {
  return since?.kind === "since" ? since.atMs : null;
}

/** A rate has no n of its own; the finished requests counted in the same five minutes are its n. */
function withCount(rate: Reading, counted: Reading): Reading {
  if (rate.kind === "absent") return rate;
  const n =
    counted.kind === "present" && counted.n !== undefined
      ? counted.n
      : Math.round((rate.value * rate.windowMs) / 1000);
  return { ...rate, n };
}

/** The answer with one statistic's series, which is all a sparkline draws. */
function only(answer: Answer, statistic: Statistic): JudgedRow["sparklines"]["ttftP95"] {
  return toWire({
    ...answer,
    series: answer.series.filter((one) => one.statistic === statistic),
    counts: [],
    queries: [],
  });
}

/** What a status needs beyond the readings, read beside them. */
async function readNumbers(
  deployment: KnownDeployment,
  expression: WindowExpression,
  signal: AbortSignal,
): Promise<{ readonly numbers: StatusNumbers; readonly warnings: readonly string[] }> {
  const { metricsSource: sourceSlug } = deployment;
  const place = { engine: engineOf(deployment), deployment, scope: { deployment: deployment.slug } };
  const startedMs = nowMs();
  const window = assertPresent(resolveWindow(expression, startedMs), "the door has looked at the window");
  const spacing = await engineSpacing(place, sourceSlug, window);
  const queries = planStatusQueries(place, spacing?.coarsestMs ?? null);
  const atMs = headlineTime({ ...window, endMs: startedMs });
  const list = [...new Set(statusQueryList(queries))];
  const reads = await Promise.all(
    list.map(async (promql) => {
      const { vector } = await readInstant({ sourceSlug, promql, atMs, lane, signal });
      return [promql, vector] as const;
    }),
  );
  return {
    numbers: readStatusNumbers(queries, instantColumns(new Map(reads))),
    warnings: reads.flatMap(([, vector]) => vector.warnings),
  };
}
