"use client";

import { createContext, useContext } from "react";
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { OpenInvestigationBody } from "@/lib/contracts/investigations/investigations";
import type { TimeWindow } from "@/lib/model/time-window";

/** Displayed data that a person can store as evidence, or as the origin of a new investigation. */
export interface EvidenceSubject {
  /** When the evidence is saved, the server answers this question again for the same fixed window. */
  readonly question: EvidenceQuestion;
  /** Proposed title of the evidence. */
  readonly title: string;
  /** Null for data that do not depend on time. */
  readonly window: TimeWindow | null;
  /** Slug of the deployment. Null if there are several. */
  readonly deployment: string | null;
  readonly opening: NonNullable<OpenInvestigationBody["opening"]>;
}

type KeepEvidence = (subject: EvidenceSubject) => void;

const Context = createContext<KeepEvidence | null>(null);

/** Provides the pages below with the dialog that stores evidence. */
export const KeepEvidenceProvider = Context.Provider;

/**
 * Returns the function that opens the dialog for storing evidence. Null for a caller who may not edit, and
 * in kiosk mode.
 */
export function useKeepEvidence(): KeepEvidence | null {
  return useContext(Context);
}
