/** The signals door: many questions in one request. */
import type { PanelOutcome, SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { fetchJson } from "@/lib/client/fetch-json";

export type AskedQuestion = SignalsRequest["questions"][number];

export interface AnsweredPanels {
  /** The server's clock when it answered. */
  readonly serverNowMs: number;
  /** By panel key. */
  readonly outcomes: ReadonlyMap<string, PanelOutcome>;
}

export async function fetchPanels(
  questions: readonly AskedQuestion[],
  signal: AbortSignal,
  waitMs = 1_500,
): Promise<AnsweredPanels> {
  const body: SignalsRequest = { waitMs, questions: [...questions] };
  const { asOfMs, panels } = await fetchJson<SignalsResponse>("/api/v1/signals", {
    method: "POST",
    body,
    signal,
  });
  return { serverNowMs: asOfMs, outcomes: new Map(panels.map((panel) => [panel.key, panel])) };
}
