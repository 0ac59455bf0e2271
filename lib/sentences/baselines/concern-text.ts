/** Sentences about a window that may be unsuitable as a baseline, and why it cannot be captured. */
import { minBlocks, type MissingBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { formatLimit } from "@/lib/format/limit";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { limitDefinition } from "@/lib/model/deployment/limits";
import type { ConcernFacts, Unsteadiness, WindowConcern } from "@/lib/model/baseline/window-concern";

/** Reason why a window cannot be divided into time blocks. */
export type MissingReason = MissingBlocks | { readonly kind: "no-samples" };

const measureTitles: Readonly<Record<Unsteadiness["measure"], string>> = {
  requests: "The number of requests",
  ttft: "The mean TTFT",
  e2e: "The mean E2E latency",
  "train-step-time": "The mean step time",
};

const eventTexts = {
  exclusion: "The window overlaps the exclusion",
  deploy: "The window contains the deploy",
  configuration: "The window contains the configuration change",
  "mixed-versions": "The window contains the change of version",
} as const;

/** Adds the sentence to a concern about a window, as documents store it. */
export function toWindowConcern(facts: ConcernFacts): WindowConcern {
  return { kind: facts.kind, detail: describeConcern(facts) };
}

function describeConcern(facts: ConcernFacts): string {
  if ("title" in facts) return `${eventTexts[facts.kind]} “${facts.title}”.`;
  switch (facts.kind) {
    case "few-blocks":
      return `The window has ${facts.blockCount} time blocks. A comparison needs ${facts.neededCount}.`;
    case "few-requests":
      return `The window has ${formatCount(facts.requestCount)} requests. A p99 with a confidence interval needs ${facts.neededCount}.`;
    case "incomplete":
      return `${facts.incompleteCount} of ${facts.blockCount} time blocks are incomplete, because instances started, stopped or were not scraped.${percentileText(facts.blockCount - facts.incompleteCount)}`;
    case "not-steady":
      return `${measureTitles[facts.measure]} in quarter ${facts.quarter} of the window differs by ${Math.round(facts.differenceRatio * 100)} % from the full window.`;
    case "mixed-versions":
      return `The instances run several versions: ${facts.versions.join(", ")}.`;
    case "throttling":
      return `GPUs were throttled in ${facts.throttledCount} of ${facts.blockCount} time blocks.`;
    case "over-limit":
      return overLimitText(facts);
  }
}

function overLimitText(facts: Extract<ConcernFacts, { kind: "over-limit" }>): string {
  const { title, unit, displayUnit } = limitDefinition(facts.limit);
  const limit = `the limit of ${formatLimit(facts.limit, facts.threshold)}`;
  return "value" in facts
    ? `${title}: ${formatWithUnit(facts.value, unit, displayUnit)}, above ${limit}.`
    : `${title}: above ${limit} in ${facts.exceededCount} of ${facts.blockCount} time blocks.`;
}

/** With too few complete blocks, the baseline has no percentiles. */
function percentileText(completeCount: number): string {
  return completeCount < minBlocks ? ` Percentiles need ${minBlocks} complete time blocks.` : "";
}

/** Returns the concern that a window cannot be captured, because it has too few time blocks. */
export function describeMissingBlocks(reason: MissingReason): WindowConcern {
  return { kind: "few-blocks", detail: missingText(reason) };
}

function missingText(reason: MissingReason): string {
  switch (reason.kind) {
    case "no-samples":
      return "The deployment has no samples in the window.";
    case "sparse-samples":
      return `Samples are ${minutes(reason.spacingMs)} apart. The longest time block is 60 min, and each needs at least two samples.`;
    case "long-window":
      return `The window is longer than ${minutes(reason.maxWindowMs)}.`;
    case "few-blocks":
      return `The window has ${reason.blockCount} time blocks. Choose at least ${minutes(reason.neededWindowMs)}.`;
  }
}

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} min`;
