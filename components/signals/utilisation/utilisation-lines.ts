/** MFU or MBU of a window as chart lines, table rows and CSV. */
import type { RooflinePool, RooflinePageData, RooflineUtilisation } from "@/lib/contracts/roofline/roofline";
import { absenceLabel } from "@/lib/format/absence";
import { formatWithUnit, thinSpace } from "@/lib/format/number";
import type { UtilisationMetric } from "@/lib/model/roofline/utilisation-metric";
import type { PoolUtilisation } from "@/lib/sentences/signals/utilisation-text";
import { toCsv } from "@/lib/format/csv";
import type { DrawnRow, PreparedSeries, UsualBand } from "@/components/charts/prepare/time-series";

/** Pool that reports utilisation, with its name in the panel. */
export interface UtilisationPool {
  readonly name: string;
  readonly pool: RooflinePool;
  readonly utilisation: RooflineUtilisation;
}

type ValueLine = readonly (number | null)[];

const percent = 100;
/** Converts ratios to percentages. */
export const toPercent = (line: ValueLine): ValueLine =>
  line.map((value) => (value === null ? null : value * percent));
/** Returns MFU or MBU of a pool over time, as ratios. */
export const getLine = (metric: UtilisationMetric, { utilisation }: UtilisationPool): ValueLine =>
  utilisation[`${metric}Ratio`];
const rangeOf = (metric: UtilisationMetric, { utilisation }: UtilisationPool) =>
  utilisation[`${metric}Range`];

/** Returns the pools that report utilisation, named by role if there are several. */
export function findReportingPools(
  { pools }: Pick<RooflinePageData, "pools">,
  metric: UtilisationMetric,
): readonly UtilisationPool[] {
  return pools.flatMap((pool): readonly UtilisationPool[] => {
    const name = pools.length > 1 ? `${pool.role} pool` : metric.toUpperCase();
    return pool.utilisation === undefined || pool.utilisation.atMs.length === 0
      ? []
      : [{ name, pool, utilisation: pool.utilisation }];
  });
}

/** Converts the utilisation of all pools to chart data. Undefined if no pool reports the metric. */
export function prepareUtilisation(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
): PreparedSeries | undefined {
  const [first] = pools;
  if (first === undefined) return undefined;
  const { trail } = first.pool;
  const band = pools.length === 1 ? bandOf(metric, first) : undefined;
  return {
    timesSec: first.utilisation.atMs.map((atMs) => atMs / 1_000),
    rows: pools.map((pool, index) => rowOf(metric, pool, index)),
    displayUnit: "%",
    isLogarithmic: false,
    limit: null,
    gaps: pools.length === 1 ? (first.utilisation.gaps ?? []) : [],
    stepMs: trail.stepMs,
    rateWindowMs: trail.intervalMs,
    ...(band === undefined ? {} : { usual: band }),
  };
}

function rowOf(metric: UtilisationMetric, pool: UtilisationPool, index: number): DrawnRow {
  return {
    key: pool.name,
    label: pool.name,
    colour: `id-${(index % 8) + 1}`,
    width: 2,
    dash: [],
    isHeadline: true,
    values: toPercent(getLine(metric, pool)),
    bucketLower: null,
    bucketUpper: null,
    n: pool.utilisation.n ?? null,
    series: { unit: "ratio" },
  };
}

function bandOf(metric: UtilisationMetric, pool: UtilisationPool): UsualBand | undefined {
  const range = rangeOf(metric, pool);
  if (range === undefined) return undefined;
  return {
    name: "expected error",
    lower: toPercent(range.lower),
    upper: toPercent(range.upper),
    learning: range.lower.map(() => null),
    text: `expected error ${expectedErrorText(metric, pool) ?? "unknown"}`,
    isLearning: false,
  };
}

/** Returns the utilisation of each pool over the last minutes with its expected error. */
export function summarisePools(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
): readonly PoolUtilisation[] {
  return pools.map((one) => ({
    name: one.name,
    now: one.pool.now,
    expectedError: expectedErrorText(metric, one),
  }));
}

/** Returns "−5 % +6 %" for the newest interval that has an error estimate. Null if none has. */
export function expectedErrorText(metric: UtilisationMetric, pool: UtilisationPool): string | null {
  const [line, range] = [getLine(metric, pool), rangeOf(metric, pool)];
  const at = line.findLastIndex((value) => value !== null && value > 0);
  const [value, lower, upper] = [line[at], range?.lower[at], range?.upper[at]];
  if (value === undefined || value === null || typeof lower !== "number" || typeof upper !== "number")
    return null;
  const roundedPercent = (ratio: number): string => `${Math.round(percent * ratio)}${thinSpace}%`;
  return `−${roundedPercent(1 - lower / value)} +${roundedPercent(upper / value - 1)}`;
}

/** Returns the gap that contains the interval, with its reason. */
function gapAt({ utilisation }: UtilisationPool, index: number) {
  return utilisation.gaps?.find(({ fromIndex, toIndex }) => index >= fromIndex && index <= toIndex);
}

/** Returns the value of one interval for the table, or why it is missing. */
export function formatUtilisationCell(
  metric: UtilisationMetric,
  pool: UtilisationPool,
  index: number,
): string {
  const value = getLine(metric, pool)[index];
  if (value === null || value === undefined) {
    const gap = gapAt(pool, index);
    return gap === undefined ? "" : absenceLabel(gap.reason);
  }
  return formatWithUnit(value, "ratio", "%");
}

/** Writes MFU or MBU of all pools as CSV. Missing values are empty cells. */
export function createUtilisationCsv(metric: UtilisationMetric, pools: readonly UtilisationPool[]): string {
  const [first] = pools;
  const columns = pools.flatMap((pool) => {
    const range = rangeOf(metric, pool);
    const name = pools.length > 1 ? `${pool.name}: ${metric}` : metric;
    return [
      { head: `${name} (ratio)`, line: getLine(metric, pool) },
      { head: `${name} lower bound (ratio)`, line: range?.lower ?? [] },
      { head: `${name} upper bound (ratio)`, line: range?.upper ?? [] },
      { head: `${name} n (steps)`, line: pool.utilisation.n ?? [] },
    ];
  });
  return toCsv([
    ["time", ...columns.map(({ head }) => head)],
    ...(first?.utilisation.atMs ?? []).map((atMs, index) => [
      new Date(atMs).toISOString(),
      ...columns.map(({ line }) => line[index] ?? null),
    ]),
  ]);
}
