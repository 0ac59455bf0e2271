/** Describes a trace as evidence, and links to the live one. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TraceResponse } from "@/lib/contracts/traces/traces";
import { linkTo } from "@/lib/client/url-state";
import type { TimeWindow } from "@/lib/model/time-window";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

const nanosecondsPerMs = 1e6;

/** Describes the displayed trace as evidence to store. */
export function createTraceSubject({
  traceId,
  startMs,
  durationNs,
  clock,
  deployment,
}: Pick<TraceResponse, "traceId" | "startMs" | "durationNs" | "clock" | "deployment">): EvidenceSubject {
  const question = {
    endpoint: "trace",
    traceId,
    clock: clock.mode,
    ...(deployment === null ? {} : { deployment }),
  } as const;
  const window = {
    startMs: Math.floor(startMs),
    endMs: Math.ceil(startMs + durationNs / nanosecondsPerMs),
  };
  return {
    question,
    title: `Trace ${traceId.slice(0, 8)}${deployment === null ? "" : ` of ${deployment}`}`,
    window,
    deployment,
    opening: { kind: "chart", path: createTraceHref(question, window) },
  };
}

/** Shortest window that the pages accept. */
const minWindowMs = 60_000;

/**
 * Returns the page of a stored trace with the same clocks and phase rules. Its window ends with the trace, and has at
 * least a minute. Without a known time, the page has its default window.
 */
export function createTraceHref(
  { traceId, clock, deployment }: QuestionOf<"trace">,
  window: TimeWindow | null,
): string {
  const view = { d: deployment ?? null, clock };
  if (window === null) return linkTo(`/traces/${traceId}`, view);
  const { startMs, endMs } = window;
  const from = String(Math.min(startMs, endMs - minWindowMs));
  return linkTo(`/traces/${traceId}`, { ...view, from, to: String(endMs) });
}
