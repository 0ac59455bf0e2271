/** The signals door: many questions in one request. */
import type { PanelOutcome, SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { fetchJson } from "@/lib/client/fetch-json";

export type AskedQuestion = SignalsRequest["questions"][number];

/** Outcomes by panel key. */
export async function fetchPanels(
  questions: readonly AskedQuestion[],
  signal: AbortSignal,
  waitMs = 1_500,
): Promise<ReadonlyMap<string, PanelOutcome>> {
  const body: SignalsRequest = { waitMs, questions: [...questions] };
  const { panels } = await fetchJson<SignalsResponse>("/api/v1/signals", { method: "POST", body, signal });
  return new Map(panels.map((panel) => [panel.key, panel]));
}
