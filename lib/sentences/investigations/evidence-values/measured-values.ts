/** Main values of stored comparisons, gate runs and baselines, one sentence each. */
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { formatCount, formatQuantileWithUnit, formatWithUnit } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { baselineIntervalText } from "@/lib/sentences/baselines/baseline-interval-text";
import { describeBaseline } from "@/lib/sentences/baselines/baseline-headline";
import { findCorrectedVerdict, describeDecidingNumber } from "@/lib/sentences/comparisons/deciding-number";
import { nameStatistic, valueChangeText, verdictTitles } from "@/lib/sentences/comparisons/statistic-text";

type DataOf<E extends EvidenceData["endpoint"]> = Extract<EvidenceData, { endpoint: E }>;

/** Returns the verdict, both sides, and each compared statistic with its change, interval and n. */
export function listComparisonValues({ comparison }: DataOf<"comparison">): readonly string[] {
  const { before, after, result, sentence } = comparison;
  const rows = (result?.rows ?? []).map((row) => {
    const values = valueChangeText(row);
    const { text, decidingText, basisText, isInterval } = describeDecidingNumber(row);
    const changes = [text, decidingText].filter((part) => part !== "");
    const basis = basisText === "" ? "" : ` (${isInterval ? "95 % interval " : ""}${basisText})`;
    const [nBefore, nAfter] = [row.before, row.after].map((side) =>
      side.kind === "absent" ? "none" : formatCount(side.n),
    );
    const verdict = result === null ? row.verdict : findCorrectedVerdict(row, result);
    return [
      `${nameStatistic(row)}: ${values === "" ? "not measured on both sides" : values}`,
      ...(changes.length === 0 ? [] : [`${changes.join(", ")}${basis}`]),
      verdictTitles[verdict].toLowerCase(),
      `n = ${nBefore} before and ${nAfter} after`,
    ].join(", ");
  });
  return [sentence, `Before: ${before.label}. After: ${after.label}.`, ...rows];
}

/** Returns the verdict and the result of each rule. */
export function listGateValues({ run: { gate, result, texts } }: DataOf<"gate">): readonly string[] {
  const counts = (result?.rules ?? []).map(({ baseline, window }) => {
    const [nBaseline, nWindow] = [baseline, window].map((one) =>
      one === null ? "none" : formatCount(one.n),
    );
    return ` n = ${nBaseline} in the baseline and ${nWindow} in the window.`;
  });
  return [
    gate.sentence,
    `Deployment ${gate.deployment.slug}, compared with the baseline ${gate.baseline.name}.`,
    ...texts.rules.map((text, index) => `${text}${counts[index] ?? ""}`),
    ...texts.obstacles,
    ...texts.warnings,
  ];
}

/** Returns the percentiles, means, rates and gauges with their intervals and n. */
export function listBaselineValues({
  detail: { baseline, measured },
}: DataOf<"baseline">): readonly string[] {
  if (measured === null) return [`${baseline.name}: the capture was not complete.`];
  return [
    `${baseline.name}: ${sentenceText(describeBaseline(measured))}`,
    ...measured.distributions.map(describeDistribution),
    ...measured.rates.map(
      ({ signal, perSecond, n }) =>
        `${nameOf(signal)}: ${inUnit(signal, perSecond)}, n = ${formatCount(n)} blocks`,
    ),
    ...measured.gauges.map(
      ({ signal, mean, max, n }) =>
        `${nameOf(signal)}: mean ${inUnit(signal, mean)}, maximum ${inUnit(signal, max)}, n = ${formatCount(n)} blocks`,
    ),
  ];
}

type Distribution = NonNullable<DataOf<"baseline">["detail"]["measured"]>["distributions"][number];

/** Describes the percentiles and the mean, each with its 95 % interval. */
function describeDistribution({ signal, n, mean, meanInterval, quantiles }: Distribution): string {
  const { label, unit, displayUnit } = signalDefinition(signal);
  const estimate = (statistic: string, text: string, interval: Interval | null): string => {
    const range =
      interval === null ? "" : ` (95 % interval ${baselineIntervalText(interval, unit, displayUnit)})`;
    return `${statistic} ${text}${range}`;
  };
  const estimates = [
    ...quantiles.map(({ quantile, value, bucket = null, ...interval }) =>
      estimate(
        `p${Math.round(quantile * 100)}`,
        formatQuantileWithUnit(value, bucket, unit, displayUnit),
        interval,
      ),
    ),
    ...(mean === null ? [] : [estimate("mean", inUnit(signal, mean), meanInterval)]),
  ];
  return `${label}: ${estimates.join(", ")}, n = ${formatCount(n)}`;
}

interface Interval {
  readonly lower: number;
  readonly upper: number | null;
}

const nameOf = (signal: SignalId): string => signalDefinition(signal).title;

function inUnit(signal: SignalId, value: number): string {
  const { unit, displayUnit } = signalDefinition(signal);
  return formatWithUnit(value, unit, displayUnit);
}
