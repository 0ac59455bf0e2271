/**
 * The rhythm in which a page's panels are read: all in view at once, then again by the window's interval; pending and troubled
 * ones sooner, alone; one that comes into view at once. Nothing is asked while nobody looks, but for a kiosk.
 */
import { retryDelayMs } from "@/lib/client/retry";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { nextFetch, type NextFetch } from "./next-fetch";

/** Scrolling past panels does not ask for each. */
const scrollDelayMs = 60;

type Outcomes = ReadonlyMap<string, PanelOutcome>;

interface Named {
  readonly id: string;
}

export interface PanelPollerOptions<P extends Named> {
  readonly fetch: (panels: readonly P[], signal: AbortSignal) => Promise<Outcomes>;
  /** Those in view now. */
  readonly inView: () => readonly P[];
  /** Between two reads of all; false for a window that does not move. */
  readonly intervalMs: number | false;
  /** Goes on while the tab is hidden. */
  readonly inBackground: boolean;
  readonly onOutcomes: (outcomes: Outcomes) => void;
  readonly onFailure: (requested: readonly P[], error: unknown) => void;
}

export interface PanelPoller {
  /** Others came into view. */
  readonly refreshSoon: () => void;
  /** The page can be seen again. */
  readonly resume: () => void;
  readonly stop: () => void;
}

export function startPanelPoller<P extends Named>(parts: PanelPollerOptions<P>): PanelPoller {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let allDueMs = 0;
  /** A read whose time came while nobody looked. */
  let deferred: NextFetch<P> | null = null;

  const schedule = (next: NextFetch<P> | null): void => {
    clearTimeout(timer);
    if (next !== null && !ending.signal.aborted) timer = setTimeout(() => void run(next), next.delayMs);
  };

  /** The outcomes, or how long until a read that failed is worth repeating. */
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
    // All in view are asked: the server answers from memory what was read a moment ago.
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
