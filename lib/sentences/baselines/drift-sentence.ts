/** The drift of a baseline in one or two sentences: the verdict, or why there is none and what would settle it. */
import type { UnsuitableHour } from "@/lib/analysis/baselines/drift-window";
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { formatCount, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import { comparisonSentence } from "@/lib/sentences/comparisons/comparison-sentence";
import { loadDiffersText } from "@/lib/sentences/signals/comparison-text";

/** Result of comparing a recent hour with a baseline, or why there is none. */
export type DriftFacts =
  | {
      readonly kind: "compared";
      readonly comparison: Pick<ComparisonEntry, "before" | "after" | "result">;
      /** Time since the end of the compared hour. */
      readonly ageMs: number;
    }
  | {
      readonly kind: "no-hour";
      readonly reason: UnsuitableHour;
      /** Length of the searched history. */
      readonly searchedMs: number;
      readonly isPerInstance: boolean;
    }
  | { readonly kind: "deployment-deleted" }
  /** The detail is the problem of the source, as a sentence without a full stop. */
  | { readonly kind: "source-failed"; readonly source: string; readonly detail: string };

/** An hour that ended more recently is the last hour. */
const recentMs = 600_000;
const hourMs = 3_600_000;

/** Returns whether performance has drifted from a baseline, as text without markup. */
export function driftSentence(facts: DriftFacts): string {
  switch (facts.kind) {
    case "compared":
      return comparedSentence(facts);
    case "no-hour":
      return `Cannot tell: ${hourText(facts)}`;
    case "deployment-deleted":
      return "Cannot tell: the deployment was deleted, so nothing is measured.";
    case "source-failed":
      return `Cannot tell: ${facts.source} cannot be read (${facts.detail}). Drift is judged as soon as the source responds.`;
  }
}

function comparedSentence({ comparison, ageMs }: Extract<DriftFacts, { kind: "compared" }>): string {
  const hour =
    ageMs < recentMs ? "in the last hour" : `in the hour that ended ${formatCoarseDuration(ageMs)} ago`;
  const sentence = comparisonSentence(comparison);
  switch (comparison.result?.verdict) {
    case "worse":
      return `Worse ${hour}: ${sentence}`;
    case "better":
      return `Better ${hour}: ${sentence}`;
    case "same":
      return `No drift ${hour}: ${sentence}`;
    default:
      return sentence;
  }
}

function hourText({ reason, searchedMs, isPerInstance }: Extract<DriftFacts, { kind: "no-hour" }>): string {
  const searched = `the last ${Math.round(searchedMs / hourMs)}${thinSpace}h`;
  const none = `no hour of ${searched}`;
  switch (reason.kind) {
    case "too-early":
      return "less than an hour has passed since the end of the baseline. Drift is judged after one hour.";
    case "no-samples":
      return `${none} has samples for at least 45 min. Check that Prometheus scrapes the deployment.`;
    case "excluded":
      return `every hour of ${searched} with the load of the baseline contains an exclusion or a deploy. Drift is judged one hour after the newest of these events.`;
    case "few-requests":
      return `the last hour has ${formatCount(reason.requestCount)} requests, and a p95 needs ${formatCount(reason.neededCount)}. Drift is judged at the next hour with enough requests.`;
    case "load-differs":
      return `${none} has the load of the baseline. In the last hour, ${loadDiffersText(reason.differences, { isPerInstance })}. Capture a new baseline at the present load, or wait until the load is equal again.`;
  }
}
