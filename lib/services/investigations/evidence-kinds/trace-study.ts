/** Reads the analysis of many requests with the handler of its endpoint, and lists its numbers. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { traceStudyContract, type TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import { toSentence } from "@/lib/format/sentence";
import { studyTraces } from "@/lib/services/traces/study/study-traces";
import { readUntilComplete, type AnswerOutcome, type AnswerReadContext } from "./answer-outcome";
import { dropStudyPromptText } from "./drop-prompt-text";
import { markPromptText } from "./prompt-text";
import { toQueryParameters } from "./query-parameters";

type Analysis = ReadonlyDeep<TraceStudyResponse>;

/**
 * Returns the analysis, without attributes that contain prompt or completion text unless the question includes the
 * text. Refused if the source did not return the traces.
 */
export function readTraceStudyAnswer(
  {
    endpoint: _endpoint,
    part: _part,
    window,
    includesPromptText = false,
    ...choice
  }: QuestionOf<"trace-study">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = traceStudyContract.query.parse(toQueryParameters(window, choice));
  return readUntilComplete<AnswerOutcome>(signal, async () => {
    const answer = await studyTraces({ params: {}, query, body: {}, principal, signal, requestId });
    const { problem, study } = answer;
    if (problem !== null)
      return { kind: "failed", reason: `${problem.title}. ${toSentence(problem.detail)}` };
    if (study?.metrics.kind === "unavailable" && study.metrics.isPending) return "pending";
    const { analysis, droppedRowCount } = includesPromptText
      ? { analysis: answer, droppedRowCount: 0 }
      : dropStudyPromptText(answer);
    return {
      kind: "answered",
      data: { endpoint: "trace-study", analysis, droppedRowCount, ...markPromptText(includesPromptText) },
      window: answer.window,
    };
  });
}

/** Returns the duration of each request, and the numbers of each operation. */
export function listTraceStudyComparedValues({ study }: Analysis): readonly ComparedValueGroup[] {
  if (study === null) return [];
  return [
    {
      name: "durations",
      values: new Map(study.points.map(({ traceId, durationNs }) => [traceId, durationNs])),
    },
    ...study.operations.rows.map(({ service, name, spanCount, ...row }) => ({
      name: `operation ${service} ${name}`,
      values: new Map([["spans", spanCount], ...listNumbers(row)]),
    })),
  ];
}

function listNumbers(row: Readonly<Record<string, unknown>>): readonly (readonly [string, number])[] {
  return Object.entries(row).flatMap(([name, value]) => (typeof value === "number" ? [[name, value]] : []));
}
