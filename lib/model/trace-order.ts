/** In which orders the traces of a window are listed; a link from a chart names the one its numbers are about. */
export const traceOrders = [
  "newest",
  "slowest",
  "first-token",
  "per-token",
  "longest-prompt",
  "longest-output",
] as const;
export type TraceOrder = (typeof traceOrders)[number];
