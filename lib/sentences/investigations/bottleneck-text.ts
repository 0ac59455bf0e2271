/** Sentences about the bottleneck before and after a fix, and about the cost. */
import type { PhaseMove, PhaseReason } from "@/lib/analysis/validation/bottleneck";
import { minTracedRequests } from "@/lib/analysis/validation/bottleneck";
import type { CostComparison } from "@/lib/analysis/validation/compare-cost";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import type { BottleneckVerdict, RooflineBottleneck } from "@/lib/model/investigation/validation";
import { relativeChangeText, relativeIntervalText } from "@/lib/sentences/comparisons/statistic-text";
import { costReasonText } from "./goal-part-text";
import { formatPrice } from "./goal-text";

const sideNames = { before: "before the fix", after: "after the fix" } as const;

/** Returns "According to the time in each phase, the bottleneck moved from queue to decode.", or why there is no verdict. */
export function phaseMoveSentence({ verdict, from, to, reason }: PhaseMove): string {
  const [was, is] = [from, to].map((phase) => (phase === null ? "unknown" : lowerCasePhaseTitle(phase)));
  if (verdict === "moved")
    return `According to the time in each phase, the bottleneck moved from ${was} to ${is}.`;
  if (verdict === "same") return `According to the time in each phase, the bottleneck is ${is}, as before.`;
  return `The time in each phase cannot show whether the bottleneck moved. ${reason === null ? "" : phaseReasonText(reason, { before: was, after: is })}`.trim();
}

function phaseReasonText(
  reason: PhaseReason,
  longest: Readonly<Record<"before" | "after", string | undefined>>,
): string {
  switch (reason.kind) {
    case "few-requests":
      return `Traces of ${minTracedRequests} requests are needed ${sideNames[reason.side]}, and there are ${reason.count}.`;
    case "close":
      return `The phases ${longest[reason.side] ?? "unknown"} and ${lowerCasePhaseTitle(reason.other)} take about equally long ${sideNames[reason.side]}.`;
    case "unexplained":
      return `Spans do not explain most of the time ${sideNames[reason.side]}.`;
    case "chance":
      return `The longest phase was ${longest.before ?? "unknown"} and is ${longest.after ?? "unknown"}, but the difference may be due to chance.`;
  }
}

/** Returns "According to the roofline, the bottleneck moved: decode was memory-bound before the fix and is compute-bound now.", or why there is no verdict. */
export function boundMoveSentence(
  verdict: BottleneckVerdict,
  { steps, missingReason }: Pick<RooflineBottleneck, "steps"> & { readonly missingReason: string | null },
): string {
  const [first] = steps;
  const was = first?.before?.bound ?? null;
  const is = first?.after?.bound ?? null;
  if (first !== undefined && was !== null && is !== null) {
    const step = first.title.toLowerCase();
    if (verdict === "moved")
      return `According to the roofline, the bottleneck moved: ${step} was ${was} before the fix and is ${is} now.`;
    if (verdict === "same") return `According to the roofline, ${step} is ${is}, as before.`;
    return `The roofline cannot show whether the bottleneck moved. Before the fix, ${step} was ${was}. After the fix, ${step} is ${is}.`;
  }
  return `The roofline cannot show whether the bottleneck moved. ${missingReason ?? "The bound of the steps is not known."}`;
}

/** Returns the cost before and after with its change, or why there is none. */
export function costSentence(cost: CostComparison): string {
  const { before, after, change, currency, reason } = cost;
  const price = (value: number): string => formatPrice(value, currency ?? "");
  const name = "The cost per million output tokens";
  if (before !== null && after !== null && change !== null) {
    const interval = relativeIntervalText(change);
    return `${name} was ${price(before.value)} and is ${price(after.value)}: ${relativeChangeText({ change: change.value })} (95 % interval ${interval}).`;
  }
  const known = after ?? before;
  const start =
    known === null
      ? `${name} is not known.`
      : `${name} ${after === null ? "was" : "is"} ${price(known.value)}, and is not known ${after === null ? "after" : "before"} the fix.`;
  return [start, ...reasonTexts(reason)].join(" ");
}

function reasonTexts(reason: CostComparison["reason"]): readonly string[] {
  switch (reason?.kind) {
    case "no-price":
    case "other-currency":
    case "no-gpu-count":
      return [costReasonText(reason)];
    case "no-value":
      return reason.detail === null ? [] : [reason.detail];
    default:
      return [];
  }
}
