/** Writes of hypotheses, notes, people and the timeline of an investigation. */
import { queryOptions } from "@tanstack/react-query";
import type {
  AddHypothesisBody,
  AddNoteBody,
  EditHypothesisBody,
  EvidenceAnswerResponse,
  EvidenceEntry,
  EvidenceListResponse,
  HypothesisEntry,
  KeepEvidenceBody,
  LinkEvidenceBody,
} from "@/lib/contracts/investigations/hypotheses";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { retryDelayMs } from "@/lib/client/retry";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { ParticipantRole, RelationKind } from "@/lib/model/investigation/investigation";
import { investigationKey, pageIntervalMs } from "./investigation-requests";

/** Reads the evidence that the page of the investigation does not contain. */
export function earlierEvidenceQuery(investigationNumber: number, before: number) {
  return queryOptions({
    queryKey: [...investigationKey(investigationNumber), "evidence", before] as const,
    queryFn: ({ signal }) =>
      fetchJson<EvidenceListResponse>(`/api/v1/investigations/${investigationNumber}/evidence`, {
        query: { before: String(before) },
        signal,
      }),
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : pageIntervalMs),
  });
}

/** Adds a hypothesis to the investigation. */
export function addHypothesis(
  investigationNumber: number,
  body: AddHypothesisBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/hypotheses`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Changes a hypothesis. Rejects with a conflict if another person saved a newer version. */
export function editHypothesis(
  investigationNumber: number,
  { id, version }: Pick<HypothesisEntry, "id" | "version">,
  body: EditHypothesisBody,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/hypotheses/${id}`, {
    method: "PATCH",
    body,
    ifMatch: version,
  });
}

/** Saves the order of all hypotheses of the investigation. `order` has their ids, the most likely first. */
export function rankHypotheses(investigationNumber: number, order: readonly string[]): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/hypotheses/ranking`, {
    method: "POST",
    body: { order },
    idempotencyKey,
  });
}

/** Adds a note as evidence. */
export function addNote(
  investigationNumber: number,
  body: AddNoteBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/evidence`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

interface AddedEvidence {
  readonly evidence: EvidenceEntry;
}

/** Adds the data of a panel as evidence. The server reads the source within seconds. */
export function keepEvidence(
  investigationNumber: number,
  body: ReadonlyDeep<KeepEvidenceBody>,
  idempotencyKey: string,
): Promise<AddedEvidence> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/evidence/answers`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Reads the stored data of a piece of evidence, which never change. */
export function evidenceAnswerQuery(investigationNumber: number, evidenceId: string) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "evidence-answer", investigationNumber, evidenceId] as const,
    queryFn: ({ signal }) =>
      fetchJson<EvidenceAnswerResponse>(
        `/api/v1/investigations/${investigationNumber}/evidence/${evidenceId}/answer`,
        {
          signal,
        },
      ),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : false),
  });
}

/** Replaces the links of a piece of evidence. */
export function linkEvidence(
  investigationNumber: number,
  evidenceId: string,
  body: LinkEvidenceBody,
  idempotencyKey: string,
): Promise<object> {
  const path = `/api/v1/investigations/${investigationNumber}/evidence/${evidenceId}/links` as const;
  return fetchJson(path, { method: "POST", body, idempotencyKey });
}

/** Deletes the content of a piece of evidence. Its number, its title and the reason stay on record. */
export function removeEvidence(
  investigationNumber: number,
  evidenceId: string,
  reason: string,
): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/evidence/${evidenceId}`, {
    method: "DELETE",
    body: { reason },
    idempotencyKey,
  });
}

interface CommentBody {
  readonly text: string;
  /** Ids of the people who were chosen for their names in the text. */
  readonly mentions?: readonly string[];
}

type EntryVersion = Pick<TimelineEntry, "id" | "version">;

/** Adds a comment to the timeline. Mentioned people find it under "For you". */
export function addComment(
  investigationNumber: number,
  body: CommentBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/comments`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Changes a comment of the caller. Rejects with a conflict if it was changed in the meantime. */
export function editComment(
  investigationNumber: number,
  { id, version }: EntryVersion,
  body: CommentBody,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/comments/${id}`, {
    method: "PATCH",
    body,
    ifMatch: version,
  });
}

interface ManualEntryBody {
  readonly text: string;
  readonly atMs: number;
}

/** Adds an entry about something that happened at a given time. */
export function addTimelineEntry(
  investigationNumber: number,
  body: ManualEntryBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/timeline`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Changes the text and the time of an entry that the caller added manually. */
export function editTimelineEntry(
  investigationNumber: number,
  { id, version }: EntryVersion,
  body: ManualEntryBody,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/timeline/${id}`, {
    method: "PATCH",
    body,
    ifMatch: version,
  });
}

/** Pins an entry of the timeline, or unpins it. */
export function pinTimelineEntry(
  investigationNumber: number,
  id: string,
  isPinned: boolean,
): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/timeline/${id}/pin`, {
    method: "POST",
    body: { isPinned },
    idempotencyKey,
  });
}

interface RelationBody {
  readonly kind: RelationKind;
  /** Number of the other investigation. */
  readonly related: number;
}

/** Links the investigation to another investigation. */
export function addRelation(
  investigationNumber: number,
  body: RelationBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/relations`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Removes the link to another investigation. */
export function removeRelation(investigationNumber: number, relationId: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/relations/${relationId}`, {
    method: "DELETE",
    body: {},
    idempotencyKey,
  });
}

/** Adds a participant, or changes the role of one. */
export function setParticipant(
  investigationNumber: number,
  personId: string,
  role: ParticipantRole,
): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/participants`, {
    method: "POST",
    body: { personId, role },
    idempotencyKey,
  });
}

/** Removes a participant from the investigation. */
export function removeParticipant(investigationNumber: number, personId: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${investigationNumber}/participants/${personId}`, {
    method: "DELETE",
    body: {},
    idempotencyKey,
  });
}
