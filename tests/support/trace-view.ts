/** A trace as the browser holds it, made by the product's own drawing. */
import type { Trace } from "@/lib/model/trace";
import { toTraceView, type TraceView } from "@/lib/client/trace-view";
import { drawTrace } from "@/lib/services/traces/draw-trace";
import { atOnce } from "./at-once";

export function viewOf(trace: Trace): TraceView {
  return toTraceView(atOnce(drawTrace(trace, "raw")));
}
