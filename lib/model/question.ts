/**
 * A question about signals: one versioned, hashable value that serves as URL state, as the browser's query key and as
 * the compiler's input. Equal questions have equal keys, in any order of their lists.
 */
import type { SignalId } from "./signals/signals";
import type { WindowExpression } from "./time-window";

/** Quantiles that a question can request. */
export const quantiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
/** Name of a quantile, such as p95. */
export type QuantileName = keyof typeof quantiles;

/**
 * Statistics that a question can request. Quantiles and mean apply to distributions, `rate` to counters,
 * `value` to gauges. `ratio-to-requests` divides a counter by finished requests. `share-of-e2e` is a phase's
 * fraction of the summed E2E time.
 */
export const statistics = [
  "p50",
  "p90",
  "p95",
  "p99",
  "mean",
  "rate",
  "value",
  "ratio-to-requests",
  "share-of-e2e",
] as const;
/** Statistic that a question can request. */
export type Statistic = (typeof statistics)[number];

/**
 * Optional parts of an answer: the statistic over the complete window with its confidence interval, and the
 * buckets of quantiles. Neither requires additional queries.
 */
export const answerExtras = ["window-summary", "distribution"] as const;
/** Optional part of an answer. */
export type AnswerExtra = (typeof answerExtras)[number];

/** Deployment of a question, and the filters and split of its series. */
export interface Scope {
  readonly deployment: string;
  /** Model to which the series are restricted; all models if absent. */
  readonly model?: string;
  /** Instance to which the series are restricted; all instances if absent. */
  readonly instance?: string;
  /** Further labels of the series, by name. Only arms of experiments have them. */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Label by which the answer is split: its largest values are named, and the other values are combined. The answer is
   * not split if absent.
   */
  readonly split?: string;
}

/** Request for statistics of signals of a deployment over a window. URLs and evidence contain it. */
export interface Question {
  /** Version of the question's format. */
  readonly v: 1;
  readonly signals: readonly SignalId[];
  readonly statistics: readonly Statistic[];
  readonly scope: Scope;
  readonly window: WindowExpression;
  readonly extras?: readonly AnswerExtra[];
}

/**
 * Returns the canonical text of a question, with fixed field order and sorted lists. Equal questions have
 * equal keys.
 */
export function questionKey(question: Question): string {
  const { scope, window } = question;
  return JSON.stringify([
    question.v,
    [...question.signals].sort(),
    [...question.statistics].sort(),
    [scope.deployment, scope.model ?? null, scope.instance ?? null, scope.split ?? null],
    [window.from, window.to],
    [...(question.extras ?? [])].sort(),
  ]);
}
