/** What is drawn over the rows of a trace: its critical path, the phases of the request as a ribbon, and the gaps. */
import type { TraceResponse } from "@/lib/contracts/traces";
import { endsStep } from "@/lib/base/in-steps";
import type { CriticalSection } from "@/lib/analysis/traces/critical-path";
import { gapsInSteps } from "@/lib/analysis/traces/gaps";
import type { PhaseSection } from "@/lib/analysis/traces/phase-sections";
import type { TreeRow } from "@/lib/analysis/traces/tree";
import { phaseIds } from "@/lib/model/phase";

/** A gap shorter than this share of the request is not worth a row. */
const leastShare = 0.01;
const mostGaps = 2_000;

/** `placeOf`: where each row is drawn, -1 for what is left out. */
export function drawnCritical(
  sections: readonly CriticalSection[],
  placeOf: Int32Array,
): TraceResponse["critical"] {
  return {
    fromNs: sections[0]?.fromNs ?? 0,
    row: sections.map(({ row }) => placeOf[row] ?? -1),
    ns: sections.map(({ fromNs, toNs }) => toNs - fromNs),
  };
}

/** Neighbours of one phase are one part. */
export function* drawnRibbon(
  sections: readonly PhaseSection[],
  startNs: number,
): Generator<void, TraceResponse["ribbon"]> {
  const ribbon: TraceResponse["ribbon"] = {
    fromNs: sections[0]?.fromNs ?? startNs,
    phaseIndex: [],
    ns: [],
  };
  for (const [place, { phase, toNs, fromNs }] of sections.entries()) {
    if (endsStep(place)) yield;
    if (toNs <= fromNs) continue;
    const index = phaseIds.indexOf(phase);
    const before = ribbon.phaseIndex.at(-1) === index ? (ribbon.ns.pop() ?? 0) : 0;
    if (before === 0) ribbon.phaseIndex.push(index);
    ribbon.ns.push(before + toNs - fromNs);
  }
  return ribbon;
}

interface GapRows {
  readonly rows: readonly TreeRow[];
  /** Of the request. */
  readonly durationNs: number;
  /** Gaps of the first rows alone; of all without. */
  readonly upTo?: number;
}

/** The longest where there are too many; one beside a row that is left out has no place to stand. */
export function* drawnGaps(
  { rows, durationNs, upTo = rows.length }: GapRows,
  placeOf: Int32Array,
): Generator<void, TraceResponse["gaps"]> {
  const leastNs = Math.max(1, Math.ceil(durationNs * leastShare));
  // Where no child ran within a span at all, there is nothing between which a gap could stand: that is the span's own time.
  const found = yield* gapsInSteps(rows, leastNs, upTo);
  const all = found.filter(({ after, before }) => after !== -1 || before !== -1);
  const drawnAt = (row: number): number | null => {
    if (row === -1) return -1;
    const place = placeOf[row] ?? -1;
    return place === -1 ? null : place;
  };
  const placed = all.flatMap(({ row, after, before, fromNs, toNs }) => {
    const [at, left, right] = [drawnAt(row), drawnAt(after), drawnAt(before)];
    return at === null || left === null || right === null
      ? []
      : [{ row: at, after: left, before: right, fromNs, toNs }];
  });
  const kept =
    placed.length <= mostGaps
      ? placed
      : placed.toSorted((a, b) => b.toNs - b.fromNs - (a.toNs - a.fromNs)).slice(0, mostGaps);
  return {
    leastNs,
    row: kept.map(({ row }) => row),
    after: kept.map(({ after }) => after),
    before: kept.map(({ before }) => before),
    fromNs: kept.map(({ fromNs }) => fromNs),
    toNs: kept.map(({ toNs }) => toNs),
    leftOut: all.length - kept.length,
  };
}
