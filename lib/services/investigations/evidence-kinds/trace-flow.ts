/** Reads the flow of requests with the handler of its endpoint. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { traceFlowContract } from "@/lib/contracts/traces/trace-flow";
import { toSentence } from "@/lib/format/sentence";
import { readFlow } from "@/lib/services/traces/flow/read-flow";
import type { AnswerOutcome, AnswerRead } from "./answer-outcome";
import { toQueryParameters } from "./query-parameters";

/** Returns the flow of both windows. It is refused if the source did not return the traces of one of them. */
export async function readTraceFlowAnswer(
  { endpoint: _endpoint, window, ...conditions }: QuestionOf<"trace-flow">,
  { principal, signal, requestId }: AnswerRead,
): Promise<AnswerOutcome> {
  const query = traceFlowContract.query.parse(toQueryParameters(window, conditions));
  const flow = await readFlow({ params: {}, query, body: {}, principal, signal, requestId });
  const problem = flow.problem ?? flow.compared?.problem ?? null;
  if (problem !== null) return { kind: "failed", reason: `${problem.title}. ${toSentence(problem.detail)}` };
  return { kind: "answered", data: { endpoint: "trace-flow", flow }, window: flow.window };
}
