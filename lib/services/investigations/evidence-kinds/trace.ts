/** Reads a trace with the handler of its endpoint, and the details of its spans. Lists the durations of the spans. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import { runInSteps } from "@/lib/base/steps";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TraceResponse } from "@/lib/contracts/traces/traces";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import type { TimeWindow } from "@/lib/model/time-window";
import { idSeparator } from "@/lib/model/traces/drawn-span";
import { readEnvironment } from "@/lib/server/environment/env";
import { describeSpans } from "@/lib/services/traces/waterfall/describe-spans";
import { getTrace } from "@/lib/services/traces/waterfall/get-trace";
import { readRecentTrace } from "@/lib/services/traces/waterfall/recent-traces";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { markPromptText } from "./prompt-text";

const nanosecondsPerMs = 1e6;
/** Size that is reserved for the JSON around the trace and the details of its spans. */
const frameBytes = 1_000;

/**
 * Returns the trace with the attributes of its spans. If the attributes exceed the size limit of evidence, they are omitted.
 * The text of prompts and completions is omitted unless the question includes it.
 */
export async function readTraceAnswer(
  { traceId, clock, deployment, includesPromptText = false }: QuestionOf<"trace">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = { clock, ...(deployment === undefined ? {} : { deployment }) };
  const trace = await getTrace({ params: { traceId }, query, body: {}, principal, signal, requestId });
  const recorded = await readRecentTrace({ traceId, scope: principal.sourceScope }, signal);
  const usedBytes = Buffer.byteLength(JSON.stringify(trace)) + frameBytes;
  const steps = describeSpans(recorded, {
    logsUrlTemplate: readEnvironment().logsUrlTemplate,
    maxBytes: investigationLimits.maxEvidenceBytes - usedBytes,
    includesPromptText,
  });
  const spans = await runInSteps(steps, signal);
  return {
    kind: "answered",
    data: { endpoint: "trace", trace, spans, ...markPromptText(includesPromptText) },
    window: findWindow(trace),
  };
}

/** Returns the time of the trace in full milliseconds. */
function findWindow({ startMs, durationNs }: ReadonlyDeep<TraceResponse>): TimeWindow {
  return { startMs: Math.floor(startMs), endMs: Math.ceil(startMs + durationNs / nanosecondsPerMs) };
}

/** Returns the duration of each span by its id. Spans with equal ids are numbered in their order. */
export function listTraceComparedValues({
  rows,
}: ReadonlyDeep<TraceResponse>): readonly ComparedValueGroup[] {
  const values = new Map<string, number>();
  for (const [index, id] of rows.ids.split(idSeparator).entries()) {
    const durationNs = rows.durationNs[index];
    if (durationNs !== undefined) values.set(values.has(id) ? `${id} ${index}` : id, durationNs);
  }
  return [{ name: "durations", values }];
}
