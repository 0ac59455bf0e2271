"use client";

import { createContext, useContext, type ComponentType } from "react";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TimeWindow } from "@/lib/model/time-window";

interface EvidenceFigureProps {
  readonly id: string;
  readonly question: EvidenceQuestion;
  readonly data: EvidenceData;
}

/** Components that draw stored evidence as on its original page, and links to that page. */
export interface EvidenceKinds {
  readonly Figure: ComponentType<EvidenceFigureProps>;
  /** Returns the link to the live page with the window of the answer, which is null without a known window. */
  readonly createLiveHref: (question: EvidenceQuestion, window: TimeWindow | null) => string;
}

const Context = createContext<EvidenceKinds | null>(null);

/** Provides the components of other pages, because this page may not import other pages. */
export const EvidenceKindsProvider = Context.Provider;

/** Returns the provided components of other pages. Null if none are provided. */
export function useEvidenceKinds(): EvidenceKinds | null {
  return useContext(Context);
}
