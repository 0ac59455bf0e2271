/**
 * A question about signals: the URL state, the browser's query key and the compiler's input in one versioned, hashable value.
 * Two equal questions have equal keys whatever the order their parts were written in.
 */
import type { SignalId } from "./signals";
import type { WindowExpression } from "./time-window";

export const quantiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
export type QuantileName = keyof typeof quantiles;

/**
 * Quantiles and mean are for distributions, `rate` for counters, `value` for gauges.
 * `ratio-to-requests` divides a counter by all finished requests; `share-of-e2e` is the part of summed end-to-end time a phase took.
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
export type Statistic = (typeof statistics)[number];

/**
 * Parts of an answer that only some readers need: the statistic over the window as a whole with what it is known by, and the
 * buckets behind the quantiles. Neither asks the source for more than the statistics do.
 */
export const extras = ["window-summary", "distribution"] as const;
export type Extra = (typeof extras)[number];

export interface Scope {
  readonly deployment: string;
  readonly model?: string;
  readonly instance?: string;
  /** Label by whose values the answer is split: the largest ones named, the others together. */
  readonly split?: string;
}

export interface Question {
  readonly v: 1;
  readonly signals: readonly SignalId[];
  readonly statistics: readonly Statistic[];
  readonly scope: Scope;
  readonly window: WindowExpression;
  readonly extras?: readonly Extra[];
}

/** Canonical text of a question: fixed field order, sorted lists. Equal questions give equal keys. */
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
