"use client";

import { Paperclip } from "lucide-react";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { useView } from "@/lib/client/url-state";
import type { UtilisationMetric } from "@/lib/model/roofline/utilisation-metric";
import { utilisationTitles } from "@/lib/sentences/signals/utilisation-text";
import { PanelAction } from "@/components/charts/frame/panel-action";
import { useKeepEvidence } from "@/components/layout/keep-evidence";
import { createUtilisationSubject } from "../evidence/utilisation-subject";

interface KeepUtilisationProps {
  readonly metric: UtilisationMetric;
  readonly roofline: RooflinePageData;
}

/** Stores MFU or MBU as evidence of an investigation, in the displayed window. */
export function UtilisationEvidenceButton({ metric, roofline }: KeepUtilisationProps) {
  const [view] = useView();
  const keep = useKeepEvidence();
  if (keep === null) return null;
  return (
    <PanelAction
      label={`Keep ${utilisationTitles[metric]} as evidence`}
      hint="Keep as evidence"
      icon={Paperclip}
      onClick={() => keep(createUtilisationSubject(metric, roofline, view))}
    />
  );
}
