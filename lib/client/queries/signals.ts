/** The signals door: many questions in one request, and as few requests as it takes. */
import type { PanelOutcome, SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { maxQuestions } from "@/lib/model/request-limits";
import { fetchJson } from "@/lib/client/fetch-json";

export type KeyedQuestion = SignalsRequest["questions"][number];

export interface PanelOutcomes {
  /** The server's clock when it answered. */
  readonly serverNowMs: number;
  /** By panel key. */
  readonly outcomes: ReadonlyMap<string, PanelOutcome>;
}

/** A page with more panels in view than one request may ask for sends several at once; each panel gets its answer. */
export async function fetchPanels(
  questions: readonly KeyedQuestion[],
  signal: AbortSignal,
  waitMs = 1_500,
): Promise<PanelOutcomes> {
  const answers = await Promise.all(
    batchesOf(questions).map((batch) => {
      const body: SignalsRequest = { waitMs, questions: batch };
      return fetchJson<SignalsResponse>("/api/v1/signals", { method: "POST", body, signal });
    }),
  );
  return {
    serverNowMs: Math.max(...answers.map(({ asOfMs }) => asOfMs)),
    outcomes: new Map(answers.flatMap(({ panels }) => panels.map((panel) => [panel.key, panel]))),
  };
}

/** As few as the door takes, and as even as can be: then none keeps the others waiting. */
function batchesOf(questions: readonly KeyedQuestion[]): readonly KeyedQuestion[][] {
  const count = Math.max(1, Math.ceil(questions.length / maxQuestions));
  const size = Math.ceil(questions.length / count);
  return Array.from({ length: count }, (_, index) => questions.slice(index * size, (index + 1) * size));
}
