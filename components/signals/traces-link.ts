import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceOrder } from "@/lib/model/trace-order";

/** Where the traces of a window are listed in an order; without a window, those of the page's. */
export type TracesLink = (order: TraceOrder, window?: TimeWindow) => string;

/** What the traces behind a panel are sorted by, in words after "Open the traces of this window". */
export const orderText: { readonly [Order in TraceOrder]: string } = {
  newest: "newest first",
  slowest: "slowest first",
  "first-token": "slowest first token first",
  "per-token": "slowest per token first",
  "longest-prompt": "longest prompt first",
  "longest-output": "longest output first",
};
