/** MFU or MBU against another window: its line laid over this one's, and the difference of both means in a sentence. */
import { compareWindows } from "@/lib/analysis/statistics/compare-windows";
import { meanHeadline, type Headline } from "@/lib/analysis/statistics/headline";
import { formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatSpan } from "@/lib/format/time";
import type { Ghost } from "@/components/charts/prepare/time-series";
import type { ComparedRoom } from "./use-compared-room";
import { inPercent, lineOf, poolsOf, type Use, type UsePool } from "./utilisation-lines";

/** Of one pool: of several nobody could tell whose line it is. Undefined where either window has more or none. */
export function ghostOf(
  use: Use,
  pools: readonly UsePool[],
  { room, shiftMs, label }: ComparedRoom,
): Ghost | undefined {
  const [now, ...others] = pools;
  const [before, ...othersBefore] = poolsOf(room, use);
  if (now === undefined || before === undefined || others.length + othersBefore.length > 0) return undefined;
  const { atMs } = before.lines;
  const values = inPercent(lineOf(use, before));
  const halfStepMs = before.pool.trail.stepMs / 2;
  return {
    label,
    values: now.lines.atMs.map((at) => {
      const index = atMs.findIndex((one) => Math.abs(one - (at - shiftMs)) <= halfStepMs);
      return values[index] ?? null;
    }),
  };
}

/** Null where there are several pools. */
export function differenceText(
  use: Use,
  pools: readonly UsePool[],
  { room, window, label }: ComparedRoom,
): string | null {
  const [now, ...others] = pools;
  const [before, ...othersBefore] = poolsOf(room, use);
  if (now === undefined || others.length + othersBefore.length > 0) return null;
  const name = use.toUpperCase();
  const after = meanOf(use, now);
  if (after === undefined) return `${name}: too few slices in this window to compare.`;
  const value = `${name} ${formatWithUnit(after.value, "ratio", "%")} over ${formatSpan(window.endMs - window.startMs)}`;
  const was = before === undefined ? undefined : meanOf(use, before);
  if (was === undefined) return `${value}; too few slices in ${label} to compare.`;
  return `${value}, ${differenceOf(was, after, label)}.`;
}

function meanOf(use: Use, pool: UsePool): Headline | undefined {
  return meanHeadline(Float64Array.from(lineOf(use, pool), (value) => value ?? Number.NaN));
}

/** Neither direction is better: a cache that fills raises MBU, and so does a batch that shrinks. */
function differenceOf(before: Headline, after: Headline, label: string): string {
  const { verdict, change, margin } = compareWindows({ before, after, better: "neither" });
  if (change === null) return `${label} had 0: no ratio to tell`;
  if (verdict === "same") return `the same as ${label} within ${whole(margin)}`;
  const told = `${whole(Math.abs(change))} ${change < 0 ? "below" : "above"} ${label}`;
  return verdict === "cannot-tell" ? `${told}; cannot tell: slices of a window differ by as much` : told;
}

const whole = (ratio: number): string => `${Math.round(100 * ratio)}${thinSpace}%`;
