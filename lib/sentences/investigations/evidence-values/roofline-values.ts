/** Main values of stored rooflines, batch sweeps, what-ifs and calculators, one sentence each. */
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { RooflinePageData, RooflinePool } from "@/lib/contracts/roofline/roofline";
import type { PhasePointsResponse } from "@/lib/contracts/roofline/roofline-point";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import { sentenceText } from "@/lib/format/sentence-text";
import { flopsText, intensityText } from "@/lib/sentences/roofline/point-text";
import { sweepFacts } from "@/lib/sentences/roofline/sweep-facts";
import {
  boundRows,
  expectedRows,
  remarkText,
  type BoundRow,
} from "@/lib/sentences/roofline/what-if/what-if-text";

type DataOf<E extends EvidenceData["endpoint"]> = Extract<EvidenceData, { endpoint: E }>;

/** Returns the sentences and the operating points of each pool. */
export function listRooflineValues({ pools, unavailableReason }: RooflinePageData): readonly string[] {
  if (unavailableReason !== null) return [sentenceText(unavailableReason)];
  return pools.flatMap((pool) => [
    `${sentenceText(pool.headline)} ${sentenceText(pool.detail)}`.trimEnd(),
    ...describePoints("Decode", pool.fullWindow.decode),
    ...describePoints("Prefill", pool.fullWindow.prefill),
  ]);
}

/** Describes the mean operating point of a phase over the window, while the phase runs. */
function describePoints(phase: string, points: PhasePointsResponse): readonly string[] {
  if (points.kind === "other-role") return [];
  if (points.kind !== "available") return [`${phase} in the window: ${sentenceText(points.sentence)}`];
  const { busy, step } = points;
  const position = `${intensityText(busy.intensityFlopPerByte)}, ${flopsText(busy.flopsPerSecond)} per GPU`;
  const use = `MBU ${formatRatio(busy.mbuRatio)}, MFU ${formatRatio(busy.mfuRatio)}`;
  const size = `step time ${formatWithUnit(step.stepSeconds, "seconds", "ms")}, batch ${formatNumber(step.batch)}`;
  return [
    `${phase} while busy, mean of the window: ${position}, ${use}, ${size}, n = ${formatCount(step.n)} steps`,
  ];
}

/** Returns the sentence, the facts and the groups of the sweep of each pool that decodes. */
export function listSweepValues({ pools, unavailableReason }: RooflinePageData): readonly string[] {
  if (unavailableReason !== null) return [sentenceText(unavailableReason)];
  return pools.filter(({ role }) => role !== "prefill").flatMap(({ sweep }) => describeSweepOf(sweep));
}

function describeSweepOf(sweep: RooflinePool["sweep"]): readonly string[] {
  if (sweep.state === "none") return [sentenceText(sweep.sentence)];
  const { groups, fit, sentence } = sweep;
  return [
    sentenceText(sentence),
    ...(fit.kind === "fit" ? [`Line fitted to n = ${formatCount(fit.n)} intervals`] : []),
    ...sweepFacts(sweep).map(({ name, value }) => `${name}: ${value}`),
    ...groups.map(
      ({ batch, itlSeconds, tokensPerSecond, intervalCount }) =>
        `Batch ${formatNumber(batch)}: step time ${formatWithUnit(itlSeconds, "seconds", "ms")}, ${formatWithUnit(tokensPerSecond, "tokens-per-second", "tokens/s")}, n = ${countWithNoun(intervalCount, "interval")}`,
    ),
  ];
}

/** Returns the change, the ceilings and estimates before and after it, and the remarks. */
export function listWhatIfValues({ change, currency, result }: DataOf<"what-if">): readonly string[] {
  const describeRow = ({ name, now, after, difference }: BoundRow): string =>
    `${name}: ${now} now, ${after} after the change${difference === "" ? "" : ` (${difference})`}`;
  return [
    `Change: ${change}. The new values are a ceiling, not a forecast.`,
    ...[...boundRows(result, currency), ...expectedRows(result)].map(describeRow),
    ...result.remarks.map(remarkText),
  ];
}

/** Returns the inputs, the sentence and the rows of a calculator. */
export function listCalculatorValues(data: DataOf<"calculator">): readonly string[] {
  const { inputs, sentence, columns, rows, chosenRowKey } = data;
  return [
    `Inputs: ${inputs.map(({ label, value }) => `${label} ${value}`).join(", ")}`,
    sentence,
    ...rows.map(({ key, cells }) => {
      const texts = cells.map((cell, index) => {
        const column = columns[index] ?? "";
        return column === "" ? cell : `${column} ${cell}`;
      });
      return `${texts.join(", ")}${key === chosenRowKey ? " (chosen)" : ""}`;
    }),
  ];
}

/** Returns the range of MFU or MBU of each pool, with the number of steps. */
export function listUtilisationValues({ metric, page: { pools } }: DataOf<"utilisation">): readonly string[] {
  return pools.flatMap(({ role, utilisation }) => {
    const ratios = metric === "mfu" ? utilisation?.mfuRatio : utilisation?.mbuRatio;
    const values = (ratios ?? []).filter((value) => value !== null);
    const name = `${metric.toUpperCase()}${pools.length > 1 ? ` of the ${role} pool` : ""}`;
    if (values.length === 0) return [`${name}: no values.`];
    const lowest = values.reduce((one, other) => Math.min(one, other));
    const highest = values.reduce((one, other) => Math.max(one, other));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const stepCount = (utilisation?.n ?? []).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    return [
      `${name}: ${formatRatio(lowest)} to ${formatRatio(highest)}, mean ${formatRatio(mean)}, in ${countWithNoun(values.length, "interval")}, n = ${formatCount(stepCount)} steps`,
    ];
  });
}
