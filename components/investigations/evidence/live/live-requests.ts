/** Queries that compare the copy of an answer with its live source. */
import { queryOptions } from "@tanstack/react-query";
import type { LiveEvidenceResponse } from "@/lib/contracts/investigations/live-evidence";
import { fetchJson } from "@/lib/client/fetch-json";

/** The server repeats a check after this time at the earliest. */
const checkIntervalMs = 5 * 60_000;
const pendingIntervalMs = 1_000;
const failedIntervalMs = 60_000;

interface LiveEvidence {
  readonly number: number;
  readonly evidenceId: string;
}

function readLive({ number, evidenceId }: LiveEvidence, data: "true" | "false", signal: AbortSignal) {
  const path = `/api/v1/investigations/${number}/evidence/${evidenceId}/live` as const;
  return fetchJson<LiveEvidenceResponse>(path, { query: { data }, signal });
}

/**
 * Compares the stored data with the source. The query key does not begin with the key of the page, because a save waits
 * for all queries with this beginning, and must not wait for the source.
 */
export function liveCheckQuery(evidence: LiveEvidence) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "live-check", evidence.number, evidence.evidenceId] as const,
    queryFn: ({ signal }) => readLive(evidence, "false", signal),
    staleTime: checkIntervalMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { status, data } }) => {
      if (status === "error") return failedIntervalMs;
      return data?.check === null ? pendingIntervalMs : checkIntervalMs;
    },
  });
}

/** Reads the present data of the source, with their comparison. */
export function liveAnswerQuery(evidence: LiveEvidence) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "live-answer", evidence.number, evidence.evidenceId] as const,
    queryFn: ({ signal }) => readLive(evidence, "true", signal),
    staleTime: checkIntervalMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { status, data } }) => {
      if (status === "error") return failedIntervalMs;
      return data?.check === null ? pendingIntervalMs : false;
    },
  });
}
