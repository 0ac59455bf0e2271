/**
 * The rhythm in which a page's panels are read: all in view at once, then again by the window's interval; pending and troubled
 * ones sooner, alone; one that comes into view at once. Nothing is asked while nobody looks, but for a kiosk.
 */
import { askedAgainMs } from "@/lib/client/refusal";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { nextRead, type NextRead } from "./next-read";

/** Scrolling past panels does not ask for each. */
const metDelayMs = 60;

type Outcomes = ReadonlyMap<string, PanelOutcome>;

interface Named {
  readonly id: string;
}

export interface PanelLoopParts<P extends Named> {
  readonly read: (panels: readonly P[], signal: AbortSignal) => Promise<Outcomes>;
  /** Those in view now. */
  readonly inView: () => readonly P[];
  /** Between two reads of all; false for a window that does not move. */
  readonly intervalMs: number | false;
  /** Goes on while the tab is hidden. */
  readonly inBackground: boolean;
  readonly onOutcomes: (outcomes: Outcomes) => void;
  readonly onFailure: (asked: readonly P[], error: unknown) => void;
}

export interface PanelLoop {
  /** Others came into view. */
  readonly meet: () => void;
  /** The page can be seen again. */
  readonly wake: () => void;
  readonly end: () => void;
}

export function startPanelLoop<P extends Named>(parts: PanelLoopParts<P>): PanelLoop {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let allDueMs = 0;
  /** A read whose time came while nobody looked. */
  let missed: NextRead<P> | null = null;

  const schedule = (next: NextRead<P> | null): void => {
    clearTimeout(timer);
    if (next !== null && !ending.signal.aborted) timer = setTimeout(() => void run(next), next.delayMs);
  };

  /** The outcomes, or how long until a read that failed is worth repeating. */
  const ask = async (asked: readonly P[]): Promise<Outcomes | number | false> => {
    try {
      const outcomes = await parts.read(asked, ending.signal);
      if (ending.signal.aborted) return false;
      parts.onOutcomes(outcomes);
      return outcomes;
    } catch (error) {
      if (!ending.signal.aborted) parts.onFailure(asked, error);
      return askedAgainMs(error);
    }
  };

  const run = async (next: NextRead<P>): Promise<void> => {
    missed = document.hidden && !parts.inBackground ? next : null;
    if (missed !== null) return;
    const isAll = next.panels === "all";
    const asked = next.panels === "all" ? parts.inView() : next.panels;
    const askedAtMs = performance.now();
    const outcomes = asked.length === 0 ? new Map<string, PanelOutcome>() : await ask(asked);
    if (outcomes === false) return schedule(null);
    if (typeof outcomes === "number") return schedule({ panels: "all", delayMs: outcomes });
    if (isAll) allDueMs = askedAtMs + (parts.intervalMs || 0);
    const allDueInMs = parts.intervalMs === false ? false : allDueMs - performance.now();
    return schedule(nextRead({ asked, outcomeOf: (panel) => outcomes.get(panel.id), allDueInMs }));
  };

  schedule({ panels: "all", delayMs: 0 });
  return {
    // All in view are asked: the server answers from memory what was read a moment ago.
    meet: () => schedule({ panels: "all", delayMs: metDelayMs }),
    wake: () => {
      if (missed !== null) void run(missed);
    },
    end: () => {
      ending.abort();
      clearTimeout(timer);
    },
  };
}
