"use client";

import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { KeepEvidenceProvider, type EvidenceSubject } from "@/components/layout/keep-evidence";

/** Loaded when first opened, not with the page. */
const KeepDialog = dynamic(
  () =>
    import("@/components/investigations/keep/keep-evidence-dialog").then(
      (module) => module.KeepEvidenceDialog,
    ),
  { ssr: false },
);

interface KeepEvidenceProps {
  readonly mayEdit: boolean;
  readonly children: ReactNode;
}

/** Connects pages whose data can be stored as evidence with the dialog of the investigations. */
export function KeepEvidence({ mayEdit, children }: KeepEvidenceProps) {
  const [subject, setSubject] = useState<EvidenceSubject | null>(null);
  return (
    <KeepEvidenceProvider value={mayEdit ? setSubject : null}>
      {children}
      {subject !== null && <KeepDialog subject={subject} onClose={() => setSubject(null)} />}
    </KeepEvidenceProvider>
  );
}
