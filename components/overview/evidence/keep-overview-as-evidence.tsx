"use client";

import { useQuery } from "@tanstack/react-query";
import { overviewQuery } from "@/lib/client/queries/overview";
import { useView } from "@/lib/client/url-state";
import { KeepEvidenceButton } from "@/components/layout/keep-evidence-button";
import { createOverviewSubject } from "./overview-subject";

/** Stores the displayed table as evidence. Hidden while the page has no table. */
export function KeepOverviewAsEvidence() {
  const [view] = useView();
  const { data, isPlaceholderData } = useQuery(overviewQuery(view));
  if (data === undefined || isPlaceholderData || data.deployments.length === 0) return null;
  return <KeepEvidenceButton createSubject={() => createOverviewSubject(data)} />;
}
