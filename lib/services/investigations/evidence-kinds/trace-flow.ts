/** Reads the flow of requests with the handler of its endpoint, and lists the numbers of its calls. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import {
  traceFlowContract,
  type FlowEdgeRow,
  type TraceFlowResponse,
} from "@/lib/contracts/traces/trace-flow";
import { toSentence } from "@/lib/format/sentence";
import { readFlow } from "@/lib/services/traces/flow/read-flow";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { toQueryParameters } from "./query-parameters";

/**
 * Returns the flow of the window and of its comparison window. Refused if the source did not return the
 * traces of one of them.
 */
export async function readTraceFlowAnswer(
  { endpoint: _endpoint, window, ...conditions }: QuestionOf<"trace-flow">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = traceFlowContract.query.parse(toQueryParameters(window, conditions));
  const flow = await readFlow({ params: {}, query, body: {}, principal, signal, requestId });
  const problem = flow.problem ?? flow.compared?.problem ?? null;
  if (problem !== null) return { kind: "failed", reason: `${problem.title}. ${toSentence(problem.detail)}` };
  return { kind: "answered", data: { endpoint: "trace-flow", flow }, window: flow.window };
}

/** Returns the counts and latencies of each call in both windows, and the counts of each service. */
export function listTraceFlowComparedValues({
  flow,
}: ReadonlyDeep<TraceFlowResponse>): readonly ComparedValueGroup[] {
  if (flow === null) return [];
  return [
    ...flow.nodes.map(({ name, spanCount, traceCount, errorCount }) => ({
      name: `service ${name}`,
      values: new Map(Object.entries({ spanCount, traceCount, errorCount })),
    })),
    ...flow.edges.flatMap(({ from, to, now, before }) => [
      ...listEdgeSide(`call ${from ?? ""} → ${to} now`, now),
      ...listEdgeSide(`call ${from ?? ""} → ${to} before`, before),
    ]),
  ];
}

function listEdgeSide(name: string, side: ReadonlyDeep<FlowEdgeRow["now"]>): readonly ComparedValueGroup[] {
  if (side === null) return [];
  const { callCount, traceCount, errorCount, abortCount, latencyNs } = side;
  return [
    { name, values: new Map(Object.entries({ callCount, traceCount, errorCount, abortCount })) },
    { name: `${name}, latency`, values: new Map(Object.entries(latencyNs)) },
  ];
}
