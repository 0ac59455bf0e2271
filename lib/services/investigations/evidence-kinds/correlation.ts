/** Reads both signals of a correlation with the handler of the signals endpoint, and relates them. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import { computeRelationInSteps } from "@/lib/analysis/statistics/series/signal-relation";
import { runInSteps } from "@/lib/base/steps";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { Answer } from "@/lib/model/answer";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import {
  explainEmptyAxis,
  findAxisSeries,
  listAxisStatistics,
} from "@/lib/sentences/signals/correlation/axis-series";
import { createPair } from "@/lib/sentences/signals/correlation/pair";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { findGridMismatch, listSignalsComparedValues, readSignalsAnswer } from "./signals";

type Question = QuestionOf<"correlation">;

/** Returns both answers and their relation. Refused if a signal has no values in the window. */
export async function readCorrelationAnswer(
  question: Question,
  read: AnswerReadContext,
): Promise<AnswerOutcome> {
  const [x, y] = await Promise.all([readAxis(question, "x", read), readAxis(question, "y", read)]);
  if (x.kind === "failed") return x;
  if (y.kind === "failed") return y;
  const answers = { x: x.data.answer, y: y.data.answer };
  const pair = createPair(answers.x, answers.y);
  if (pair === null) {
    const reasons = [describeEmptyAxis(question.x, answers.x), describeEmptyAxis(question.y, answers.y)];
    return { kind: "failed", reason: reasons.filter((reason) => reason !== null).join(" ") };
  }
  const relation = await runInSteps(computeRelationInSteps(pair), read.signal);
  return {
    kind: "answered",
    data: { endpoint: "correlation", ...answers, relation },
    window: answers.x.window,
  };
}

function readAxis(question: Question, axis: "x" | "y", read: AnswerReadContext) {
  const { scope, window, timing } = question;
  const signal = question[axis];
  const statistics = listAxisStatistics(signal);
  const panel = { endpoint: "signals", panel: signal, v: 1, signals: [signal], statistics } as const;
  const times = timing === undefined ? {} : { timing: timing[axis] };
  return readSignalsAnswer({ ...panel, scope, window, ...times }, read);
}

/** Returns why an axis has no values, as sentences; null if it has values. */
function describeEmptyAxis(signal: SignalId, answer: Answer): string | null {
  return findAxisSeries(answer) === undefined
    ? `${signalDefinition(signal).title} has no values in this window. ${explainEmptyAxis(answer)}`
    : null;
}

type Correlated = ReadonlyDeep<Extract<EvidenceData, { endpoint: "correlation" }>>;

/** Returns the points of both signals, the coefficients with their intervals, and the number of pairs. */
export function listCorrelationComparedValues({ x, y, relation }: Correlated): readonly ComparedValueGroup[] {
  const ofAxis = (axis: string, answer: Correlated["x"]) =>
    listSignalsComparedValues(answer).map(({ name, values }) => ({ name: `${axis} ${name}`, values }));
  const { correlation } = relation;
  const coefficients =
    correlation.kind === "correlation"
      ? [
          { name: "Spearman", values: new Map(Object.entries(correlation.spearman)) },
          { name: "Pearson", values: new Map(Object.entries(correlation.pearson)) },
        ]
      : [];
  const pairs = { name: "pairs", values: new Map([["n", correlation.n]]) };
  return [...ofAxis("x", x), ...ofAxis("y", y), ...coefficients, pairs];
}

/** Returns why the points of stored and present data cannot be compared, as a sentence; null if they can. */
export function findPairObstacle(copy: Correlated, live: Correlated): string | null {
  return findGridMismatch(copy.x, live.x) ?? findGridMismatch(copy.y, live.y);
}
