/** Compares traces with the handler of the endpoint. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { toSentence } from "@/lib/format/sentence";
import { sentenceText } from "@/lib/format/sentence-text";
import { compareTraces } from "@/lib/services/traces/comparison/compare-traces";
import type { AnswerOutcome, AnswerRead } from "./answer-outcome";
import { dropPromptText } from "./drop-prompt-text";
import { toQueryParameters } from "./query-parameters";

/**
 * Returns the comparison without attributes that contain prompt or completion text. It is refused if there is nothing to
 * compare.
 */
export async function readTraceComparisonAnswer(
  { endpoint: _endpoint, window, ...groups }: QuestionOf<"trace-comparison">,
  { principal, signal, requestId }: AnswerRead,
): Promise<AnswerOutcome> {
  const query = traceComparisonContract.query.parse(toQueryParameters(window, groups));
  const answer = await compareTraces({ params: {}, query, body: {}, principal, signal, requestId });
  if (answer.difference === null)
    return { kind: "failed", reason: toSentence(sentenceText(answer.headline)) };
  const { comparison, droppedRowCount } = dropPromptText(answer);
  return {
    kind: "answered",
    data: { endpoint: "trace-comparison", comparison, droppedRowCount },
    window: comparison.window,
  };
}
