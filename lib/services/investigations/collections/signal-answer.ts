/** Answers of the signals endpoint with a statistic over the window. */
import { signalsContract } from "@/lib/contracts/signals";
import type { CollectedValue } from "@/lib/contracts/investigations/collected-data";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import type { Question } from "@/lib/model/question";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import {
  createPathWithQuery,
  toTimeParameters,
  type CollectedData,
  type CollectionRequest,
} from "./data-collector";

/** Reads one statistic over the window, in total or by a label. Throws the errors of `answerQuestion`. */
export async function readStatistic(
  { signal: id, statistic }: MeasuredValue,
  { deployment, window, principal, signal }: CollectionRequest,
  split?: string,
): Promise<{
  readonly answer: Answer;
  readonly facts: Omit<CollectedData, "summary" | "values" | "omittedCount">;
}> {
  const question: Question = {
    v: 1,
    signals: [id],
    statistics: [statistic],
    scope: { deployment: deployment.slug, ...(split === undefined ? {} : { split }) },
    window: toTimeParameters(window),
    extras: ["window-summary"],
  };
  const answer = await answerQuestion(question, { sourceScope: principal.sourceScope, signal });
  const page = { d: deployment.slug, ...toTimeParameters(window) };
  return {
    answer,
    facts: {
      asOfMs: answer.asOfMs,
      window: answer.window,
      stale: answer.stale,
      href: createPathWithQuery("/signals", split === undefined ? page : { ...page, by: split }),
      request: {
        method: "POST",
        path: signalsContract.path,
        body: JSON.stringify({ questions: [{ key: "value", question }] }),
      },
    },
  };
}

/** Returns the statistic of a series over the window, or why it is missing. */
export function toWindowValue(
  label: string,
  { windowSummary, headline, unit }: AnswerSeries,
  { signal, statistic }: MeasuredValue,
): CollectedValue {
  if (windowSummary === undefined || windowSummary === null) {
    const reason =
      headline.kind === "absent"
        ? [headline.detail, headline.howToEnable ?? ""].join(" ").trim()
        : "The window has too few measurements to compute a value.";
    return { kind: "missing", label, reason };
  }
  const { value, lower, upper, n, bucket } = windowSummary;
  const { displayUnit } = unitOfStatistic(signal, statistic);
  const nNoun = bucket === null ? ({ nNoun: "points" } as const) : {};
  return { kind: "number", label, value, interval: { lower, upper }, n, ...nNoun, unit, displayUnit };
}
