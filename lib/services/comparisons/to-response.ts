/** Converts comparisons to the response of their endpoints. */
import { toStoredLoad } from "@/lib/analysis/comparisons/verdict-provenance";
import type { ComparedRow, SideComparison } from "@/lib/analysis/comparisons/compare-sides";
import type { StatisticEstimate } from "@/lib/analysis/comparisons/estimate-statistic";
import { countRequests } from "@/lib/analysis/baselines/count-requests";
import { mergeBlocks } from "@/lib/analysis/baselines/merge-blocks";
import type { WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import { clampToPossibleValues } from "@/lib/analysis/statistics/possible-interval";
import type { InconclusiveReason } from "@/lib/analysis/statistics/verdict/inconclusive-reason";
import type { LoadDifference } from "@/lib/analysis/statistics/verdict/load";
import type {
  ComparedEstimate,
  ComparedRowEntry,
  ComparedSideEntry,
  ComparisonResultEntry,
  InconclusiveReasonEntry,
  JudgedChangeEntry,
} from "@/lib/contracts/comparisons";
import type { MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import { printSideReference } from "@/lib/model/comparison/side-reference";
import { signalDefinition, signalIds } from "@/lib/model/signals/signals";
import type { Unit } from "@/lib/model/units";
import type { SideReading } from "./read-side-within";

/** Converts one side of a comparison into its API entry. `measured` is null if it was not measured. */
export function toSideEntry(outcome: SideReading): ComparedSideEntry {
  const { kind, label, reference, deployment, window } = outcome.side;
  const identity = {
    kind,
    label,
    reference: printSideReference(reference),
    deployment: { slug: deployment.slug, title: deployment.title },
    window,
  };
  if (outcome.kind !== "measured") {
    const { detail, proposal } = outcome.kind === "pending" ? { detail: null, proposal: null } : outcome.side;
    return { ...identity, measured: null, concerns: [], missingReason: detail, proposal };
  }
  const { measured, source, timeZone, concerns, imported } = outcome.side;
  return {
    ...identity,
    measured: {
      source,
      timeZone,
      blockMs: measured.blockMs,
      blockCount: measured.blockCount,
      requestCount: countRequests(measured),
    },
    concerns,
    ...(imported === undefined ? {} : { imported }),
    missingReason: null,
    proposal: null,
  };
}

/** Converts the comparison of two sides into its API entry. */
export function toResultEntry(
  comparison: SideComparison,
  { before, after }: Readonly<Record<"before" | "after", SideReading>>,
): ComparisonResultEntry {
  const { windowMs, overall, decisiveKeys, environment, load, rows } = comparison;
  const sides = [before, after].map((read) => (read.kind === "measured" ? read.side.measured : null));
  const [was, is] = sides.map((measured) => measured?.distributions ?? {});
  return {
    windowMs,
    verdict: overall.verdict,
    decisive: decisiveKeys.map((key, index) => ({
      ...key,
      verdict: overall.signals[index]?.verdict ?? "cannot-tell",
      adjustedPValue: overall.signals[index]?.adjustedPValue ?? null,
    })),
    environment,
    load: {
      before: toStoredLoad(load.before),
      after: toStoredLoad(load.after),
      differences: load.differences.map(toDifferenceEntry),
      unknown: load.unknown,
      isTotalRate: load.isTotalRate,
      isDeclared: load.isDeclared,
    },
    rows: rows.map((row) => toRowEntry(row, environment.refusal !== null)),
    histograms: signalIds.flatMap((signal) => {
      const [first, second] = [toHistogram(was?.[signal]), toHistogram(is?.[signal])];
      const { unit, displayUnit } = signalDefinition(signal);
      return first === null && second === null
        ? []
        : [{ signal, unit, displayUnit, before: first, after: second }];
    }),
  };
}

function toRowEntry(row: ComparedRow, isRefused: boolean): ComparedRowEntry {
  const { signal, statistic, before, after, verdict, comparison, marginSource, exactComparison } = row;
  const units = unitOfStatistic(signal, statistic);
  return {
    signal,
    statistic,
    ...units,
    ...(row.isPerInstance ? { isPerInstance: true as const } : {}),
    before: toEstimateEntry(before, units.unit),
    after: toEstimateEntry(after, units.unit),
    verdict,
    comparison: toJudgedEntry(comparison),
    marginSource,
    // A refused comparison has no verdict, so the numbers behind a verdict would mislead.
    exact:
      exactComparison === null || isRefused
        ? null
        : {
            resolution: exactComparison.resolution,
            mean: toJudgedEntry(exactComparison.mean),
            shares: exactComparison.shares.map((share) => ({
              edge: share.edge,
              comparison: toJudgedEntry(share.comparison),
            })),
          },
  };
}

function toEstimateEntry(estimate: StatisticEstimate, unit: Unit): ComparedEstimate {
  if (estimate.kind === "absent") return estimate;
  const { headline, n, blockCount } = estimate;
  const { value, bucket } = headline;
  const { lower, upper } = clampToPossibleValues(headline, { value, unit });
  return { kind: "present", value, lower, upper, bucket, n, blockCount };
}

function toJudgedEntry(comparison: WindowComparison): JudgedChangeEntry {
  const { verdict, change, lower, upper, difference, margin, pValue, inconclusiveReason } = comparison;
  return {
    verdict,
    change,
    lower,
    upper,
    difference,
    margin: {
      ratio: margin.ratio,
      windowCount: margin.basis.windowCount,
      isDefault: margin.basis.kind === "default",
      isTooNoisy: margin.isTooNoisy,
    },
    pValue,
    ...(comparison.isBeyondHistory ? { isBeyondHistory: true as const } : {}),
    reason: inconclusiveReason === null ? null : toReasonEntry(inconclusiveReason),
  };
}

function toReasonEntry(reason: InconclusiveReason): InconclusiveReasonEntry {
  return reason.kind === "load-differs"
    ? { kind: reason.kind, differences: reason.differences.map(toDifferenceEntry) }
    : reason;
}

/** Converts a difference of the load. An infinite ratio becomes null, because JSON has no infinite number. */
function toDifferenceEntry({ measure, ratio }: LoadDifference) {
  return { measure, ratio: Number.isFinite(ratio) ? ratio : null };
}

function toHistogram(distribution: MeasuredDistribution | undefined) {
  const histogram = distribution === undefined ? undefined : mergeBlocks(distribution).histogram;
  if (distribution === undefined || histogram === undefined) return null;
  const { cumulativeCounts, upperBounds } = histogram;
  return {
    upperEdges: Array.from(upperBounds, (edge) => (Number.isFinite(edge) ? edge : null)),
    counts: Array.from(cumulativeCounts, (count, index) => count - (cumulativeCounts[index - 1] ?? 0)),
  };
}
