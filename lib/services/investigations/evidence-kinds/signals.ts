/** Reads the answer of one panel with the handler of the signals endpoint. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { signalsContract } from "@/lib/contracts/signals";
import { toSentence } from "@/lib/format/sentence";
import { readSignals } from "@/lib/services/signals/read-signals";
import { readUntilComplete, type AnswerOutcome, type AnswerRead } from "./answer-outcome";

const waitMs = 1_500;

/** Returns the complete answer. It is refused if the source did not respond and the answer is an older one. */
export function readSignalsAnswer(
  { endpoint: _endpoint, panel, window, ...question }: QuestionOf<"signals">,
  { principal, signal, requestId }: AnswerRead,
): Promise<AnswerOutcome> {
  const expression = { from: String(window.startMs), to: String(window.endMs) };
  const body = signalsContract.body.parse({
    waitMs,
    questions: [{ key: panel, question: { ...question, window: expression } }],
  });
  return readUntilComplete(signal, async () => {
    const response = await readSignals({ params: {}, query: {}, body, principal, signal, requestId });
    const [outcome] = response.panels;
    if (outcome === undefined || outcome.state === "pending") return "pending";
    if (outcome.state === "failed")
      return { kind: "failed", reason: `${outcome.problem.title}. ${toSentence(outcome.problem.detail)}` };
    const { answer } = outcome;
    if (answer.stale !== null) return { kind: "failed", reason: toSentence(answer.stale.reason) };
    return { kind: "answered", data: { endpoint: "signals", answer }, window: answer.window };
  });
}
