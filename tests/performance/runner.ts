/**
 * Compares the product with a peer in one run, A/B/A/B, so that a slow machine slows both: medians, 95th percentiles
 * and their ratio with a bootstrap interval. Prints results; never fails a build.
 */
import { performance } from "node:perf_hooks";
import { seeded } from "@/tests/support/histories/vllm-history";

export interface Comparison {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Required ratio, infinite when none is required; and the ambitious target. */
  readonly must: number;
  readonly moonshot: number;
  readonly samples?: number;
  /** A deterministic count: one measurement is enough. */
  readonly isCount?: true;
  /** Measured value in `unit`; the duration in milliseconds when it returns nothing. */
  readonly ours: () => Promise<number | undefined>;
  readonly peer: () => Promise<number | undefined>;
}

export interface BenchRow {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly must: number;
  readonly moonshot: number;
  readonly ours: Summary;
  readonly peer: Summary;
  readonly ratio: number;
  /** 95 % bootstrap interval of the ratio of medians. */
  readonly lower: number;
  readonly upper: number;
}

export interface Summary {
  readonly median: number;
  readonly p95: number;
}

const SAMPLES = 15;
const RESAMPLES = 2_000;
/** Above this spread of the peer's runs (quartile distance over median) the machine was too busy for a comparison. */
const NOISY_SPREAD = 0.25;

export async function compare(comparison: Comparison): Promise<BenchRow> {
  const { id, title, unit, must, moonshot } = comparison;
  // The first run of each warms caches, connections and the compiler.
  await measure(comparison.ours);
  await measure(comparison.peer);
  const [ours, peer]: [number[], number[]] = [[], []];
  const samples = comparison.isCount === true ? 1 : Math.max(SAMPLES, comparison.samples ?? 0);
  for (let sample = 0; sample < samples; sample += 1) {
    ours.push(await measure(comparison.ours));
    peer.push(await measure(comparison.peer));
  }
  const ratios = resampledRatios(ours, peer);
  return {
    id,
    title: isNoisy(peer) ? `${title} (noisy)` : title,
    unit,
    must,
    moonshot,
    ours: summaryOf(ours),
    peer: summaryOf(peer),
    ratio: quantile(ours, 0.5) / quantile(peer, 0.5),
    lower: quantile(ratios, 0.025),
    upper: quantile(ratios, 0.975),
  };
}

/** Prints the rows as a plain-text table. */
export function printTable(rows: readonly BenchRow[], print: (line: string) => void): void {
  const heads = [
    "id",
    "what",
    "ours median / p95",
    "peer median / p95",
    "ratio [95 %]",
    "must",
    "moonshot",
    "",
  ];
  const cells = rows.map((row) => [
    row.id,
    row.title,
    `${short(row.ours.median)} / ${short(row.ours.p95)} ${row.unit}`,
    `${short(row.peer.median)} / ${short(row.peer.p95)} ${row.unit}`,
    `${short(row.ratio)} [${short(row.lower)}, ${short(row.upper)}]`,
    Number.isFinite(row.must) ? `≤ ${short(row.must)}` : "none",
    `≤ ${short(row.moonshot)}`,
    verdict(row),
  ]);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of [heads, ...cells]) {
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

function verdict({ ratio, must, moonshot }: BenchRow): string {
  if (ratio <= moonshot) return "moonshot";
  if (!Number.isFinite(must)) return "reported";
  return ratio <= must ? "ok" : "MISSED";
}

async function measure(run: () => Promise<number | undefined>): Promise<number> {
  const startedMs = performance.now();
  const given = await run();
  return given ?? performance.now() - startedMs;
}

function summaryOf(numbers: readonly number[]): Summary {
  return { median: quantile(numbers, 0.5), p95: quantile(numbers, 0.95) };
}

function resampledRatios(ours: readonly number[], peer: readonly number[]): readonly number[] {
  const random = seeded(1);
  const again = (numbers: readonly number[]): readonly number[] =>
    numbers.map(() => numbers[Math.floor(random() * numbers.length)] ?? NaN);
  return Array.from({ length: RESAMPLES }, () => quantile(again(ours), 0.5) / quantile(again(peer), 0.5));
}

function isNoisy(numbers: readonly number[]): boolean {
  return (quantile(numbers, 0.75) - quantile(numbers, 0.25)) / quantile(numbers, 0.5) > NOISY_SPREAD;
}

/** Linear interpolation between the two nearest values. */
function quantile(numbers: readonly number[], q: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  return low + (high - low) * (at - Math.floor(at));
}

function short(value: number): string {
  return Number(value.toPrecision(3)).toString();
}
