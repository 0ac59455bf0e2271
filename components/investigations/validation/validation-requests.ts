/** Queries and writes of validations. */
import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryDelayMs } from "@/lib/client/retry";
import type {
  ValidationPreviewResponse,
  ValidationResponse,
  ValidationsResponse,
} from "@/lib/contracts/investigations/validations";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { investigationKey } from "../investigation-requests";

/** A window that a person chose. */
export interface ChosenWindow {
  readonly from: string;
  readonly to: string;
}

/**
 * The windows that a person chose. If `before` is null, the baseline is used. If `after` is null, the matching hours
 * are used.
 */
export interface ChosenWindows {
  readonly before: ChosenWindow | null;
  readonly after: ChosenWindow | null;
}

/** The version of the properties, which decide the windows and the goal. */
type Subject = Pick<Investigation, "number" | "version" | "round">;

/** Query for the validations of all rounds. They are read again when the investigation changes. */
export function validationsQuery(investigationNumber: number) {
  return queryOptions({
    queryKey: [...investigationKey(investigationNumber), "validations"] as const,
    queryFn: ({ signal }) =>
      fetchJson<ValidationsResponse>(`/api/v1/investigations/${investigationNumber}/validations`, { signal }),
    refetchInterval: ({ state: { status, error } }) => (status === "error" ? retryDelayMs(error) : false),
  });
}

/** Reads a stored validation, which never changes. */
export function validationQuery(investigationNumber: number, validationId: string) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "validation", investigationNumber, validationId] as const,
    queryFn: ({ signal }) =>
      fetchJson<ValidationResponse>(
        `/api/v1/investigations/${investigationNumber}/validations/${validationId}`,
        {
          signal,
        },
      ),
    staleTime: Infinity,
  });
}

/** Measures both windows. It reads every signal, so only a person starts it, and it is not refetched. */
export function validationPreviewQuery(
  { number: investigationNumber, version, round }: Subject,
  { before, after }: ChosenWindows,
) {
  return queryOptions({
    queryKey: [
      "/api/v1/investigations",
      "validation-preview",
      investigationNumber,
      version,
      round,
      before,
      after,
    ] as const,
    queryFn: ({ signal }) =>
      fetchJson<ValidationPreviewResponse>(`/api/v1/investigations/${investigationNumber}/validation`, {
        query: {
          ...before,
          ...(after === null ? {} : { afterFrom: after.from, afterTo: after.to }),
        },
        signal,
      }),
    staleTime: Infinity,
    retry: false,
  });
}

/** Measures before and after the fix, and stores the report as the next validation. */
export function storeValidation(
  investigationNumber: number,
  body: ChosenWindows,
  idempotencyKey: string,
): Promise<object> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/validations`, {
    method: "POST",
    body,
    idempotencyKey,
  });
}

/** Ends the watch of a validated fix, with a reason. */
export function endWatch(
  investigationNumber: number,
  validationId: string,
  body: { readonly reason: string },
  idempotencyKey: string,
): Promise<object> {
  const path = `/api/v1/investigations/${investigationNumber}/validations/${validationId}/watch/end` as const;
  return fetchJson(path, { method: "POST", body, idempotencyKey });
}
