/** Queries for baselines; captures, imports, edits and deletes them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  assessWindowContract,
  BaselineEntry,
  BaselineExport,
  BaselineResponse,
  baselinesContract,
  CaptureBaselineBody,
  ChangedBaselineResponse,
  EditBaselineBody,
} from "@/lib/contracts/baselines";
import type { BaselineDriftResponse } from "@/lib/contracts/baseline-drift";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryDelayMs } from "@/lib/client/retry";

/** First part of the cache key of all baseline queries, to invalidate them together. */
export const baselinesKey = ["/api/v1/baselines"] as const;

const idleIntervalMs = 30_000;
const captureIntervalMs = 1_000;

/**
 * Creates the query for the baselines of a deployment. If `deployment` is null, all baselines are listed. The query is
 * polled each second while a baseline is captured.
 */
export function baselinesQuery(deployment: string | null) {
  return endpointQuery<typeof baselinesContract>(...baselinesKey, deployment === null ? {} : { deployment }, {
    placeholderData: keepPreviousData,
    structuralSharing: true,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return retryDelayMs(state.error);
      return state.data?.baselines.some(isCapturing) === true ? captureIntervalMs : idleIntervalMs;
    },
  });
}

const isCapturing = ({ state }: Pick<BaselineEntry, "state">): boolean => state === "capturing";

/** Creates the query for one baseline. It is polled each second while the baseline is captured. */
export function baselineQuery(id: string) {
  return queryOptions({
    queryKey: [...baselinesKey, id] as const,
    queryFn: ({ signal }) => fetchJson<BaselineResponse>(`/api/v1/baselines/${id}`, { signal }),
    refetchInterval: ({ state }) => {
      if (state.status === "error") return retryDelayMs(state.error);
      return state.data !== undefined && isCapturing(state.data.baseline)
        ? captureIntervalMs
        : idleIntervalMs;
    },
  });
}

const driftIntervalMs = 60_000;

/** Creates the query for whether performance has drifted from a baseline. */
export function baselineDriftQuery(id: string) {
  return queryOptions({
    queryKey: [...baselinesKey, id, "drift"] as const,
    queryFn: ({ signal }) => fetchJson<BaselineDriftResponse>(`/api/v1/baselines/${id}/drift`, { signal }),
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : driftIntervalMs),
  });
}

interface AssessedWindow {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Creates the query for whether a window is suitable as a baseline. The window of the result does not move with the
 * clock.
 */
export function assessmentQuery(window: AssessedWindow) {
  return endpointQuery<typeof assessWindowContract>(
    "/api/v1/baselines/assessment",
    { ...window },
    { staleTime: Infinity },
  );
}

/** Starts the capture of a window as a baseline. */
export function captureBaseline(
  body: CaptureBaselineBody,
  idempotencyKey: string,
): Promise<ChangedBaselineResponse> {
  return fetchJson(...baselinesKey, { method: "POST", body, idempotencyKey });
}

/** Imports a baseline from an exported file. */
export function importBaseline(
  file: Blob,
  owner: Pick<EditBaselineBody, "visibility" | "teamId">,
  idempotencyKey: string,
): Promise<ChangedBaselineResponse> {
  const query = new URLSearchParams();
  if (owner.visibility !== undefined) query.set("visibility", owner.visibility);
  if (typeof owner.teamId === "string") query.set("teamId", owner.teamId);
  return fetchJson(`/api/v1/baselines/import?${query.toString()}`, { method: "POST", file, idempotencyKey });
}

type BaselineVersion = Pick<BaselineEntry, "id" | "version">;

/** Edits name, tags or other properties of a baseline. */
export function editBaseline(
  { id, version }: BaselineVersion,
  body: EditBaselineBody,
): Promise<ChangedBaselineResponse> {
  return fetchJson(`/api/v1/baselines/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Deletes a baseline. */
export async function deleteBaseline({ id, version }: BaselineVersion): Promise<void> {
  await fetchJson(`/api/v1/baselines/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}

/** Makes a baseline the default of its deployment. The reason is recorded. */
export function setDefaultBaseline(
  id: string,
  reason: string,
  idempotencyKey: string,
): Promise<ChangedBaselineResponse> {
  return fetchJson(`/api/v1/baselines/${id}/default`, { method: "POST", body: { reason }, idempotencyKey });
}

/** Removes a baseline as the default of its deployment. The reason is recorded. */
export function unsetDefaultBaseline(
  id: string,
  reason: string,
  idempotencyKey: string,
): Promise<ChangedBaselineResponse> {
  return fetchJson(`/api/v1/baselines/${id}/default`, { method: "DELETE", body: { reason }, idempotencyKey });
}

/** Returns a baseline as JSON or Markdown, with a file name. */
export function exportBaseline(id: string, format: "json" | "markdown"): Promise<BaselineExport> {
  return fetchJson(`/api/v1/baselines/${id}/export`, { query: { format } });
}
