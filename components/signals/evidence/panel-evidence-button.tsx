"use client";

import { Paperclip } from "lucide-react";
import { useView, type ViewState } from "@/lib/client/url-state";
import { PanelAction } from "@/components/charts/frame/panel-action";
import { useKeepEvidence, type EvidenceSubject } from "@/components/layout/keep-evidence";

interface PanelEvidenceButtonProps {
  /** Title of the panel, as displayed. */
  readonly title: string;
  /** Returns the displayed data of the panel. Called when the person chooses the button. */
  readonly createSubject: (view: ViewState) => EvidenceSubject;
}

/** Stores a panel as evidence of an investigation, in the displayed window. */
export function PanelEvidenceButton({ title, createSubject }: PanelEvidenceButtonProps) {
  const [view] = useView();
  const keep = useKeepEvidence();
  if (keep === null) return null;
  return (
    <PanelAction
      label={`Keep ${title} as evidence`}
      hint="Keep as evidence"
      icon={Paperclip}
      onClick={() => keep(createSubject(view))}
    />
  );
}
