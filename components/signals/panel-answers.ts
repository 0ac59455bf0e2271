/** The last answers of the panels of a page, and the request that follows. */
import type { Query } from "@tanstack/react-query";
import type { PanelOutcome } from "@/lib/contracts/signals";
import type { PanelOutcomes } from "@/lib/client/queries/signals";
import { retryDelayMs } from "@/lib/client/retry";
import { getAnswer, type PanelState } from "@/components/charts/frame/panel-state";
import { chooseNextFetch, type NextFetch } from "./next-fetch";
import type { ShownPanel } from "./panels/panel-question";

/** Answers of the panels of a page, and which panels are requested next. */
export interface PanelAnswers {
  readonly states: ReadonlyMap<string, PanelState>;
  /** Server time of the last response. Null before the first. */
  readonly serverNowMs: number | null;
  /** Null if nothing remains to be requested. */
  readonly nextFetch: NextFetch<ShownPanel> | null;
  /** Monotonic time at which all panels are due. False for a fixed window. */
  readonly allDueMs: number | false;
}

/** State of the panels before the first request. */
export const noAnswers: PanelAnswers = {
  states: new Map(),
  serverNowMs: null,
  nextFetch: { panels: "all", delayMs: 0 },
  allDueMs: false,
};

/** Adds the outcomes of requested panels to the previous answers. */
export function applyOutcomes(
  previousAnswers: PanelAnswers,
  requestedPanels: readonly ShownPanel[],
  { serverNowMs, outcomes, allDueMs }: PanelOutcomes & Pick<PanelAnswers, "allDueMs">,
): PanelAnswers {
  const states = new Map(previousAnswers.states);
  for (const [id, outcome] of outcomes) states.set(id, computeNextState(states.get(id), outcome));
  const next = chooseNextFetch({
    requested: requestedPanels,
    getOutcome: ({ id }) => outcomes.get(id),
    allDueInMs: allDueMs !== false && allDueMs - performance.now(),
  });
  return { states, serverNowMs, nextFetch: next, allDueMs };
}

/** Returns the time until the next request in milliseconds. False if nothing remains to be requested. */
export function computeNextDelayMs({ state: { data, error } }: Query<PanelAnswers>): number | false {
  return error === null ? (data?.nextFetch?.delayMs ?? false) : retryDelayMs(error);
}

/** Returns the state of a panel after an outcome. A failure never replaces the last good answer. */
export function computeNextState(previousState: PanelState | undefined, outcome: PanelOutcome): PanelState {
  const known = previousState === undefined ? null : getAnswer(previousState);
  switch (outcome.state) {
    case "answered":
      return { kind: "answered", answer: outcome.answer };
    case "pending":
      return { kind: "pending", pendingForMs: outcome.elapsedMs, answer: known ?? outcome.answer ?? null };
    case "failed":
      return { kind: "failed", problem: outcome.problem, answer: outcome.answer ?? known };
  }
}
