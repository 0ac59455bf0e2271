/** Reads the answer of one panel as the signals endpoint does, and lists its points. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { question as questionSchema } from "@/lib/contracts/signals";
import { formatElapsed } from "@/lib/format/elapsed";
import { toSentence } from "@/lib/format/sentence";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import { toProblem } from "@/lib/server/http/problem";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { toQuestion, toWireAnswer } from "@/lib/services/signals/read-signals";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { readReferences, type StoredReferences } from "./signals-references";

/** The series of a panel, or the reason why they could not be read. */
type SignalsOutcome =
  | {
      readonly kind: "answered";
      readonly data: {
        readonly endpoint: "signals";
        readonly answer: Answer;
        readonly references?: StoredReferences;
      };
      readonly window: TimeWindow;
    }
  | Extract<AnswerOutcome, { readonly kind: "failed" }>;

/**
 * Returns the complete series of a panel, with the times with which the page of a person read them. Refused if the source
 * did not respond and only older data exist. Throws database-unavailable.
 */
export async function readSignalsAnswer(
  question: QuestionOf<"signals">,
  read: AnswerReadContext,
): Promise<SignalsOutcome> {
  const {
    endpoint: _endpoint,
    panel: _panel,
    isHeatmap: _isHeatmap,
    window,
    timing,
    references: requested,
    ...rest
  } = question;
  const { principal, signal, requestId } = read;
  const { sourceScope } = principal;
  const expression = { from: String(window.startMs), to: String(window.endMs) };
  const valuesQuestion = toQuestion(questionSchema.parse({ ...rest, window: expression }));
  const options = { sourceScope, signal, lane: "evidence", fixedTiming: timing };
  try {
    const answer = toWireAnswer(await answerQuestion(valuesQuestion, options));
    if (answer.stale !== null) return { kind: "failed", reason: toSentence(answer.stale.reason) };
    const references =
      requested === undefined ? {} : { references: await readReferences(requested, { ...read, question }) };
    return {
      kind: "answered",
      data: { endpoint: "signals", answer, ...references },
      window: answer.window,
    };
  } catch (error) {
    if (signal.aborted || !isAppError(error) || error.code === "database-unavailable") throw error;
    const { title, detail } = toProblem(error, requestId);
    return { kind: "failed", reason: `${title}. ${toSentence(detail)}` };
  }
}

/**
 * Returns the values of each statistic by series and time. All series of one statistic are one group,
 * because the series of the remaining label values is computed from them.
 */
export function listSignalsComparedValues({
  series,
  startMs,
  stepMs,
}: Answer): readonly ComparedValueGroup[] {
  const groups = new Map<string, Map<string, number | null>>();
  for (const one of series) {
    const name = `${one.signal} ${one.statistic}`;
    const values = groups.get(name) ?? new Map<string, number | null>();
    groups.set(name, values);
    const part = partOf(one);
    for (const [index, value] of one.values.entries())
      values.set(`${part} ${startMs + index * stepMs}`, value);
  }
  return [...groups].map(([name, values]) => ({ name, values }));
}

function partOf({ role, group }: AnswerSeries): string {
  if (role !== undefined) return role;
  if (group === undefined) return "total";
  return group.kind === "value" ? `value ${group.value}` : "rest";
}

/**
 * Returns why the points of stored and present series cannot be compared, as a sentence; null if they can.
 */
export function findGridMismatch(copy: Answer, live: Answer): string | null {
  if (copy.stepMs !== live.stepMs)
    return `One point covers ${formatElapsed(live.stepMs)} now, and ${formatElapsed(copy.stepMs)} in the copy.`;
  return copy.rateWindowMs === live.rateWindowMs
    ? null
    : `Rates are computed over ${formatElapsed(live.rateWindowMs)} now, and over ${formatElapsed(copy.rateWindowMs)} in the copy.`;
}
