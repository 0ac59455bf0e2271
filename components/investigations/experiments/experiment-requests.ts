/** The result of an experiment, and the writes of experiments. */
import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { retryDelayMs } from "@/lib/client/retry";
import type {
  AddExperimentBody,
  AddExperimentScoreBody,
  DecideExperimentBody,
  EditExperimentBody,
  ExperimentEntry,
  ExperimentResultResponse,
} from "@/lib/contracts/investigations/experiments";
import type { RollbackHooksResponse } from "@/lib/contracts/investigations/rollback-hooks";

const liveIntervalMs = 60_000;

type ExperimentVersion = Pick<ExperimentEntry, "id" | "version">;

const pathOf = (investigationNumber: number, id: string) =>
  `/api/v1/investigations/${investigationNumber}/experiments/${id}` as const;

/**
 * Creates the query for the result of an experiment. It is repeated once a minute while the experiment runs,
 * because blocks are one minute long.
 */
export function experimentResultQuery(investigationNumber: number, { id, version }: ExperimentVersion) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "experiment-result", investigationNumber, id, version] as const,
    queryFn: ({ signal }) =>
      fetchJson<ExperimentResultResponse>(`${pathOf(investigationNumber, id)}/result`, { signal }),
    refetchInterval: ({ state: { status, error, data } }) => {
      if (status === "error") return retryDelayMs(error);
      return data?.isLive === true ? liveIntervalMs : false;
    },
  });
}

/** Lists the webhooks that an experiment of the investigation can name. */
export function rollbackHooksQuery(investigationNumber: number) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "rollback-hooks", investigationNumber] as const,
    queryFn: ({ signal }) =>
      fetchJson<RollbackHooksResponse>(`/api/v1/investigations/${investigationNumber}/rollback-hooks`, {
        signal,
      }),
  });
}

/**
 * Fires the rollback hook: the server asynchronously requests the rollback from the receiver of the webhook.
 */
export function fireRollbackHook(
  investigationNumber: number,
  id: string,
  body: { readonly reason: string },
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`${pathOf(investigationNumber, id)}/rollback`, { method: "POST", body, idempotencyKey });
}

/** Adds a planned experiment to the investigation. */
export function addExperiment(
  investigationNumber: number,
  body: AddExperimentBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/experiments`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Changes the plan of an experiment. Rejects with a conflict if another person saved a newer version. */
export function editExperiment(
  investigationNumber: number,
  { id, version }: ExperimentVersion,
  body: EditExperimentBody,
): Promise<object> {
  return fetchJson(pathOf(investigationNumber, id), { method: "PATCH", body, ifMatch: version });
}

/** Deletes a planned experiment. */
export function removeExperiment(investigationNumber: number, id: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(pathOf(investigationNumber, id), { method: "DELETE", body: {}, idempotencyKey });
}

/** Starts or ends an experiment. */
export function changeExperimentState(
  investigationNumber: number,
  id: string,
  state: "running" | "ended",
): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`${pathOf(investigationNumber, id)}/state`, {
    method: "POST",
    body: { state },
    idempotencyKey,
  });
}

/** Adds the result of a quality test to one arm. */
export function addExperimentScore(
  investigationNumber: number,
  id: string,
  body: AddExperimentScoreBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`${pathOf(investigationNumber, id)}/scores`, { method: "POST", body, idempotencyKey });
}

/** Records the decision on an experiment. The server also stores the result at the time of the decision. */
export function decideExperiment(
  investigationNumber: number,
  id: string,
  body: DecideExperimentBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`${pathOf(investigationNumber, id)}/decision`, { method: "POST", body, idempotencyKey });
}

/**
 * Approves an adopted change. Usually the approver is not the proposer. If the proposer approves it,
 * `exceptionReason` is the recorded reason; otherwise it is null.
 */
export function approveExperiment(
  investigationNumber: number,
  id: string,
  exceptionReason: string | null,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`${pathOf(investigationNumber, id)}/approval`, {
    method: "POST",
    body: { exceptionReason },
    idempotencyKey,
  });
}
