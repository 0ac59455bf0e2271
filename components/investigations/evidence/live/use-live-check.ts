"use client";

import { useQuery } from "@tanstack/react-query";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { LiveCheck } from "@/lib/contracts/investigations/live-evidence";
import { liveCheckQuery } from "./live-requests";

/** The piece of evidence whose stored data are compared with its live source. */
export interface LiveCheckSubject {
  readonly number: number;
  readonly evidence: EvidenceEntry;
  readonly isInView: boolean;
}

interface LiveCheckResult {
  /** Null until the source was checked. */
  readonly check: LiveCheck | null;
  readonly error: Error | null;
}

/**
 * Compares the stored data with the source while the evidence is near the viewport. Never when the page is
 * printed.
 */
export function useLiveCheck({ number, evidence, isInView }: LiveCheckSubject): LiveCheckResult {
  const { data, error } = useQuery({
    ...liveCheckQuery({ number, evidenceId: evidence.id }),
    enabled: isInView && evidence.answer?.state === "ready" && !isOnPaper(),
  });
  return { check: data?.check ?? null, error };
}

/** Printing moves all evidence into view. */
function isOnPaper(): boolean {
  return globalThis.matchMedia?.("print").matches ?? false;
}
