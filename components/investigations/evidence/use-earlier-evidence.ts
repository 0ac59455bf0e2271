import { useQuery } from "@tanstack/react-query";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { earlierEvidenceQuery } from "../record-requests";

interface EarlierEvidence {
  /** Empty until the pieces are read. */
  readonly earlier: readonly EvidenceEntry[];
  /** Number of pieces that are not read yet. */
  readonly unreadCount: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Reads the older evidence that the response of the page does not contain, when it is needed. */
export function useEarlierEvidence(
  { investigation, evidence, earlierEvidenceCount }: InvestigationResponse,
  isNeeded: boolean,
): EarlierEvidence {
  const before = evidence[0]?.number ?? 1;
  const enabled = isNeeded && earlierEvidenceCount > 0;
  const { data, error, isFetching, refetch } = useQuery({
    ...earlierEvidenceQuery(investigation.number, before),
    enabled,
    // A new piece changes which pieces are earlier.
    placeholderData: (previous) => previous,
  });
  const earlier = (enabled ? (data?.evidence ?? []) : []).filter(({ number }) => number < before);
  const isRead = enabled && data !== undefined;
  return {
    earlier,
    unreadCount: isRead ? 0 : earlierEvidenceCount,
    isLoading: enabled && !isRead && isFetching,
    error: enabled ? error : null,
    retry: () => void refetch(),
  };
}
