/** Compares traces with the handler of the endpoint, and lists the numbers of the comparison. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import {
  traceComparisonContract,
  type TraceComparisonResponse,
} from "@/lib/contracts/traces/trace-comparison";
import { toSentence } from "@/lib/format/sentence";
import { sentenceText } from "@/lib/format/sentence-text";
import { compareTraces } from "@/lib/services/traces/comparison/compare-traces";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { dropPromptText } from "./drop-prompt-text";
import { markPromptText } from "./prompt-text";
import { toQueryParameters } from "./query-parameters";

/**
 * Returns the comparison, without attributes that contain prompt or completion text unless the question
 * includes the text. Refused if there is nothing to compare.
 */
export async function readTraceComparisonAnswer(
  { endpoint: _endpoint, window, includesPromptText = false, ...groups }: QuestionOf<"trace-comparison">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = traceComparisonContract.query.parse(toQueryParameters(window, groups));
  const answer = await compareTraces({ params: {}, query, body: {}, principal, signal, requestId });
  if (answer.difference === null)
    return { kind: "failed", reason: toSentence(sentenceText(answer.headline)) };
  const { comparison, droppedRowCount } = includesPromptText
    ? { comparison: answer, droppedRowCount: 0 }
    : dropPromptText(answer);
  return {
    kind: "answered",
    data: {
      endpoint: "trace-comparison",
      comparison,
      droppedRowCount,
      ...markPromptText(includesPromptText),
    },
    window: comparison.window,
  };
}

/** Returns the request counts and mean times of both sides: in total, by phase, and by node. */
export function listTraceComparisonComparedValues({
  a,
  b,
  difference,
}: ReadonlyDeep<TraceComparisonResponse>): readonly ComparedValueGroup[] {
  if (difference === null) return [];
  const { total, phases, nodes } = difference;
  return [
    {
      name: "requests",
      values: new Map([
        ["a", a.n],
        ["b", b.n],
      ]),
    },
    {
      name: "means",
      values: new Map([
        ["total a", total.a],
        ["total b", total.b],
        ...phases.flatMap((row) => [[`${row.phase} a`, row.a] as const, [`${row.phase} b`, row.b] as const]),
        ...nodes.flatMap(({ service, name, depth, nodeIndex, totalNs }) => {
          const node = `node ${nodeIndex} ${depth} ${service} ${name}`;
          return [[`${node} a`, totalNs.a] as const, [`${node} b`, totalNs.b] as const];
        }),
      ]),
    },
  ];
}
