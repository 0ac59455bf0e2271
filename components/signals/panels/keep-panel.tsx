"use client";

import { Paperclip } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { TimeWindow } from "@/lib/model/time-window";
import { PanelAction } from "@/components/charts/frame/panel-action";
import { useMayEdit } from "@/components/shared/edit-rights";
import type { Panel } from "./panels";

/** Loaded when first opened, not with the page. */
const KeepPanelDialog = dynamic(
  () => import("./keep-panel-dialog").then((module) => module.KeepPanelDialog),
  { ssr: false },
);

interface KeepPanelProps {
  readonly panel: Panel;
  readonly window: TimeWindow;
}

/** Keeps a panel as evidence of an investigation, in the window that is displayed at the click. */
export function KeepPanel({ panel, window }: KeepPanelProps) {
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  if (!useMayEdit()) return null;
  return (
    <>
      <PanelAction
        label={`Keep ${panel.title} as evidence`}
        hint="Keep as evidence"
        icon={Paperclip}
        onClick={() => setChosen(window)}
      />
      {chosen !== null && <KeepPanelDialog panel={panel} window={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
