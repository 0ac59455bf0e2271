/** Queries for one investigation, and the writes of an investigation and its steps. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { CollectedDataResponse } from "@/lib/contracts/investigations/collected-data";
import type { InvestigationExport } from "@/lib/contracts/investigations/export";
import type {
  UnsavedInputResponse,
  SaveDraftBody,
  SaveDraftResponse,
} from "@/lib/contracts/investigations/drafts";
import type {
  EditInvestigationBody,
  Investigation,
  InvestigationResponse,
  OpenInvestigationBody,
} from "@/lib/contracts/investigations/investigations";
import type { forYouContract, investigationPeopleContract } from "@/lib/contracts/investigations/people";
import type {
  ChangeStateBody,
  ChangeStepStateBody,
  InvestigationRoundResponse,
  SaveStepBody,
  StepRecordEntry,
} from "@/lib/contracts/investigations/progress";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { investigationsKey } from "@/lib/client/queries/investigations";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { pendingIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";
import type { StepId } from "@/lib/model/investigation/step-ids";

const listIntervalMs = 15_000;
/** Interval at which an open investigation page requests the changes of other people. */
export const pageIntervalMs = 10_000;
/** Interval at which the page is read while the server reads the data of evidence, or sends a message of a hook. */
const readingIntervalMs = 1_000;
const collectedIntervalMs = 30_000;

/** Returns the prefix of all query keys of an investigation page, for invalidating its queries. */
export function investigationKey(investigationNumber: number) {
  return [...investigationsKey, investigationNumber] as const;
}

/** Reads an investigation with its steps, hypotheses, evidence and the first entries of its timeline. */
export function investigationQuery(investigationNumber: number) {
  return queryOptions({
    queryKey: [...investigationKey(investigationNumber), "page"] as const,
    queryFn: ({ signal }) =>
      fetchJson<InvestigationResponse>(`/api/v1/investigations/${investigationNumber}`, { signal }),
    refetchInterval: ({ state: { status, error, data } }) => {
      if (status === "error") return retryDelayMs(error);
      const isReading = data?.evidence.some(({ answer }) => answer?.state === "reading") === true;
      // The first attempt ends within seconds. Later attempts follow after a pause, so the page need not be read often.
      const isSending =
        data?.experiments.some(({ hookFirings }) =>
          hookFirings.some((firing) => firing.state === "waiting" && firing.attemptCount < 2),
        ) === true;
      return isReading || isSending ? readingIntervalMs : pageIntervalMs;
    },
  });
}

/** Reads the steps of an earlier round, which do not change. */
export function investigationRoundQuery(investigationNumber: number, round: number) {
  return queryOptions({
    queryKey: [...investigationKey(investigationNumber), "round", round] as const,
    queryFn: ({ signal }) =>
      fetchJson<InvestigationRoundResponse>(`/api/v1/investigations/${investigationNumber}/rounds/${round}`, {
        signal,
      }),
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : false),
  });
}

/** The version of the properties, such as goal and dates, which decide the data. */
type CollectedSubject = Pick<Investigation, "number" | "version">;

/**
 * Reads the data that a step collects. Repeats the request while an item is pending. The query key does not begin with
 * the key of the page, because a save waits for all queries with this beginning, and must not wait for these data.
 */
export function collectedDataQuery({ number: investigationNumber, version }: CollectedSubject, step: StepId) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "collected", investigationNumber, version, step] as const,
    queryFn: ({ signal }) =>
      fetchJson<CollectedDataResponse>(
        `/api/v1/investigations/${investigationNumber}/steps/${step}/collections`,
        {
          signal,
        },
      ),
    refetchInterval: ({ state: { status, error, data } }) => {
      if (status === "error") return retryDelayMs(error);
      if (data?.items.some(({ state }) => state === "pending") === true) return pendingIntervalMs;
      return data?.window.isLive === false ? false : collectedIntervalMs;
    },
  });
}

/** Reads the unsaved input of the person, again each time that a page opens. */
export function draftsQuery(investigationNumber: number) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "drafts", investigationNumber] as const,
    queryFn: ({ signal }) => readDrafts(investigationNumber, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Reads the unsaved input of the person. */
export function readDrafts(investigationNumber: number, signal?: AbortSignal): Promise<UnsavedInputResponse> {
  const path = `/api/v1/investigations/${investigationNumber}/drafts` as const;
  return fetchJson(path, signal === undefined ? {} : { signal });
}

/** Reads the people who can own investigations and take part in them. */
export const investigationPeopleQuery = endpointQuery<typeof investigationPeopleContract>(
  "/api/v1/investigations/people",
  {},
);

/** Reads the investigations that concern the person. */
export const forYouQuery = endpointQuery<typeof forYouContract>(
  "/api/v1/investigations/for-you",
  {},
  {
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : listIntervalMs),
  },
);

interface ChangedInvestigation {
  readonly investigation: Investigation;
}

/** Opens an investigation. The same idempotency key never opens a second one. */
export function openInvestigation(
  body: OpenInvestigationBody,
  idempotencyKey: string,
): Promise<ChangedInvestigation> {
  return fetchJson(...investigationsKey, { method: "POST", body, idempotencyKey });
}

/** Reads the complete record of an investigation. */
export function exportInvestigation(
  investigationNumber: number,
  format: InvestigationExport["format"],
): Promise<InvestigationExport> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/export`, { query: { format } });
}

type InvestigationVersion = Pick<Investigation, "number" | "version">;

/** Changes properties or the goal. Rejects with a conflict if another person saved a newer version. */
export function editInvestigation(
  { number: investigationNumber, version }: InvestigationVersion,
  body: EditInvestigationBody,
): Promise<ChangedInvestigation> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}`, {
    method: "PATCH",
    body,
    ifMatch: version,
  });
}

/** Changes the state. Resolving checks the goal first, which takes up to 15 s. */
export function changeInvestigationState(
  investigationNumber: number,
  body: ChangeStateBody,
  idempotencyKey: string,
): Promise<ChangedInvestigation> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/state`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Starts the next round, in which the state is active and the step is step 2. */
export function startRound(
  investigationNumber: number,
  from: number,
  reason: string,
): Promise<ChangedInvestigation> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/rounds`, {
    method: "POST",
    body: { from, reason },
    idempotencyKey,
  });
}

interface StepMoveBody {
  readonly from: StepId;
  readonly step: StepId;
  readonly reason: string | null;
}

/** Moves the investigation to another step. The timeline records a move back. */
export function goToStep(investigationNumber: number, body: StepMoveBody): Promise<ChangedInvestigation> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/position`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

interface ChangedStep {
  readonly step: StepRecordEntry;
}

type StepVersion = Pick<StepRecordEntry, "step" | "version">;

/**
 * Replaces the answers and ticked items of a step. Rejects with a conflict if another person saved a newer
 * version.
 */
export function saveStep(
  investigationNumber: number,
  { step, version }: StepVersion,
  body: SaveStepBody,
): Promise<ChangedStep> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/steps/${step}`, {
    method: "PATCH",
    body,
    ifMatch: version,
  });
}

/** Finishes, skips or reopens a step. */
export function changeStepState(
  investigationNumber: number,
  step: StepId,
  body: ChangeStepStateBody,
): Promise<ChangedStep> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/steps/${step}/state`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/**
 * Stores unsaved input of the person, with which another device or a later visit continues. Rejects with a conflict if the
 * present draft is not the replaced one.
 */
export function saveDraft(
  investigationNumber: number,
  part: string,
  draft: Omit<SaveDraftBody, "part">,
): Promise<Pick<SaveDraftResponse, "updatedAtMs">> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/drafts`, {
    method: "POST",
    body: { part, ...draft },
    idempotencyKey,
  });
}

/**
 * Deletes the caller's stored draft of one part of the page. A missing draft is no error. Rejects with a conflict if the
 * present draft is a different one.
 */
export async function deleteDraft(
  investigationNumber: number,
  part: string,
  updatedAtMs: number,
): Promise<void> {
  const idempotencyKey = newIdempotencyKey();
  const path = `/api/v1/investigations/${investigationNumber}/drafts/${encodeURIComponent(part)}` as const;
  await fetchJson(path, { method: "DELETE", body: { updatedAtMs }, idempotencyKey });
}

/** Shows a changed step at once, and reads the investigation again. */
export function replaceStep(
  queries: QueryClient,
  investigationNumber: number,
  step: StepRecordEntry,
): Promise<void> {
  queries.setQueryData(investigationQuery(investigationNumber).queryKey, (page) =>
    page === undefined
      ? page
      : { ...page, steps: page.steps.map((one) => (one.step === step.step ? step : one)) },
  );
  return queries.invalidateQueries({ queryKey: investigationKey(investigationNumber) });
}
