/** MFU or MBU of a window as a chart draws it, as rows of a table and as a file. */
import type { RooflinePool, RooflineRoom, RooflineUtilisation } from "@/lib/contracts/roofline";
import { absenceWord } from "@/lib/format/absence";
import { formatWithUnit, thinSpace } from "@/lib/format/number";
import { toCsv } from "@/components/charts/prepare/csv";
import type { DrawnRow, PreparedSeries, UsualBand } from "@/components/charts/prepare/time-series";

export type Use = "mfu" | "mbu";

export interface UsePool {
  readonly name: string;
  readonly pool: RooflinePool;
  readonly lines: RooflineUtilisation;
}

type Line = readonly (number | null)[];

const percent = 100;
export const inPercent = (line: Line): Line => line.map((value) => (value === null ? null : value * percent));
export const lineOf = (use: Use, { lines }: UsePool): Line => lines[`${use}Ratio`];
const rangeOf = (use: Use, { lines }: UsePool) => lines[`${use}Range`];

/** Pools that tell it; named by what they do where there are several. */
export function poolsOf({ pools }: Pick<RooflineRoom, "pools">, use: Use): readonly UsePool[] {
  return pools.flatMap((pool): readonly UsePool[] => {
    const name = pools.length > 1 ? `${pool.role} pool` : use.toUpperCase();
    return pool.utilisation === undefined || pool.utilisation.atMs.length === 0
      ? []
      : [{ name, pool, lines: pool.utilisation }];
  });
}

/** Undefined where no pool tells it. */
export function drawnUse(use: Use, pools: readonly UsePool[]): PreparedSeries | undefined {
  const [first] = pools;
  if (first === undefined) return undefined;
  const { trail } = first.pool;
  const band = pools.length === 1 ? bandOf(use, first) : undefined;
  return {
    timesSec: first.lines.atMs.map((atMs) => atMs / 1_000),
    rows: pools.map((pool, index) => rowOf(use, pool, index)),
    displayUnit: "%",
    isLogarithmic: false,
    limit: null,
    gaps: pools.length === 1 ? (first.lines.gaps ?? []) : [],
    stepMs: trail.stepMs,
    rateWindowMs: trail.sliceMs,
    ...(band === undefined ? {} : { usual: band }),
  };
}

function rowOf(use: Use, pool: UsePool, index: number): DrawnRow {
  return {
    key: pool.name,
    label: pool.name,
    colour: `id-${(index % 8) + 1}`,
    width: 2,
    dash: [],
    isHeadline: true,
    values: inPercent(lineOf(use, pool)),
    lower: null,
    upper: null,
    n: pool.lines.n ?? null,
    source: { unit: "ratio" },
  };
}

function bandOf(use: Use, pool: UsePool): UsualBand | undefined {
  const range = rangeOf(use, pool);
  if (range === undefined) return undefined;
  return {
    name: "expected error",
    lower: inPercent(range.lower),
    upper: inPercent(range.upper),
    learning: range.lower.map(() => null),
    words: `expected error ${errorText(use, pool) ?? "not known"}`,
    isLearning: false,
  };
}

/** "−5 % +6 %" of the newest slice that tells; null where none does. */
export function errorText(use: Use, pool: UsePool): string | null {
  const [line, range] = [lineOf(use, pool), rangeOf(use, pool)];
  const at = line.findLastIndex((value) => value !== null && value > 0);
  const [value, lower, upper] = [line[at], range?.lower[at], range?.upper[at]];
  if (value === undefined || value === null || typeof lower !== "number" || typeof upper !== "number")
    return null;
  const whole = (ratio: number): string => `${Math.round(percent * ratio)}${thinSpace}%`;
  return `−${whole(1 - lower / value)} +${whole(upper / value - 1)}`;
}

/** Why a slice has no number. */
export function gapAt({ lines }: UsePool, index: number) {
  return lines.gaps?.find(({ fromIndex, toIndex }) => index >= fromIndex && index <= toIndex);
}

export function cellText(use: Use, pool: UsePool, index: number): string {
  const value = lineOf(use, pool)[index];
  if (value === null || value === undefined) {
    const gap = gapAt(pool, index);
    return gap === undefined ? "" : absenceWord(gap.reason);
  }
  return formatWithUnit(value, "ratio", "%");
}

/** Ratios, empty where there is none. */
export function csvOf(use: Use, pools: readonly UsePool[]): string {
  const [first] = pools;
  const columns = pools.flatMap((pool) => {
    const range = rangeOf(use, pool);
    const name = pools.length > 1 ? `${pool.name}: ${use}` : use;
    return [
      { head: `${name} (ratio)`, line: lineOf(use, pool) },
      { head: `${name} at least (ratio)`, line: range?.lower ?? [] },
      { head: `${name} at most (ratio)`, line: range?.upper ?? [] },
      { head: `${name} n (steps)`, line: pool.lines.n ?? [] },
    ];
  });
  return toCsv([
    ["time", ...columns.map(({ head }) => head)],
    ...(first?.lines.atMs ?? []).map((atMs, index) => [
      new Date(atMs).toISOString(),
      ...columns.map(({ line }) => line[index] ?? null),
    ]),
  ]);
}
