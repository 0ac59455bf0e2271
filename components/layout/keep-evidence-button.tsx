"use client";

import { Button } from "@/components/ui/button";
import { useKeepEvidence, type EvidenceSubject } from "./keep-evidence";

interface KeepEvidenceButtonProps {
  readonly createSubject: () => EvidenceSubject;
  /** Names the data on a page with several buttons. It begins with “Keep as evidence”. */
  readonly label?: string;
}

/**
 * Stores the displayed data as evidence of an investigation. Hidden from callers who may not edit, and in
 * kiosk mode.
 */
export function KeepAsEvidenceButton({ createSubject, label }: KeepEvidenceButtonProps) {
  const keep = useKeepEvidence();
  if (keep === null) return null;
  return (
    <Button size="sm" className="print:hidden" aria-label={label} onClick={() => keep(createSubject())}>
      Keep as evidence
    </Button>
  );
}
