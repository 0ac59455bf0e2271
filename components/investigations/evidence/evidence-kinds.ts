"use client";

import { createContext, useContext, type ComponentType } from "react";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

interface EvidenceFigureProps {
  readonly id: string;
  readonly question: EvidenceQuestion;
  readonly data: EvidenceData;
}

/** The parts of other pages that draw stored answers. */
export interface EvidenceKinds {
  readonly Figure: ComponentType<EvidenceFigureProps>;
  /** Returns the link to the live page with the window of the answer. */
  readonly createLiveHref: (question: EvidenceQuestion) => string;
}

const Context = createContext<EvidenceKinds | null>(null);

/** Provides the parts of other pages, which this page cannot import. */
export const EvidenceKindsProvider = Context.Provider;

/** Returns the parts of other pages. Null without them. */
export function useEvidenceKinds(): EvidenceKinds | null {
  return useContext(Context);
}
