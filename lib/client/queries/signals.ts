/** Signals endpoint: sends many questions in as few requests as possible. */
import type { PanelOutcome, SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { maxQuestions } from "@/lib/model/request-limits";
import { fetchJson } from "@/lib/client/fetch-json";

/** Question of one panel with its key. */
export type KeyedQuestion = SignalsRequest["questions"][number];

/** Results of several panels. */
export interface PanelOutcomes {
  /** Server time of the response. */
  readonly serverNowMs: number;
  /** Outcomes by panel key. */
  readonly outcomes: ReadonlyMap<string, PanelOutcome>;
}

/**
 * Reads the data of several panels. Sends parallel requests if there are more panels than one request may
 * contain.
 */
export async function fetchPanels(
  questions: readonly KeyedQuestion[],
  signal: AbortSignal,
  maxServerWaitMs = 1_500,
): Promise<PanelOutcomes> {
  const answers = await Promise.all(
    batchesOf(questions).map((batch) => {
      const body: SignalsRequest = { waitMs: maxServerWaitMs, questions: batch };
      return fetchJson<SignalsResponse>("/api/v1/signals", { method: "POST", body, signal });
    }),
  );
  return {
    serverNowMs: Math.max(...answers.map(({ asOfMs }) => asOfMs)),
    outcomes: new Map(answers.flatMap(({ panels }) => panels.map((panel) => [panel.key, panel]))),
  };
}

/** Splits questions into as few batches as possible, of similar size, so that no batch delays the others. */
function batchesOf(questions: readonly KeyedQuestion[]): readonly KeyedQuestion[][] {
  const count = Math.max(1, Math.ceil(questions.length / maxQuestions));
  const size = Math.ceil(questions.length / count);
  return Array.from({ length: count }, (_, index) => questions.slice(index * size, (index + 1) * size));
}
