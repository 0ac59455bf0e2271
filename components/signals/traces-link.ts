import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceOrder } from "@/lib/model/traces/trace-order";

/** Returns a link to the traces of a window in a sort order. The default is the page's window. */
export type CreateTracesLink = (order: TraceOrder, window?: TimeWindow) => string;

/** Sort orders as text after "Open the traces of this window". */
export const traceOrderTexts: { readonly [Order in TraceOrder]: string } = {
  newest: "newest first",
  slowest: "slowest first",
  "first-token": "slowest time to first token first",
  "per-token": "slowest time per token first",
  "longest-prompt": "longest prompt first",
  "longest-output": "longest output first",
};
