/** Chooses time labels that do not overlap. Labels deep in a long trace can have a dozen digits. */
import { formatInstantNs, formatTickNs } from "@/lib/format/time";
import { createTimeScale } from "./scale";
import { rulerTicks, type TimeView } from "./time-view";

/** Time label above the timeline. */
export interface RulerLabel {
  /** Time since the start of the trace. */
  readonly timeNs: number;
  readonly text: string;
  /** Left edge in pixels. */
  readonly x: number;
}

/** Width of the ruler and how its text is measured. */
export interface RulerSpace {
  readonly width: number;
  readonly measureText: (text: string) => number;
  /** Pixel range that another label occupies. Absent or null if there is no other label. */
  readonly occupied?: readonly [from: number, to: number] | null;
}

const maxLabels = 6;
/** Space before and after the text. The tick is at the start. */
const [beforePx, afterPx] = [4, 8];

/**
 * Chooses the time labels that fit, at most six, without overlaps. If only one full label fits, the others
 * are relative to it: "7.901248288 s", "+2 ns".
 */
export function layOutRulerLabels(view: TimeView, space: RulerSpace): readonly RulerLabel[] {
  const absoluteLabels = labelsOf(view, space, formatTickNs);
  if (absoluteLabels.length > 1) return absoluteLabels;
  const relativeLabels = labelsOf(view, space, (ns, stepNs, firstNs) =>
    ns === firstNs ? formatInstantNs(ns, stepNs) : `+${formatInstantNs(ns - firstNs, stepNs)}`,
  );
  return relativeLabels.length > 1 && relativeLabels[0]?.text.startsWith("+") === false
    ? relativeLabels
    : absoluteLabels;
}

function labelsOf(
  view: TimeView,
  { width, measureText, occupied = null }: RulerSpace,
  textOf: (ns: number, stepNs: number, firstNs: number) => string,
): readonly RulerLabel[] {
  const scale = createTimeScale(view, width);
  const endOf = ({ x, text }: RulerLabel): number => x + beforePx + measureText(text) + afterPx;
  for (let count = maxLabels; count >= 1; count -= 1) {
    const ticks = rulerTicks(view, count);
    const [firstNs = view.fromNs, secondNs = view.toNs] = ticks;
    const labels = ticks.map((ns): RulerLabel => ({
      timeNs: ns,
      text: textOf(ns, secondNs - firstNs, firstNs),
      x: scale.toX(ns),
    }));
    const isWithoutOverlap = labels.every(
      (label, index) => endOf(label) <= (labels[index + 1]?.x ?? Infinity),
    );
    if (!isWithoutOverlap && count > 1) continue;
    const fitting = labels.filter(
      (label) =>
        endOf(label) <= width + afterPx && (occupied === null || isOutside(label.x, endOf(label), occupied)),
    );
    return isWithoutOverlap ? fitting : fitting.slice(0, 1);
  }
  return [];
}

function isOutside(from: number, to: number, [takenFrom, takenTo]: readonly [number, number]): boolean {
  return to <= takenFrom || from >= takenTo;
}
