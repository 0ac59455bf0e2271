/**
 * Polls the panels of a page. All visible panels are requested together, then again at the window's interval. Pending
 * and failed panels are requested sooner, separately, and a panel that becomes visible at once. Polling pauses while
 * the tab is hidden, except in kiosk mode.
 */
import { retryDelayMs } from "@/lib/client/retry";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { nextFetch, type NextFetch } from "./next-fetch";

/** Scrolling past panels does not request each of them. */
const scrollDelayMs = 60;

type Outcomes = ReadonlyMap<string, PanelOutcome>;

interface Named {
  readonly id: string;
}

export interface PanelPollerOptions<P extends Named> {
  readonly fetch: (panels: readonly P[], signal: AbortSignal) => Promise<Outcomes>;
  /** Panels that are visible now. */
  readonly inView: () => readonly P[];
  /** Time between two requests of all panels. False for a fixed window. */
  readonly intervalMs: number | false;
  /** Polling continues while the tab is hidden. */
  readonly inBackground: boolean;
  readonly onOutcomes: (outcomes: Outcomes) => void;
  readonly onFailure: (requested: readonly P[], error: unknown) => void;
}

export interface PanelPoller {
  /** Call when more panels become visible. */
  readonly refreshSoon: () => void;
  /** Call when the tab is visible again. */
  readonly resume: () => void;
  readonly stop: () => void;
}

export function startPanelPoller<P extends Named>(parts: PanelPollerOptions<P>): PanelPoller {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let allDueMs = 0;
  /** Request that became due while the tab was hidden. */
  let deferred: NextFetch<P> | null = null;

  const schedule = (next: NextFetch<P> | null): void => {
    clearTimeout(timer);
    if (next !== null && !ending.signal.aborted) timer = setTimeout(() => void run(next), next.delayMs);
  };

  /** Returns the outcomes, or the delay until a failed request is worth repeating. */
  const request = async (requested: readonly P[]): Promise<Outcomes | number | false> => {
    try {
      const outcomes = await parts.fetch(requested, ending.signal);
      if (ending.signal.aborted) return false;
      parts.onOutcomes(outcomes);
      return outcomes;
    } catch (error) {
      if (!ending.signal.aborted) parts.onFailure(requested, error);
      return retryDelayMs(error);
    }
  };

  const run = async (next: NextFetch<P>): Promise<void> => {
    deferred = document.hidden && !parts.inBackground ? next : null;
    if (deferred !== null) return;
    const isAll = next.panels === "all";
    const requested = next.panels === "all" ? parts.inView() : next.panels;
    const requestedAtMs = performance.now();
    const outcomes = requested.length === 0 ? new Map<string, PanelOutcome>() : await request(requested);
    if (outcomes === false) return schedule(null);
    if (typeof outcomes === "number") return schedule({ panels: "all", delayMs: outcomes });
    if (isAll) allDueMs = requestedAtMs + (parts.intervalMs || 0);
    const allDueInMs = parts.intervalMs === false ? false : allDueMs - performance.now();
    return schedule(nextFetch({ requested, outcomeOf: (panel) => outcomes.get(panel.id), allDueInMs }));
  };

  schedule({ panels: "all", delayMs: 0 });
  return {
    // All visible panels are requested: the server has recent answers in its cache.
    refreshSoon: () => schedule({ panels: "all", delayMs: scrollDelayMs }),
    resume: () => {
      if (deferred !== null) void run(deferred);
    },
    stop: () => {
      ending.abort();
      clearTimeout(timer);
    },
  };
}
