"use client";

import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import type { TimeWindow } from "@/lib/model/time-window";
import type { ViewState } from "@/lib/client/url-state";
import { answerOf } from "@/components/charts/frame/panel-state";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { comparedWindow, type ComparedWindow } from "@/components/shared/compared-window";
import type { Panel } from "./panels";
import { usePanels, type PanelsView } from "./use-panels";

export interface Compared extends ComparedWindow {
  readonly answer: Answer;
}

interface Asked {
  readonly deployment: string | null;
  readonly view: ViewState;
  readonly panels: readonly Panel[];
  readonly visible: ReadonlySet<string>;
  /** Whose window is compared: asked only once it is answered. */
  readonly states: PanelsView;
}

export interface Comparison {
  readonly of: (id: string) => Compared | null;
  /** The chosen window would hold a part of the shown one: nothing is compared. */
  readonly isOverlapping: boolean;
}

/** The same headlines in the window that is compared with, read after and beside the live panels. */
export function useComparison({ deployment, view, panels, visible, states }: Asked): Comparison {
  const timeZone = useTimeZone();
  const shown = newestWindow(panels, states);
  // One line is laid over one line: of a split panel nobody could tell whose ghost it is.
  const compared = shown === null || view.by !== null ? null : comparedWindow(shown, view.cmp, timeZone);
  const asked = useMemo(() => panels.filter(({ draw }) => draw !== "shares").map(onlyHeadline), [panels]);
  const { startMs, endMs } = compared?.window ?? { startMs: 0, endMs: 0 };
  const past = usePanels({
    deployment: compared === null ? null : deployment,
    view: { ...view, from: String(startMs), to: String(endMs), live: false, heat: [] },
    panels: asked,
    visible,
    heldAs: JSON.stringify([deployment, view.m, view.i, view.cmp, view.from, view.to]),
  });
  return {
    of: (id) => {
      const answer = compared === null ? null : answerOf(past.stateOf(id));
      return compared === null || answer === null ? null : { ...compared, answer };
    },
    isOverlapping: shown !== null && view.by === null && view.cmp !== null && compared === null,
  };
}

function newestWindow(panels: readonly Panel[], { stateOf }: PanelsView): TimeWindow | null {
  let newest: TimeWindow | null = null;
  for (const { id } of panels) {
    const window = answerOf(stateOf(id))?.window ?? null;
    if (window !== null && (newest === null || window.endMs > newest.endMs)) newest = window;
  }
  return newest;
}

function onlyHeadline(panel: Panel): Panel {
  const [signal] = panel.signals;
  const wanted = panel.headline === undefined ? panel.statistics : [panel.headline, "mean" as const];
  return {
    ...panel,
    signals: signal === undefined ? [] : [signal],
    statistics: panel.statistics.filter((statistic) => wanted.includes(statistic)),
  };
}
