/** Reads a list of traces with the handler of its endpoint, and lists the durations of the traces. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { tracesContract, type TracesResponse } from "@/lib/contracts/traces/traces";
import { toSentence } from "@/lib/format/sentence";
import { listTraces } from "@/lib/services/traces/list-traces";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { toQueryParameters } from "./query-parameters";

/** Returns the newest and the slowest traces of the window. Refused if the source did not return them. */
export async function readTracesAnswer(
  { endpoint: _endpoint, order: _order, window, ...conditions }: QuestionOf<"traces">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = tracesContract.query.parse(toQueryParameters(window, conditions));
  const list = await listTraces({ params: {}, query, body: {}, principal, signal, requestId });
  const { problem } = list;
  if (problem !== null) return { kind: "failed", reason: `${problem.title}. ${toSentence(problem.detail)}` };
  return { kind: "answered", data: { endpoint: "traces", list }, window: list.window };
}

/** Returns the duration of each trace of both lists. */
export function listTracesComparedValues({
  newest,
  slowest,
}: ReadonlyDeep<TracesResponse>): readonly ComparedValueGroup[] {
  const traces = [...(newest?.traces ?? []), ...(slowest?.traces ?? [])];
  return [
    { name: "durations", values: new Map(traces.map(({ traceId, durationNs }) => [traceId, durationNs])) },
  ];
}
