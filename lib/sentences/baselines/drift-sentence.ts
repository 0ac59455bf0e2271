/** The drift of a baseline in one or two sentences: the verdict, or why there is none and what would settle it. */
import type { UnsuitableHourReason, NoSuitableHour } from "@/lib/analysis/baselines/drift-window";
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { formatCount, thinSpace } from "@/lib/format/number";
import { formatWindow } from "@/lib/format/time";
import type { TimeWindow } from "@/lib/model/time-window";
import { comparisonSentence } from "@/lib/sentences/comparisons/comparison-sentence";
import { loadDiffersText } from "@/lib/sentences/signals/comparison-text";

/** Result of comparing a recent hour with a baseline, or the reason why no hour was compared. */
export type DriftFacts =
  | {
      readonly kind: "compared";
      readonly comparison: Pick<ComparisonEntry, "before" | "after" | "result">;
      /** The compared hour. */
      readonly window: TimeWindow;
      readonly asOfMs: number;
      /** Time zone of the organisation, in which the hour is named. */
      readonly timeZone: string;
    }
  | ({
      readonly kind: "no-hour";
      /** Length of the searched history. */
      readonly searchedMs: number;
      readonly isPerInstance: boolean;
    } & NoSuitableHour)
  | { readonly kind: "deployment-deleted" }
  /** `detail` describes why the source cannot be read, as a sentence without a full stop. */
  | { readonly kind: "source-failed"; readonly source: string; readonly detail: string };

/**
 * A compared hour that ended less than this time ago is named "the last hour". It may end a few minutes ago, because
 * hours are tried in steps of five minutes.
 */
const recentMs = 300_000;
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

function comparedSentence({
  comparison,
  window: { startMs, endMs },
  asOfMs,
  timeZone,
}: Extract<DriftFacts, { kind: "compared" }>): string {
  const times = formatWindow(startMs, endMs, timeZone);
  const hour = asOfMs - endMs < recentMs ? `the last hour (${times})` : `the hour ${times}`;
  const sentence = comparisonSentence(comparison);
  switch (comparison.result?.verdict) {
    case "worse":
    case "better":
      // The sentence of the comparison already contains the verdict.
      return `In ${hour}, ${startInLowerCase(sentence)}`;
    case "same":
      return `No drift in ${hour}: ${startInLowerCase(sentence)}`;
    default:
      return sentence.replace(/^(Cannot tell|No verdict): /u, `$1 for ${hour}: `);
  }
}

/** Returns the text with a lowercase first letter. A text that starts with an abbreviation, such as "TTFT p95", stays unchanged. */
function startInLowerCase(sentence: string): string {
  return /^[A-Z][a-z]/u.test(sentence) ? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence;
}

type NoHour = Extract<DriftFacts, { kind: "no-hour" }>;

function hourText(facts: NoHour): string {
  const { reason, earlierKinds, searchedMs } = facts;
  const advice = adviceText(reason.kind);
  if (earlierKinds.length === 0) return `${everyHourText(facts)} ${advice}`;
  const earlier = earlierKinds.map((kind) => earlierTexts[kind]).join(", others ");
  return `${newestHourText(facts)} Some earlier hours of ${searchedText(searchedMs)} ${earlier}. ${advice}`;
}

function searchedText(searchedMs: number): string {
  return `the last ${Math.round(searchedMs / hourMs)}${thinSpace}h`;
}

/** States the reason if it is the same for every hour. */
function everyHourText(facts: NoHour): string {
  const searched = searchedText(facts.searchedMs);
  switch (facts.reason.kind) {
    case "no-samples":
      return `no hour of ${searched} has samples for at least 45 min.`;
    case "excluded":
      return `every hour of ${searched} contains an exclusion or a deploy.`;
    case "load-differs":
      return `no hour of ${searched} has the load of the baseline. ${capitalise(newestHourText(facts))}`;
    default:
      return newestHourText(facts);
  }
}

function newestHourText({ reason, isPerInstance }: NoHour): string {
  switch (reason.kind) {
    case "too-early":
      return "less than an hour has passed since the end of the baseline.";
    case "no-samples":
      return "the last hour has samples for less than 45 min.";
    case "excluded":
      return "the last hour contains an exclusion or a deploy.";
    case "few-requests":
      return `the last hour has ${formatCount(reason.requestCount)} requests, and a p95 needs ${formatCount(reason.neededCount)}.`;
    case "load-differs":
      return `in the last hour, ${loadDiffersText(reason.differences, { isPerInstance })}.`;
  }
}

const earlierTexts: Readonly<Record<UnsuitableHourReason["kind"], string>> = {
  "too-early": "are before the end of the baseline",
  "no-samples": "have samples for less than 45 min",
  excluded: "contain an exclusion or a deploy",
  "few-requests": "have too few requests",
  "load-differs": "have a different load than the baseline",
};

function adviceText(kind: UnsuitableHourReason["kind"]): string {
  switch (kind) {
    case "too-early":
      return "Drift is judged after one hour.";
    case "no-samples":
      return "Check that Prometheus scrapes the deployment.";
    case "excluded":
      return "Drift is judged one hour after the newest of these events.";
    case "few-requests":
      return "Drift is judged at the next hour with enough requests.";
    case "load-differs":
      return "Capture a new baseline at the present load, or wait until the load is equal again.";
  }
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
