/** The sides that the page proposes before a person selects any. */
import type { CompareState } from "@/lib/client/compare-url";
import type { ViewState } from "@/lib/client/url-state";
import type { WindowExpression } from "@/lib/model/time-window";

const relativeStart = /^now-(\d{1,6})([smhdw])$/;
const lastHours = {
  before: { from: "now-2h", to: "now-1h" },
  after: { from: "now-1h", to: "now" },
} as const;

/**
 * Proposes the window of the view as `after`, and the preceding window of the same length as `before`. Both
 * are null without a deployment.
 */
export function proposeSides({
  d,
  from,
  to,
}: Pick<ViewState, "d" | "from" | "to">): Pick<CompareState, "before" | "after"> {
  if (d === null) return { before: null, after: null };
  const windows = findWindows({ from, to });
  return {
    before: { kind: "window", deployment: d, window: windows.before },
    after: { kind: "window", deployment: d, window: windows.after },
  };
}

function findWindows({ from, to }: WindowExpression) {
  const [, count, unit] = relativeStart.exec(from) ?? [];
  if (to === "now" && count !== undefined && unit !== undefined)
    return { before: { from: `now-${2 * Number(count)}${unit}`, to: from }, after: { from, to } };
  const [startMs, endMs] = [Number(from), Number(to)];
  if (!Number.isFinite(endMs - startMs)) return lastHours;
  return { before: { from: String(2 * startMs - endMs), to: from }, after: { from, to } };
}
