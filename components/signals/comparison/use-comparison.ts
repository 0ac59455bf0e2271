"use client";

import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import type { TimeWindow } from "@/lib/model/time-window";
import type { ViewState } from "@/lib/client/url-state";
import { getAnswer } from "@/components/charts/frame/panel-state";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { resolveComparedWindow, type ComparedWindow } from "@/components/shared/comparison/compared-window";
import type { Panel } from "@/components/signals/panels/panels";
import { usePanels, type PanelStates } from "@/components/signals/use-panels";
import { loadPanels } from "./load-panels";

/** Answer of a panel in the comparison window. */
export interface ComparedAnswer extends ComparedWindow {
  readonly answer: Answer;
  /** Returns the answer of another panel in each window, from which the load is computed. */
  readonly findAnswer: { readonly before: FindAnswer; readonly after: FindAnswer };
}

/** Returns the answer of a panel; null while it has none. */
export type FindAnswer = (panelId: string) => Answer | null;

interface UseComparisonOptions {
  readonly deployment: string | null;
  readonly view: ViewState;
  readonly panels: readonly Panel[];
  readonly visible: ReadonlySet<string>;
  /** States of the displayed panels. The comparison is requested after they are answered. */
  readonly states: PanelStates;
}

/** Answers of the panels in the comparison window. */
export interface Comparison {
  readonly getComparedAnswer: (panelId: string) => ComparedAnswer | null;
  /** True if the comparison window would overlap the displayed window, so that nothing is compared. */
  readonly isOverlapping: boolean;
}

/**
 * Loads the visible panels in both windows. While windows are compared, the panels of the load are loaded
 * even outside the viewport.
 */
export function useComparedPanels(options: Omit<UseComparisonOptions, "states">): {
  readonly states: PanelStates;
  readonly comparison: Comparison;
} {
  const { visible: inView, view } = options;
  const visible = useMemo(
    () => (view.cmp === null ? inView : new Set([...inView, ...Object.values(loadPanels)])),
    [inView, view.cmp],
  );
  const states = usePanels({ ...options, visible });
  return { states, comparison: useComparison({ ...options, visible, states }) };
}

/** Loads the headlines of the comparison window, after the live panels and in addition to them. */
function useComparison({ deployment, view, panels, visible, states }: UseComparisonOptions): Comparison {
  const timeZone = useTimeZone();
  const shownWindow = newestWindow(panels, states);
  // A split panel has no comparison, because several comparison lines could not be distinguished.
  const compared =
    shownWindow === null || view.by !== null ? null : resolveComparedWindow(shownWindow, view.cmp, timeZone);
  const comparedPanels = useMemo(
    () => panels.filter(({ drawAs }) => drawAs !== "shares").map(withHeadlineOnly),
    [panels],
  );
  const { startMs, endMs } = compared?.window ?? { startMs: 0, endMs: 0 };
  const past = usePanels({
    deployment: compared === null ? null : deployment,
    view: { ...view, from: String(startMs), to: String(endMs), live: false, heat: [] },
    panels: comparedPanels,
    visible,
    retentionKey: JSON.stringify(["comparison", deployment, view.m, view.i, view.cmp, view.from, view.to]),
  });
  return {
    getComparedAnswer: (id) => {
      const answer = compared === null ? null : getAnswer(past.getState(id));
      if (compared === null || answer === null) return null;
      return { ...compared, answer, findAnswer: { before: findIn(past), after: findIn(states) } };
    },
    isOverlapping: shownWindow !== null && view.by === null && view.cmp !== null && compared === null,
  };
}

function findIn({ getState }: PanelStates): FindAnswer {
  return (id) => getAnswer(getState(id));
}

function newestWindow(panels: readonly Panel[], { getState }: PanelStates): TimeWindow | null {
  let newest: TimeWindow | null = null;
  for (const { id } of panels) {
    const window = getAnswer(getState(id))?.window ?? null;
    if (window !== null && (newest === null || window.endMs > newest.endMs)) newest = window;
  }
  return newest;
}

function withHeadlineOnly(panel: Panel): Panel {
  // The load needs all gauges of the requests in flight.
  if (panel.id === loadPanels.inFlight) return panel;
  const [signal] = panel.signals;
  const wanted =
    panel.headlineStatistic === undefined ? panel.statistics : [panel.headlineStatistic, "mean" as const];
  return {
    ...panel,
    signals: signal === undefined ? [] : [signal],
    statistics: panel.statistics.filter((statistic) => wanted.includes(statistic)),
  };
}
