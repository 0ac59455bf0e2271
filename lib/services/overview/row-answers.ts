/** Questions of a row, and access to the readings and columns of their answers. */
import type { SourceScope } from "@/lib/model/sources/source-scope";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { Statistic } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import type { WindowExpression } from "@/lib/model/time-window";
import { absenceSentences } from "@/lib/semantic/evaluate/readings";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { toWireAnswer } from "@/lib/services/signals/read-signals";

const sparklinePoints = 120;
/** Name of the queue in which queries of the Overview wait for a source. The queues of different pages take turns. */
export const overviewLane = "overview";

/** Signal and statistics that the Overview shows of TTFT. */
export const ttftQuestion = ["ttft", ["p95", "mean"]] as const;

const rowQuestions = {
  ttft: ttftQuestion,
  tpot: ["tpot", ["p95", "mean"]],
  requests: ["requests", ["rate"]],
  "output-tokens": ["output-tokens", ["rate"]],
  running: ["running", ["value"]],
  waiting: ["waiting", ["value"]],
  "kv-usage": ["kv-usage", ["value"]],
  errors: ["errors", ["ratio-to-requests"]],
  aborts: ["aborts", ["ratio-to-requests"]],
  preemptions: ["preemptions", ["rate"]],
} as const satisfies Partial<Record<SignalId, readonly [SignalId, readonly Statistic[]]>>;

type RowSignal = keyof typeof rowQuestions;

/** Answers from which an Overview row is built, by signal. */
export type RowAnswers = Readonly<Record<RowSignal, Answer>>;

/** Deployment and window of an Overview row, with the sources that the caller may read. */
export interface RowRequest {
  readonly deploymentSlug: string;
  readonly sourceScope: SourceScope;
  readonly window: WindowExpression;
  readonly signal: AbortSignal;
}

/** Returns the answer for one signal of an overview row. Throws AppError if a query fails. */
export function readSignalAnswer(
  { deploymentSlug, sourceScope, window, signal }: RowRequest,
  [signalId, statistics]: readonly [SignalId, readonly Statistic[]],
): Promise<Answer> {
  const scope = { deployment: deploymentSlug };
  return answerQuestion(
    { v: 1, signals: [signalId], statistics, scope, window },
    { sourceScope, maxPoints: sparklinePoints, signal, lane: overviewLane },
  );
}

/** Returns the answers from which an overview row is built. Throws AppError if a query fails. */
export async function readRowAnswers(request: RowRequest): Promise<RowAnswers> {
  const ids = Object.keys(rowQuestions) as RowSignal[];
  const pairs = await Promise.all(
    ids.map(async (id) => [id, await readSignalAnswer(request, rowQuestions[id])] as const),
  );
  return Object.fromEntries(pairs) as Record<RowSignal, Answer>;
}

function seriesOf({ series }: Answer, statistic: Statistic): AnswerSeries | undefined {
  return series.find((one) => one.statistic === statistic);
}

/** Returns the headline of one statistic of an answer; absent if the answer has no such statistic. */
export function findHeadline(answer: Answer, statistic: Statistic): Reading {
  return seriesOf(answer, statistic)?.headline ?? unknown;
}

/** Returns the values of one statistic over time; empty if the answer has no such statistic. */
export function findValues(answer: Answer, statistic: Statistic): readonly (number | null)[] {
  return seriesOf(answer, statistic)?.values ?? [];
}

const unknown: Reading = { kind: "absent", reason: "not-yet-known", detail: "Not loaded yet." };

/**
 * Returns the p95 of an answer; absent if the bucket edges of the last minutes are mixed. Edges that were mixed earlier
 * in the window do not affect the present.
 */
export function findP95Headline(answer: Answer): Reading {
  const isMixed = answer.qualityWarnings?.some(({ isCurrent }) => isCurrent === true) === true;
  return isMixed ? mixedEdges : findHeadline(answer, "p95");
}

/** Collects the readings of an Overview row from its answers. */
export function collectReadings(answers: RowAnswers): JudgedRow["readings"] {
  const errorRatio = findHeadline(answers.errors, "ratio-to-requests");
  return {
    ttftP95: findP95Headline(answers.ttft),
    ttftMean: findHeadline(answers.ttft, "mean"),
    tpotP95: findP95Headline(answers.tpot),
    tpotMean: findHeadline(answers.tpot, "mean"),
    requestRate: withCount(findHeadline(answers.requests, "rate")),
    outputTokenRate: findHeadline(answers["output-tokens"], "rate"),
    running: findHeadline(answers.running, "value"),
    waiting: findHeadline(answers.waiting, "value"),
    kvUsage: findHeadline(answers["kv-usage"], "value"),
    errorRatio,
    abortRatio: findHeadline(answers.aborts, "ratio-to-requests"),
  };
}

/** Reading that replaces a percentile with mixed bucket edges. A row cannot show a quality warning, and a status must not depend on such a value. */
const mixedEdges: Reading = {
  kind: "absent",
  reason: "wrong-edges",
  detail: `${absenceSentences["wrong-edges"]} Split by instance on the Signals page.`,
};

/** Adds n to a rate: the number of finished requests in its window. */
function withCount(rate: Reading): Reading {
  return rate.kind === "absent" ? rate : { ...rate, n: Math.round((rate.value * rate.windowMs) / 1000) };
}

/** Reduces an answer to one statistic, for a sparkline. */
export function createSparklineAnswer(
  answer: Answer,
  statistic: Statistic,
): JudgedRow["sparklines"]["ttftP95"] {
  return toWireAnswer({
    ...answer,
    series: answer.series.filter((one) => one.statistic === statistic),
    counts: [],
    queries: [],
  });
}
