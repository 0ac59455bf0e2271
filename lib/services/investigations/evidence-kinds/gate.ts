/** Reads a gate run with the handler of its endpoint. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { getGate } from "@/lib/services/gates/get-gate";
import type { AnswerOutcome, AnswerRead } from "./answer-outcome";

/** Returns the complete run. A run that waits for the end of its window is refused. */
export async function readGateAnswer(
  { gateId }: QuestionOf<"gate">,
  { principal, signal, requestId }: AnswerRead,
): Promise<AnswerOutcome> {
  const params = { gateId };
  const run = await getGate({ params, query: {}, body: {}, principal, signal, requestId });
  if (run.result === null)
    return { kind: "failed", reason: "The run has no verdict yet. Keep it after its evaluation." };
  return { kind: "answered", data: { endpoint: "gate", run }, window: run.gate.window };
}
