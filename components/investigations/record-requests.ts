/** Writes of hypotheses, notes, people and the timeline of an investigation. */
import { queryOptions } from "@tanstack/react-query";
import type {
  AddHypothesisBody,
  AddNoteBody,
  EditHypothesisBody,
  HypothesisEntry,
} from "@/lib/contracts/investigations/hypotheses";
import type { TimelineResponse } from "@/lib/contracts/investigations/timeline";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import type { participantRoles } from "@/lib/model/investigation/investigation";
import { investigationKey } from "./investigation-requests";

export interface TimelinePosition {
  /** Shows comments and manual entries only. */
  readonly isCommentsOnly: boolean;
  /** Null for the first page. */
  readonly cursor: string | null;
}

/** Reads a page of the timeline, newest entries first. */
export function timelineQuery(number: number, { isCommentsOnly, cursor }: TimelinePosition) {
  return queryOptions({
    queryKey: [...investigationKey(number), "timeline", isCommentsOnly, cursor] as const,
    queryFn: ({ signal }) =>
      fetchJson<TimelineResponse>(`/api/v1/investigations/${number}/timeline`, {
        query: { topic: isCommentsOnly ? "comments" : null, cursor },
        signal,
      }),
  });
}

export function addHypothesis(
  number: number,
  body: AddHypothesisBody,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${number}/hypotheses`, { method: "POST", body, idempotencyKey });
}

export function editHypothesis(
  number: number,
  { id, version }: Pick<HypothesisEntry, "id" | "version">,
  body: EditHypothesisBody,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${number}/hypotheses/${id}`, {
    method: "PATCH",
    body,
    ifMatch: version,
  });
}

/** Ranks all hypotheses, the most likely first. */
export function rankHypotheses(number: number, order: readonly string[]): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${number}/hypotheses/ranking`, {
    method: "POST",
    body: { order },
    idempotencyKey,
  });
}

export function addNote(number: number, body: AddNoteBody, idempotencyKey: string): Promise<object> {
  return fetchJson(`/api/v1/investigations/${number}/evidence`, { method: "POST", body, idempotencyKey });
}

export function removeEvidence(number: number, evidenceId: string, reason: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${number}/evidence/${evidenceId}`, {
    method: "DELETE",
    body: { reason },
    idempotencyKey,
  });
}

export function addComment(number: number, text: string, idempotencyKey: string): Promise<object> {
  return fetchJson(`/api/v1/investigations/${number}/comments`, {
    method: "POST",
    body: { text },
    idempotencyKey,
  });
}

type ParticipantRole = (typeof participantRoles)[number];

export function setParticipant(number: number, personId: string, role: ParticipantRole): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${number}/participants`, {
    method: "POST",
    body: { personId, role },
    idempotencyKey,
  });
}

export function removeParticipant(number: number, personId: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/investigations/${number}/participants/${personId}`, {
    method: "DELETE",
    body: {},
    idempotencyKey,
  });
}
