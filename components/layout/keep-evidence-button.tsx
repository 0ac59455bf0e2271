"use client";

import { Button } from "@/components/ui/button";
import { useKeepEvidence, type EvidenceSubject } from "./keep-evidence";

interface KeepEvidenceButtonProps {
  readonly createSubject: () => EvidenceSubject;
}

/**
 * Stores the displayed data as evidence of an investigation. Hidden from callers who may not edit, and in
 * kiosk mode.
 */
export function KeepEvidenceButton({ createSubject }: KeepEvidenceButtonProps) {
  const keep = useKeepEvidence();
  if (keep === null) return null;
  return (
    <Button size="sm" className="print:hidden" onClick={() => keep(createSubject())}>
      Keep as evidence
    </Button>
  );
}
