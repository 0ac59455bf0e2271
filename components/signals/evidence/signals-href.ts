/** Link to the live panel of a stored answer. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { linkTo } from "@/lib/client/url-state";
import type { TimeWindow } from "@/lib/model/time-window";
import { panels } from "@/components/signals/panels/panels";

const minWindowMs = 60_000;

/**
 * Returns the Signals page at the panel of stored evidence, with its window or another one of at least a
 * minute.
 */
export function createSignalsHref(
  { panel, scope, signals, window, isHeatmap }: QuestionOf<"signals">,
  { startMs, endMs }: TimeWindow = window,
): string {
  const missingMs = Math.max(0, minWindowMs - (endMs - startMs));
  const hasFixedSplit = panels.find((one) => one.id === panel)?.splitBy !== undefined;
  const href = linkTo("/signals", {
    d: scope.deployment,
    m: scope.model ?? null,
    i: scope.instance ?? null,
    ...(isHeatmap === true ? { heat: [panel] } : {}),
    by: hasFixedSplit ? null : (scope.split ?? null),
    from: String(Math.round(startMs - missingMs)),
    to: String(Math.round(endMs)),
  });
  return hasFixedSplit ? `${href}#panel-${panel}` : `${href}#signal-${signals[0] ?? ""}`;
}
