/** Describes a trace as evidence, and links to the live one. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TraceResponse } from "@/lib/contracts/traces/traces";
import { linkTo } from "@/lib/client/url-state";
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
  return {
    question,
    title: `Trace ${traceId.slice(0, 8)}${deployment === null ? "" : ` of ${deployment}`}`,
    window: { startMs: Math.floor(startMs), endMs: Math.ceil(startMs + durationNs / nanosecondsPerMs) },
    deployment,
    opening: { kind: "chart", path: createTraceHref(question) },
  };
}

/** Returns the page of a stored trace with the same clocks and phase rules. */
export function createTraceHref({ traceId, clock, deployment }: QuestionOf<"trace">): string {
  return linkTo(`/traces/${traceId}`, { d: deployment ?? null, clock });
}
