/**
 * Answers one question: resolves deployment and engine, chooses grid and rate window from the scrape interval, reads
 * all queries through the shared cache, and assembles the answer. Throws AppError if a query fails.
 */
import { createScopedKey, type ScopedKey, type SourceScope } from "@/lib/model/sources/source-scope";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { ReadTiming } from "@/lib/model/signals/read-timing";
import { questionKey, type Question } from "@/lib/model/question";
import { AppError } from "@/lib/model/app-error";
import { statisticsError } from "@/lib/model/signals/signal-statistics";
import { isLive } from "@/lib/model/time-window";
import { splitLabelError } from "@/lib/model/signals/split-label";
import { engineOfDeployment } from "@/lib/engines";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import { maxGridPoints } from "@/lib/semantic/grid";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { listSignalNotes } from "@/lib/semantic/evaluate/signal-notes";
import { addUnsplitNotes } from "@/lib/semantic/split/unsplit-notes";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { assembleAnswer } from "./assemble-answer";
import { cacheAnswer, findCachedAnswer, findLastCachedAnswer } from "./answer-cache";
import { withLabelReasons } from "./label-reasons";
import { withNarrowedOutageStarts } from "./narrow-outage-starts";
import { withFirstSample } from "./first-sample";
import { describeUnknownScope } from "./unknown-scope";
import type { ResolvedQuestion, GridTiming } from "./read-queries";
import { readAnswerInputs } from "./read-answer-inputs";

interface ReadOptions {
  readonly maxPoints?: number;
  readonly signal?: AbortSignal;
  /** Page that requests the answer. Lanes take turns at a source. */
  readonly lane?: string;
  /** Times of an earlier read that this read repeats. Absent if they are chosen from the scrape interval. */
  readonly fixedTiming?: ReadTiming | undefined;
}

/** Cancellation of a question, and the sources that the caller may read. */
export interface AnswerOptions extends ReadOptions {
  /** Sources that the caller may read. */
  readonly sourceScope: SourceScope;
}

/**
 * Answers a question about signals of a deployment. Callers share the answer and must not modify it. Throws
 * AppError if a query fails.
 */
export async function answerQuestion(question: Question, options: AnswerOptions): Promise<Answer> {
  const deployment = await resolveDeployment(question.scope.deployment, options.sourceScope);
  const key = answerKey(deployment, question, options);
  const requestedAtMs = nowMs();
  const cached = findCachedAnswer(key, requestedAtMs);
  if (cached !== undefined) return cached;
  const answer = await answerForDeployment(deployment, question, options);
  cacheAnswer(key, answer, requestedAtMs);
  return answer;
}

/**
 * Returns the last complete answer to the question from the cache, with its age, to display while the source
 * fails. Undefined if there is none. Throws not-found for an unknown deployment.
 */
export async function findLastAnswer(
  question: Question,
  options: Pick<AnswerOptions, "sourceScope">,
): Promise<Answer | undefined> {
  const deployment = await resolveDeployment(question.scope.deployment, options.sourceScope);
  return findLastCachedAnswer(answerKey(deployment, question, options));
}

function answerKey(
  deployment: KnownDeployment,
  question: Question,
  options: Pick<AnswerOptions, "sourceScope" | "maxPoints" | "fixedTiming">,
): ScopedKey {
  return createScopedKey(
    options.sourceScope,
    options.maxPoints ?? maxGridPoints,
    questionKey(question),
    createSeriesKey(deployment),
    options.fixedTiming,
  );
}

/**
 * Answers a question for the given deployment, even if it is not stored, without caching. Throws AppError if
 * a query fails.
 */
export async function answerForDeployment(
  deployment: KnownDeployment,
  question: Question,
  options: ReadOptions = {},
): Promise<Answer> {
  const invalidStatistics = statisticsError(question);
  if (invalidStatistics !== null) throw new AppError("invalid-input", invalidStatistics);
  const engine = engineOfDeployment(deployment);
  const window = resolveRequestedWindow(question.window);
  const { split: label } = question.scope;
  const splitError = label === undefined ? undefined : splitLabelError(label);
  if (splitError !== undefined) throw new AppError("invalid-input", splitError);
  const queryContext: QueryContext = { engine, deployment, scope: question.scope };
  const source = findMetricsSource(deployment);
  const resolved: ResolvedQuestion = {
    queryContext,
    source,
    deploymentId: deployment.id,
    window,
    isLive: isLive(question.window),
    fixedTiming: options.fixedTiming,
    firstSeenAtMs: deployment.firstSeenAtMs,
    missingPart: describeUnknownScope(question.scope, deployment),
    readOptions: { signal: options.signal, lane: options.lane },
  };
  const { seriesPlans, split, timing, ...read } = await readAnswerInputs(
    question,
    resolved,
    options.maxPoints ?? maxGridPoints,
  );
  const answered = assembleAnswer(resolved, {
    seriesPlans,
    timing,
    ...read,
    extras: new Set(question.extras),
  });
  const { version } = getSourceConnection(source);
  const notes = listSignalNotes(question, queryContext);
  const [ranked] = question.signals;
  return {
    schemaVersion: 1,
    window,
    ...timing.grid,
    rateWindowMs: timing.rateWindowMs,
    sampleSpacingMs: timing.longestSpacingMs,
    source: { slug: source.slug, kind: "prometheus", version },
    engine: { id: engine.id, version: deployment.engineVersion },
    ...answered,
    series: await explainMissing(answered.series, resolved, timing),
    notes:
      split === "unlabelled" && label !== undefined && ranked !== undefined
        ? addUnsplitNotes(notes, { label, rankedSignal: ranked })
        : notes,
    ...(split === undefined || split === "unlabelled" ? {} : { split }),
  };
}

/**
 * Runs further queries for missing values that explain why or since when they are missing. It sends nothing if all
 * values are present.
 */
async function explainMissing(
  series: readonly AnswerSeries[],
  resolved: ResolvedQuestion,
  timing: GridTiming,
): Promise<readonly AnswerSeries[]> {
  const labelled = await withLabelReasons(series, resolved);
  return withNarrowedOutageStarts(await withFirstSample(labelled, resolved), resolved, timing);
}
