/**
 * Chooses the label values that a split answer names, and counts all values. Values are ranked by the page's leading
 * signal if the question's signal has the same values, otherwise by the question's signal. With thousands of series,
 * each ranking query takes as long as the answer. The queries are therefore sent separately and in parallel, once per page, and
 * the count later. A choice is cached for a minute. A moving window keeps the previous choice while a new one is
 * computed. A fixed window does not, because its answer must not depend on the windows that were read before.
 */
import { ownValue } from "@/lib/base/own-value";
import { createScopedKey, type ReadableSource, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { AnswerSplit } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import {
  addFailingValues,
  alignNamedValues,
  compileLabelRanking,
  findRankingSignal,
  maxNamedValues,
  type LabelValueRanking,
} from "@/lib/semantic/split/split";
import { failingTargetsQuery, listFailingValues } from "@/lib/semantic/status/down-instances";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { readOrUndefinedIfSourceFails } from "@/lib/services/series/read-failures";
import { createSizedCache, type SizedCache } from "@/lib/server/concurrency/sized-cache";
import { getProcessState } from "@/lib/server/process-state";
import { readPromqlInstant } from "@/lib/services/series/prometheus";
import type { ResolvedQuestion } from "./read-queries";

/** Label of a split with its largest values. */
export interface NamedValues {
  readonly label: string;
  /** Label values, sorted from the largest to the smallest. */
  readonly values: readonly string[];
}

/**
 * Label values that a split names. The promises resolve to undefined if no series has the label, or if there is nothing
 * to split yet.
 */
export interface SplitChoice {
  /** The named values, if the choice is cached. */
  readonly cachedValues?: NamedValues;
  readonly namedValues: Promise<NamedValues | undefined>;
  /**
   * The split with its counts; "unlabelled" if there are series but none has the label. Rejects with the same AppError as
   * `namedValues`.
   */
  readonly answerSplit: Promise<AnswerSplit | "unlabelled" | undefined>;
}

/** Values are ranked over the window, at most over this time. */
const maxRankingMs = 86_400_000;
const alignmentMs = 60_000;
const usableMinutes = 5;

type Chosen = "unlabelled" | { readonly named: NamedValues; readonly split: AnswerSplit };

const choiceCache = (): SizedCache<ScopedKey, Chosen> =>
  getProcessState("split-choices", () => createSizedCache<ScopedKey, Chosen>("lastResults"));

/**
 * Chooses the label values that a split names, from the cache or by a query. Undefined for a question
 * without a split, or if the signal has no series.
 */
export function chooseSplit(question: Question, resolved: ResolvedQuestion): SplitChoice | undefined {
  const label = question.scope.split;
  const [first] = question.signals;
  if (label === undefined || first === undefined) return undefined;
  const { window, queryContext, source } = resolved;
  const lengthMs = Math.min(maxRankingMs, window.endMs - window.startMs);
  const windowMs = Math.max(
    evaluationWindows.headlineWindowMs,
    Math.ceil(lengthMs / alignmentMs) * alignmentMs,
  );
  const ranking = compileLabelRanking(first, queryContext, { label, windowMs });
  if (ranking === undefined) return undefined;
  const leader =
    compileLabelRanking(findRankingSignal(first, queryContext), queryContext, { label, windowMs }) ?? ranking;
  const atMs = Math.floor(window.endMs / alignmentMs) * alignmentMs;
  const choose = (via: ResolvedQuestion["readOptions"]): SplitChoice =>
    rankValues({ label, ranking, leader, atMs, source, via, queryContext });
  const maxMinutes = resolved.isLive ? usableMinutes : 0;
  for (let minutes = 0; minutes <= maxMinutes; minutes += 1) {
    const chosen = choiceCache().get(keyOf(source, ranking, atMs - minutes * alignmentMs));
    if (chosen === undefined) continue;
    // The next request uses the new choice. A failure appears in that request.
    if (minutes > 0) choose({}).answerSplit.catch(() => undefined);
    return toSplitChoice(chosen);
  }
  return choose(resolved.readOptions);
}

function toSplitChoice(chosen: Chosen): SplitChoice {
  if (chosen === "unlabelled")
    return { namedValues: Promise.resolve(undefined), answerSplit: Promise.resolve("unlabelled" as const) };
  const { named, split } = chosen;
  return { cachedValues: named, namedValues: Promise.resolve(named), answerSplit: Promise.resolve(split) };
}

const keyOf = (source: ReadableSource, { topValuesQuery }: LabelValueRanking, atMs: number): ScopedKey =>
  createScopedKey(source.scope, source.slug, topValuesQuery, atMs);

interface RankingInput {
  readonly label: string;
  readonly ranking: LabelValueRanking;
  /** Ranking for the complete page. */
  readonly leader: LabelValueRanking;
  readonly atMs: number;
  readonly source: ReadableSource;
  readonly via: ResolvedQuestion["readOptions"];
  readonly queryContext: QueryContext;
}

function rankValues({ label, ranking, leader, atMs, source, via, queryContext }: RankingInput): SplitChoice {
  const ask = async (promql: string) => {
    const { vector, stale } = await readPromqlInstant({
      source,
      promql,
      atMs,
      isSentSeparately: true,
      ...via,
    });
    return { samples: vector.samples, isFresh: stale === null };
  };
  const largest = async ({ topValuesQuery }: LabelValueRanking) => {
    const { samples, isFresh } = await ask(topValuesQuery);
    const sorted = samples.toSorted((a, b) => b.value - a.value);
    const values = sorted.map(({ labels }) => ownValue(labels, label) ?? "");
    // Series without the label are the total, not a part of it.
    const isUnlabelled = values.length > 0 && values.every((value) => value === "");
    return { values: isUnlabelled ? [] : values, isUnlabelled, isFresh };
  };
  const own = largest(ranking);
  const known = choiceCache().get(keyOf(source, leader, atMs));
  const page =
    leader.topValuesQuery === ranking.topValuesQuery
      ? own
      : known === undefined
        ? largest(leader)
        : Promise.resolve({ values: known === "unlabelled" ? [] : known.named.values, isFresh: true });
  // A target that was down throughout the window has no series to rank.
  const failing = readOrUndefinedIfSourceFails(ask(failingTargetsQuery)).then((answer) =>
    listFailingValues(queryContext, label, answer?.samples ?? []),
  );
  const named = Promise.all([own, page, failing]).then(([mine, pages, down]): NamedValues | undefined =>
    mine.values.length === 0
      ? undefined
      : { label, values: addFailingValues(alignNamedValues(mine.values, pages.values), down) },
  );
  const split = named.then(async (one): Promise<AnswerSplit | "unlabelled" | undefined> => {
    const [mine, pages] = [await own, await page];
    const key = keyOf(source, ranking, atMs);
    if (mine.isUnlabelled) {
      if (mine.isFresh) choiceCache().set(key, "unlabelled");
      return "unlabelled";
    }
    if (one === undefined) return undefined;
    // A target that is down may have no series, so that the query does not count it.
    const down = (await failing).filter((value) => one.values.includes(value));
    // Fewer values than the maximum means that all values are known.
    const count =
      mine.values.length < maxNamedValues ? undefined : await ask(ranking.createValueCountQuery(down));
    const namedCount = one.values.length;
    const isShared = pages.values.some((value) => one.values.includes(value));
    const answerSplit: AnswerSplit = {
      label,
      ...(isShared ? { sharedPageValues: pages.values } : {}),
      namedCount,
      // Values of this signal's ranking that are not named belong to the rest.
      totalCount: Math.max(
        new Set([...one.values, ...mine.values]).size,
        down.length + Math.round(count?.samples[0]?.value ?? 0),
      ),
      rule: isShared ? leader.rankingRule : ranking.rankingRule,
    };
    if (mine.isFresh && pages.isFresh && count?.isFresh !== false)
      choiceCache().set(key, { named: one, split: answerSplit });
    return answerSplit;
  });
  return { namedValues: named, answerSplit: split };
}
