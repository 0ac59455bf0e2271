/** A trace as the browser holds it, made by the product's own drawing. */
import type { Trace } from "@/lib/model/trace";
import { toTraceView, type TraceView } from "@/lib/client/trace-view";
import type { FirstRows } from "@/lib/contracts/traces";
import { phaseMapsFor } from "@/lib/engines/phase-maps";
import { drawFirstRows, type FirstRowsAsk } from "@/lib/services/traces/draw-first-rows";
import { drawTrace, type ClockMode } from "@/lib/services/traces/draw-trace";
import { prepareTrace } from "@/lib/services/traces/prepare-trace";
import { atOnce } from "./at-once";

export function viewOf(trace: Trace, mode: ClockMode = "raw"): TraceView {
  return toTraceView(atOnce(drawTrace(trace, mode)));
}

/** What its page's HTML has of it. */
export function firstRowsOf(trace: Trace, ask: Partial<FirstRowsAsk> = {}): FirstRows | null {
  const prepared = atOnce(prepareTrace(trace));
  return atOnce(drawFirstRows(prepared, { mode: "raw", maps: phaseMapsFor(null), ...ask }));
}
