/** The last answers of the panels of a page, and the request that follows. */
import type { Query } from "@tanstack/react-query";
import type { PanelOutcome } from "@/lib/contracts/signals";
import type { PanelOutcomes } from "@/lib/client/queries/signals";
import { retryDelayMs } from "@/lib/client/retry";
import { answerOf, type PanelState } from "@/components/charts/frame/panel-state";
import { nextFetch, type NextFetch } from "./next-fetch";
import type { ShownPanel } from "./panels/panel-question";

export interface PanelAnswers {
  readonly states: ReadonlyMap<string, PanelState>;
  /** Server time of the last response. Null before the first. */
  readonly serverNowMs: number | null;
  /** Null if nothing remains to be requested. */
  readonly next: NextFetch<ShownPanel> | null;
  /** Monotonic time at which all panels are due. False for a fixed window. */
  readonly allDueMs: number | false;
}

export const noAnswers: PanelAnswers = {
  states: new Map(),
  serverNowMs: null,
  next: { panels: "all", delayMs: 0 },
  allDueMs: false,
};

/** Returns `before` with the outcomes of the requested panels. */
export function withOutcomes(
  before: PanelAnswers,
  requested: readonly ShownPanel[],
  { serverNowMs, outcomes, allDueMs }: PanelOutcomes & Pick<PanelAnswers, "allDueMs">,
): PanelAnswers {
  const states = new Map(before.states);
  for (const [id, outcome] of outcomes) states.set(id, nextState(states.get(id), outcome));
  const next = nextFetch({
    requested,
    outcomeOf: ({ id }) => outcomes.get(id),
    allDueInMs: allDueMs !== false && allDueMs - performance.now(),
  });
  return { states, serverNowMs, next, allDueMs };
}

/** Returns the time until the next request. False if nothing remains to be requested. */
export function nextDelayMs({ state: { data, error } }: Query<PanelAnswers>): number | false {
  return error === null ? (data?.next?.delayMs ?? false) : retryDelayMs(error);
}

/** Returns the next state of a panel. A failure never replaces the last good answer. */
export function nextState(before: PanelState | undefined, outcome: PanelOutcome): PanelState {
  const known = before === undefined ? null : answerOf(before);
  switch (outcome.state) {
    case "answered":
      return { kind: "answered", answer: outcome.answer };
    case "pending":
      return { kind: "pending", forMs: outcome.forMs, answer: known };
    case "failed":
      return { kind: "failed", problem: outcome.problem, answer: outcome.answer ?? known };
  }
}
