/** Returns a trace as the browser receives it, drawn by the product's code. */
import type { Trace } from "@/lib/model/traces/trace";
import { toTraceView, type TraceView } from "@/lib/client/trace-view";
import type { FirstSpanRows } from "@/lib/contracts/traces/traces";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import {
  drawFirstSpanRows,
  type FirstSpanRowsOptions,
} from "@/lib/services/traces/waterfall/draw-first-rows";
import { drawTrace, type TraceClockMode } from "@/lib/services/traces/waterfall/draw-trace";
import { prepareTrace } from "@/lib/services/traces/waterfall/prepare-trace";
import { runToCompletion } from "./run-to-completion";

export function createTraceView(trace: Trace, mode: TraceClockMode = "raw"): TraceView {
  return toTraceView(runToCompletion(drawTrace(trace, mode)));
}

/** Returns the first rows of a trace in the page's HTML. */
export function drawFirstRows(trace: Trace, ask: Partial<FirstSpanRowsOptions> = {}): FirstSpanRows | null {
  const prepared = runToCompletion(prepareTrace(trace));
  return runToCompletion(
    drawFirstSpanRows(prepared, { clockMode: "raw", phaseMaps: listPhaseMaps(null), ...ask }),
  );
}
