/** Link to the live page of a stored correlation. */
import { linkTo } from "@/lib/client/url-state";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

/** Returns the correlation page with both signals and the window of stored evidence. */
export function createCorrelationHref({ x, y, scope, window }: QuestionOf<"correlation">): string {
  return linkTo("/signals/correlate", {
    d: scope.deployment,
    m: scope.model ?? null,
    i: scope.instance ?? null,
    from: String(window.startMs),
    to: String(window.endMs),
    x,
    y,
  });
}
