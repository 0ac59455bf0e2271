/** Which times a ruler names, so that no two of them touch, however long they are: deep in a trace one has a dozen digits. */
import { formatInstantNs } from "@/lib/format/time";
import { scaleOf } from "./scale";
import { rulerTicks, type TimeView } from "./time-view";

export interface RulerLabel {
  readonly ns: number;
  readonly text: string;
  /** Its left edge. */
  readonly x: number;
}

export interface RulerRoom {
  readonly width: number;
  readonly measure: (text: string) => number;
  /** Pixels that something else takes. */
  readonly taken?: readonly [from: number, to: number] | null;
}

const most = 6;
/** Before the text, where its tick stands, and after it. */
const [beforePx, afterPx] = [4, 8];

/** As many as fit, at most six; those that would run into what is taken or over the edge are left out. */
export function rulerLabels(
  view: TimeView,
  { width, measure, taken = null }: RulerRoom,
): readonly RulerLabel[] {
  const scale = scaleOf(view, width);
  const endOf = ({ x, text }: RulerLabel): number => x + beforePx + measure(text) + afterPx;
  for (let count = most; count >= 1; count -= 1) {
    const ticks = rulerTicks(view, count);
    const stepNs = (ticks[1] ?? view.toNs) - (ticks[0] ?? view.fromNs);
    const labels = ticks.map((ns): RulerLabel => ({ ns, text: formatInstantNs(ns, stepNs), x: scale.x(ns) }));
    const areApart = labels.every((label, index) => endOf(label) <= (labels[index + 1]?.x ?? Infinity));
    if (!areApart && count > 1) continue;
    const fitting = labels.filter(
      (label) =>
        endOf(label) <= width + afterPx && (taken === null || isBeside(label.x, endOf(label), taken)),
    );
    return areApart ? fitting : fitting.slice(0, 1);
  }
  return [];
}

function isBeside(from: number, to: number, [takenFrom, takenTo]: readonly [number, number]): boolean {
  return to <= takenFrom || from >= takenTo;
}
