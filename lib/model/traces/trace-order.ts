/** Orders of the trace list. A link from a chart uses the order that matches the chart's signal. */
export const traceOrders = [
  "newest",
  "slowest",
  "first-token",
  "per-token",
  "longest-prompt",
  "longest-output",
] as const;
/** Order of the trace list. */
export type TraceOrder = (typeof traceOrders)[number];
