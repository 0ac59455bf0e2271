"use client";

import { Paperclip } from "lucide-react";
import { useView } from "@/lib/client/url-state";
import type { Answer } from "@/lib/model/answer";
import { PanelAction } from "@/components/charts/frame/panel-action";
import { useKeepEvidence } from "@/components/layout/keep-evidence";
import { createSignalsSubject, type DrawnReferences } from "../evidence/signals-subject";
import type { Panel } from "./panels";

interface KeepPanelProps {
  readonly panel: Panel;
  /** Displayed answer. */
  readonly answer: Answer;
  readonly references: DrawnReferences;
}

/** Stores a panel as evidence of an investigation, in the displayed window. */
export function PanelEvidenceButton({ panel, answer, references }: KeepPanelProps) {
  const [view] = useView();
  const keep = useKeepEvidence();
  if (keep === null) return null;
  return (
    <PanelAction
      label={`Keep ${panel.title} as evidence`}
      hint="Keep as evidence"
      icon={Paperclip}
      onClick={() => keep(createSignalsSubject(panel, view, answer, references))}
    />
  );
}
