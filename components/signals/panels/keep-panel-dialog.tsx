"use client";

import { useState } from "react";
import { useView } from "@/lib/client/url-state";
import type { TimeWindow } from "@/lib/model/time-window";
import { createSignalsHref } from "@/components/investigations/evidence/kinds/signals-href";
import { KeepDialog } from "@/components/investigations/keep/keep-dialog";
import { canBeHeatmap } from "../heatmap/can-be-heatmap";
import { toQuestion, type ShownPanel } from "./panel-question";

interface KeepPanelDialogProps {
  readonly panel: ShownPanel;
  readonly window: TimeWindow;
  readonly onClose: () => void;
}

/** Keeps the panel of the view, as displayed when the dialog opened. */
export function KeepPanelDialog({ panel, window, onClose }: KeepPanelDialogProps) {
  const [view] = useView();
  const [subject] = useState(() => {
    const deployment = view.d ?? "";
    // The copy has the buckets behind percentiles. Those of a split are kept only if they are displayed.
    const heat = canBeHeatmap(panel) && view.by === null ? [...view.heat, panel.id] : view.heat;
    const { question } = toQuestion(panel, deployment, { ...view, cmp: null, heat });
    const { window: _live, ...rest } = question;
    const fixed = {
      endpoint: "signals",
      panel: panel.id,
      ...rest,
      window: { startMs: Math.floor(window.startMs), endMs: Math.floor(window.endMs) },
    } as const;
    return {
      question: fixed,
      title: `${panel.title} of ${deployment}`,
      window,
      deployment: view.d,
      opening: { kind: "chart", path: createSignalsHref(fixed) } as const,
    };
  });
  return <KeepDialog subject={subject} onClose={onClose} />;
}
