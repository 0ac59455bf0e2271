/** Reads a roofline page with the handler of its endpoint. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { toSentence } from "@/lib/format/sentence";
import { readRoofline } from "@/lib/services/roofline/read-roofline";
import { readUntilComplete, type AnswerOutcome, type AnswerRead } from "./answer-outcome";

/** Returns the complete page. It is refused if the source did not respond and the page is an older one. */
export function readRooflineAnswer(
  { endpoint: _endpoint, window, ...scope }: QuestionOf<"roofline">,
  { principal, signal, requestId }: AnswerRead,
): Promise<AnswerOutcome> {
  const query = { ...scope, from: String(window.startMs), to: String(window.endMs) };
  return readUntilComplete<AnswerOutcome>(signal, async () => {
    const page = await readRoofline({ params: {}, query, body: {}, principal, signal, requestId });
    if (page.state === "pending") return "pending";
    if (page.stale !== null) return { kind: "failed", reason: toSentence(page.stale.reason) };
    return { kind: "answered", data: { endpoint: "roofline", page }, window: page.window };
  });
}
